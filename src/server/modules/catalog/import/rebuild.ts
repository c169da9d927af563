import { codeOf } from '#server/platform/db/away.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { LOCKS } from '#server/platform/db/locks.ts';
import { ImportRefused } from './refused.ts';
import { NEXT } from './staging.ts';

/**
 * Whether a table can be replaced by a new one of its name: nothing else in the database may hang on the old one, for it
 * would go with it.
 */
export const isReplaceable = async (tx: Executor, table: string): Promise<boolean> => {
  const { rows } = await tx.query<{ free: boolean }>(
    `select c.relkind = 'r' and c.relacl is null and not c.relhastriggers and not c.relhasrules and not c.relrowsecurity
        and not exists (select from pg_depend d where d.refclassid = 'pg_class'::regclass and d.refobjid = c.oid
          and d.deptype = 'n' and d.objid <> c.oid)
        and not exists (select from pg_depend d where d.refclassid = 'pg_type'::regclass and d.refobjid = c.reltype and d.deptype = 'n')
        as free
      from pg_class c where c.oid = $1::text::regclass`,
    [`public.${table}`],
  );
  return rows[0]?.free ?? false;
};

/** Makes a new table under the name of an old one from the rows of a query; returns how many there are. */
export const fillNext = async (tx: Executor, table: string, select: string): Promise<number> => {
  const { rowCount } = await tx.query(`create table ${NEXT}.${table} as ${select}`);
  return rowCount ?? 0;
};

/** The statements that give the new table what the old one has: defaults, constraints, indexes, settings, names. */
const FINISH = `
  with t as (select oid, relname, reloptions from pg_class where oid = $1::text::regclass)
  select statement from (
    select 1 as n, 0::oid as o, 'alter table ' || $2 || ' ' || string_agg(part, ', ') as statement from (
      select format('alter %I set not null', attname) as part from pg_attribute, t
        where attrelid = t.oid and attnum > 0 and not attisdropped and attnotnull
      union all select format('alter %I set default %s', a.attname, pg_get_expr(d.adbin, d.adrelid))
        from pg_attribute a join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum join t on t.oid = a.attrelid
      union all select format('set (%s)', array_to_string(reloptions, ', ')) from t where reloptions is not null) p
    having count(*) > 0
    union all select 2, c.oid, format('alter table %s add constraint %I %s', $2, conname, pg_get_constraintdef(c.oid))
      from pg_constraint c join t on t.oid = c.conrelid where contype in ('p', 'u', 'c', 'x')
    union all select 3, i.indexrelid, replace(pg_get_indexdef(i.indexrelid), ' ON ' || $1 || ' ', ' ON ' || $2 || ' ')
      from pg_index i join t on t.oid = i.indrelid
      where not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u', 'x'))) s
  order by n, o`;

/** Completes a filled table so that it is the old one's equal, and gathers what the planner wants to know. */
export const finishNext = async (tx: Executor, table: string): Promise<void> => {
  const { rows } = await tx.query<{ statement: string }>(FINISH, [`public.${table}`, `${NEXT}.${table}`]);
  for (const { statement } of rows) await tx.query(statement);
  await tx.query(`analyze ${NEXT}.${table}`);
};

export const dropNext = (tx: Executor, table: string): Promise<unknown> => tx.query(`drop table ${NEXT}.${table}`);

/** Less than PostgreSQL's deadlock_timeout, so that a reader never pays for a lock that the import waits for. */
const LOCK_PATIENCE_MS = 300;
const LOCK_TRIES = 600;

const isLockTimeout = (error: unknown): boolean => codeOf(error) === '55P03';

/** How long an import that is merged waits for a backup: nobody can edit meanwhile. */
const BACKUP_PATIENCE_MINUTES = 30;

/**
 * Waits until no backup reads the tables; none begins before the transaction ends. Were their own locks waited for, every
 * reader would wait behind that. @throws ImportRefused when it takes too long
 */
const keepBackupsAway = async (tx: Executor, minutes: number): Promise<void> => {
  try {
    await tx.query(`set local lock_timeout = '${minutes} min'`);
    await tx.query('select pg_advisory_xact_lock($1)', [LOCKS.swaps]);
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    throw new ImportRefused(`A backup has been written for ${minutes} minutes. Nothing was changed.`);
  }
};

/**
 * Puts the new tables in the place of the old ones, just before the commit. Readers wait for a moment, for either table;
 * while one of them is long, the import lets the others pass and tries again after `pause`. `others` are only locked.
 */
export const swapNext = async (
  tx: Executor,
  tables: readonly string[],
  others: readonly string[],
  pause: (milliseconds: number) => Promise<unknown>,
): Promise<void> => {
  const locked = [...tables, ...others].map((table) => `public.${table}`);
  if (locked.length === 0) return;
  await keepBackupsAway(tx, BACKUP_PATIENCE_MINUTES);
  await tx.query('savepoint swap');
  for (let tried = 1; ; tried++) {
    try {
      await tx.query(`set local lock_timeout = ${LOCK_PATIENCE_MS}`);
      await tx.query(`lock table ${locked.join(', ')} in access exclusive mode`);
      break;
    } catch (error) {
      if (!isLockTimeout(error) || tried === LOCK_TRIES) throw error;
      // Gives back the locks that it has got, too.
      await tx.query('rollback to savepoint swap');
      await pause(LOCK_PATIENCE_MS);
    }
  }
  await tx.query('set local lock_timeout = 0');
  for (const table of tables) {
    await tx.query(`drop table public.${table}`);
    await tx.query(`alter table ${NEXT}.${table} set schema public`);
  }
};
