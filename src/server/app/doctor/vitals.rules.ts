import type { Vitals } from '#server/platform/db/vitals.ts';
import { type Finding, ok, warning, wrong } from './finding.ts';

const EXTENSIONS = ['fuzzystrmatch', 'pg_trgm'];
/** Seconds after which a transaction keeps the database from cleaning up. */
const LONG = 600;
/** Connections that a start takes, and those that commands beside a running product need. */
const [OF_START, OF_COMMANDS] = [14, 5];
/** Ms that the clocks may differ: from the first on somebody should look, from the second on payments are refused. */
const [CLOCK_ODD, CLOCK_OFF] = [5_000, 60_000];
const MEGABYTE = 1024 * 1024;

export const isServed = ({ alone, together }: Vitals): boolean => alone + together > 0;

const placeFinding = (vitals: Vitals, place: string): Finding => {
  const { version, isStandby, mayCreate } = vitals;
  const what = `PostgreSQL ${version}, ${place}`;
  if (isStandby)
    return wrong('database', `${what}: it is a standby, which takes no changes`, 'name the primary server');
  if (!mayCreate)
    return wrong('database', `${what}: its user may create nothing`, 'make it the owner (alter database … owner to …)');
  return ok('database', `${what}; ${isServed(vitals) ? 'the product serves from it' : 'the product does not serve'}`);
};

const extensionsFinding = ({ available, installed }: Vitals, isMigrated: boolean): Finding => {
  const missing = EXTENSIONS.filter((name) => !installed.includes(name));
  const unknown = missing.filter((name) => !available.includes(name));
  if (unknown.length > 0)
    return wrong('extensions', `the server lacks ${unknown.join(', ')}`, "install PostgreSQL's contrib package there");
  if (missing.length > 0 && isMigrated)
    return wrong(
      'extensions',
      `the database lacks ${missing.join(', ')}`,
      'make them in it, as a superuser (create extension …)',
    );
  return ok('extensions', `${EXTENSIONS.join(', ')} ${missing.length > 0 ? 'can be installed' : 'are there'}`);
};

const transactionsFinding = ({ transactions }: Vitals): Finding => {
  const [oldest] = transactions;
  if (!oldest || oldest.seconds < LONG) return ok('transactions', 'none is open for long');
  const what = `one has been open for ${Math.round(oldest.seconds / 60)} minutes (pid ${oldest.pid}, ${oldest.program || 'no name'})`;
  return warning('transactions', what, `end that program, or its connection (pg_terminate_backend(${oldest.pid}))`);
};

const connectionsFinding = (vitals: Vitals): Finding => {
  const needed = isServed(vitals) ? OF_COMMANDS : OF_START;
  const what = `${Math.max(0, vitals.free)} are free`;
  if (vitals.free >= needed) return ok('connections', what);
  return wrong('connections', `${what}, ${needed} are needed`, 'raise max_connections of the server, or end others');
};

/** Without huge pages all is well but the first searches of each connection in a large catalogue. */
const memoryFinding = ({ hugePages, hugePagesNeeded }: Vitals): readonly Finding[] => {
  if (hugePages === null || hugePagesNeeded === null) return [];
  if (hugePages === 'on') return [ok('memory', 'it lies in huge pages')];
  const advice = `vm.nr_overcommit_hugepages=${hugePagesNeeded} of its machine would make searches of a large catalogue quicker`;
  return [ok('memory', `no huge pages are kept for it; ${advice}`)];
};

/** Several nodes count together over Redis, or one alone. */
const nodesFinding = ({ alone, together }: Vitals, hasRedis: boolean): Finding => {
  if (hasRedis && alone > 0)
    return wrong('nodes', 'a node without REDIS_URL serves from this database', 'give it the REDIS_URL of this one');
  if (!hasRedis && together > 0)
    return wrong(
      'nodes',
      `nodes with REDIS_URL serve from this database (${together}), and none is set here`,
      'set the REDIS_URL that they have',
    );
  if (hasRedis) return ok('nodes', `${together} serve; more may join with the same REDIS_URL`);
  return ok('nodes', alone > 0 ? 'one serves alone; a second needs REDIS_URL, at both' : 'none serves');
};

/** Nodes that only answer leave what is due undone. */
const tasksFinding = (vitals: Vitals): readonly Finding[] => {
  if (!isServed(vitals)) return [];
  const { working } = vitals;
  if (working > 0) return [ok('tasks', `${working === 1 ? '1 node runs' : `${working} nodes run`} them`)];
  const mend = 'start a node with KINODEX_ROLE=worker, or one without KINODEX_ROLE';
  return [warning('tasks', 'nodes serve, and none of them runs tasks or sends mail', mend)];
};

export const vitalsFindings = (
  vitals: Vitals,
  about: { readonly place: string; readonly isMigrated: boolean; readonly hasRedis: boolean },
): readonly Finding[] => [
  placeFinding(vitals, about.place),
  extensionsFinding(vitals, about.isMigrated),
  transactionsFinding(vitals),
  connectionsFinding(vitals),
  ...memoryFinding(vitals),
  nodesFinding(vitals, about.hasRedis),
  ...tasksFinding(vitals),
];

/** `off`: ms that this machine is ahead of the database. */
export const clockFinding = (off: number): Finding => {
  const what = `${(Math.abs(off) / 1_000).toFixed(1)} s ${off < 0 ? 'behind' : 'ahead of'} the database's`;
  const mend = 'set the clocks of both machines by NTP (timedatectl set-ntp true)';
  if (Math.abs(off) > CLOCK_OFF) return wrong('clock', what, mend);
  return Math.abs(off) > CLOCK_ODD ? warning('clock', what, mend) : ok('clock', what);
};

/** `low`: bytes under which the product takes hardly any changes. */
export const diskFinding = (folder: string, free: number, low: number): Finding => {
  const what = `${Math.round(free / MEGABYTE)} MB are free for ${folder}`;
  const mend = 'make room on that disk, or move the folder to a larger one';
  if (free < low) return wrong('disk', `${what}; under ${low / MEGABYTE} MB changes are refused`, mend);
  return free < 4 * low ? warning('disk', what, mend) : ok('disk', what);
};
