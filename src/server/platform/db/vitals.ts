import type { Transaction } from './database.ts';
import { LOCKS } from './locks.ts';

export interface Vitals {
  readonly version: string;
  readonly isStandby: boolean;
  readonly mayCreate: boolean;
  /** Connections that are still to be had. */
  readonly free: number;
  /** Extensions that the server could install, and those that the database has. */
  readonly available: readonly string[];
  readonly installed: readonly string[];
  /** Client connections with a transaction, by its age in seconds, the oldest first. */
  readonly transactions: readonly { readonly pid: number; readonly program: string; readonly seconds: number }[];
  /** Nodes that serve from it: those that count alone, and those that count together. */
  readonly alone: number;
  readonly together: number;
  /** Nodes that run tasks. */
  readonly working: number;
  /** Whether its shared memory lies in huge pages: 'on' or 'off'; null where a server older than 17 does not say. */
  readonly hugePages: string | null;
  /** How many of them it would take; null where it cannot use any. */
  readonly hugePagesNeeded: number | null;
}

/** What there is to know of how a database is, without any table of ours. */
export const readVitals = async (tx: Transaction): Promise<Vitals> => {
  const { rows } = await tx.query<Vitals>(
    `select current_setting('server_version') as version, pg_is_in_recovery() as "isStandby",
            has_schema_privilege(current_schema(), 'create') as "mayCreate",
            (current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
              - (select count(*) from pg_stat_activity where backend_type = 'client backend'))::int as free,
            array(select name::text from pg_available_extensions) as available,
            array(select extname::text from pg_extension) as installed,
            coalesce((select json_agg(t order by t.seconds desc) from (
              select pid, application_name as program, extract(epoch from clock_timestamp() - xact_start)::int as seconds
              from pg_stat_activity
              where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
                and xact_start is not null) t), '[]') as transactions,
            held.alone, held.together,
            (select count(*)::int from pg_locks
              where locktype = 'advisory' and granted and classid = ${LOCKS.taskNodes} and objsubid = 2
                and database = (select oid from pg_database where datname = current_database())) as working,
            current_setting('huge_pages_status', true) as "hugePages",
            nullif(current_setting('shared_memory_size_in_huge_pages')::int, -1) as "hugePagesNeeded"
       from (select count(*) filter (where mode = 'ExclusiveLock')::int as alone,
                    count(*) filter (where mode = 'ShareLock')::int as together
               from pg_locks
              where locktype = 'advisory' and granted and classid = 0 and objid = ${LOCKS.place} and objsubid = 1
                and database = (select oid from pg_database where datname = current_database())) held`,
  );
  const [found] = rows;
  if (!found) throw new Error('the database tells nothing of itself');
  return found;
};

/** The database's clock, in ms since 1970. */
export const readClock = async (tx: Transaction): Promise<number> =>
  Number(
    (await tx.query<{ ms: number }>('select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms')).rows[0]?.ms,
  );
