import { globSync } from 'node:fs';
import { noRedisServer } from '#test/support/redis.ts';
import { noReplica } from '#test/support/replica.ts';

export const faketime = (): string | undefined => globSync('/usr/lib/*/faketime/libfaketime.so.1')[0];

const isRoot = (): boolean => process.getuid?.() === 0;

/** What this machine lacks for everything, a line each. */
export const missing = (): readonly string[] => [
  ...(Number(process.versions.node.split('.')[0]) >= 24 ? [] : [`Node.js 24, not ${process.version}`]),
  ...(process.platform === 'linux' ? [] : ['Linux: processes are found in /proc']),
  ...(noReplica === '' ? [] : ['PostgreSQL with its contrib modules: apt-get install postgresql']),
  ...(noRedisServer === '' ? [] : ['Redis or Valkey: apt-get install redis-server']),
];

export type Need = 'root' | 'faketime' | 'older';

/** Why a scenario cannot be done here; null: it can. */
export const lacking = (need: Need | undefined, from: string | undefined): string | null => {
  if (need === 'root' && !isRoot()) return 'a small file system is mounted for it, which only root may';
  if (need === 'faketime' && !faketime()) return 'apt-get install faketime';
  if (need === 'older' && from === undefined) return '--from names the clone of an older version';
  return null;
};
