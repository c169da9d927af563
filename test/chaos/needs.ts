import { execFileSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';

/** The newest PostgreSQL of this machine that has what a replica is made with; undefined where there is none. */
export const postgresPrograms = (): string | undefined =>
  globSync('/usr/lib/postgresql/*/bin')
    .filter((folder) => ['initdb', 'postgres', 'pg_basebackup'].every((name) => existsSync(`${folder}/${name}`)))
    .toSorted((a, b) => Number(b.split('/')[4]) - Number(a.split('/')[4]))[0];

export const faketime = (): string | undefined => globSync('/usr/lib/*/faketime/libfaketime.so.1')[0];

const isRoot = (): boolean => process.getuid?.() === 0;

/** As whom PostgreSQL runs: it refuses root. Undefined: as whoever runs this. */
export const postgresUser = (): { readonly uid: number; readonly gid: number } | undefined => {
  if (!isRoot()) return undefined;
  const number = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: number('-u'), gid: number('-g') };
};

const redisIsThere = (): boolean =>
  ['/usr/bin/redis-server', '/usr/bin/valkey-server', '/usr/local/bin/redis-server'].some((path) => existsSync(path));

/** What this machine lacks for everything, a line each. */
export const missing = (): readonly string[] => [
  ...(Number(process.versions.node.split('.')[0]) >= 24 ? [] : [`Node.js 24, not ${process.version}`]),
  ...(process.platform === 'linux' ? [] : ['Linux: processes are found in /proc']),
  ...(postgresPrograms() ? [] : ['PostgreSQL with its contrib modules: apt-get install postgresql']),
  ...(redisIsThere() ? [] : ['Redis or Valkey: apt-get install redis-server']),
];

export type Need = 'root' | 'faketime';

/** Why a scenario cannot be done here; null: it can. */
export const lacking = (need: Need | undefined): string | null => {
  if (need === 'root' && !isRoot()) return 'a small file system is mounted for it, which only root may';
  if (need === 'faketime' && !faketime()) return 'apt-get install faketime';
  return null;
};
