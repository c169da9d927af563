import pg from 'pg';
import type { Executor } from '../db/database.ts';
import type { Partition } from './manifest.rules.ts';

const { escapeIdentifier: ident } = pg;

/** A table with rows of its own: a plain one, or a part of a partitioned one. */
export interface Table {
  readonly name: string;
  /** But for those that are computed. */
  readonly columns: string[];
  readonly about: number;
  readonly of: string | null;
  readonly bounds: string | null;
  /** How it is stored, such as `fillfactor=80`. */
  readonly options: string[];
}

export interface Sequence {
  readonly name: string;
  readonly last: string;
  readonly called: boolean;
}

const HERE = '(select oid from pg_namespace where nspname = current_schema())';

/** What migrations have made, but for the record of the migrations themselves, which the manifest is. */
export const findTables = async (db: Executor): Promise<readonly Table[]> => {
  const { rows } = await db.query<Table>(`
    select c.relname::text as name, greatest(c.reltuples, 0)::float8 as about, parent.relname::text as of,
      pg_get_expr(c.relpartbound, c.oid) as bounds,
      coalesce(c.reloptions, '{}') || array(select 'toast.' || o from unnest(t.reloptions) o) as options,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0
        and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
    from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class parent on parent.oid = i.inhparent
      left join pg_class t on t.oid = c.reltoastrelid
    where c.relnamespace = ${HERE} and c.relkind = 'r' and c.relname <> 'schema_migrations'
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by c.relname collate "C"`);
  return rows;
};

/** Whether the database holds anything at all of ours or of anybody's. */
export const isEmpty = async (db: Executor): Promise<boolean> =>
  (
    await db.query(`select from pg_class c where c.relnamespace = ${HERE} and c.relkind in ('r', 'p', 'v', 'm', 'S')
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    limit 1`)
  ).rowCount === 0;

/** Drops everything, extensions too: migrations make them again. */
export const dropAll = async (db: Executor): Promise<void> => {
  const { rows } = await db.query<{ name: string }>('select current_schema()::text as name');
  const schema = ident(rows[0]?.name ?? 'public');
  await db.query(`drop schema ${schema} cascade`);
  await db.query(`create schema ${schema}`);
  await db.query(`grant usage on schema ${schema} to public`);
};

export const lockTables = async (db: Executor, names: readonly string[]): Promise<void> => {
  if (names.length > 0) await db.query(`lock table ${names.map(ident).join(', ')} in access share mode`);
};

export const findSequences = async (db: Executor): Promise<readonly Sequence[]> => {
  const { rows } = await db.query<{ name: string }>(
    `select c.relname::text as name from pg_class c where c.relnamespace = ${HERE} and c.relkind = 'S'
      order by c.relname collate "C"`,
  );
  const found: Sequence[] = [];
  for (const { name } of rows) {
    const state = await db.query<Omit<Sequence, 'name'>>(
      `select last_value::text as last, is_called as called from ${ident(name)}`,
    );
    if (state.rows[0]) found.push({ name, ...state.rows[0] });
  }
  return found;
};

export const setSequence = async (db: Executor, { name, last, called }: Sequence): Promise<void> => {
  await db.query('select setval($1::regclass, $2::bigint, $3)', [ident(name), last, called]);
};

/** Makes what is to be a part of a table, but for its indexes: they are made of its rows when it is attached. */
export const makePartition = async (db: Executor, { name, of, options = [] }: Partition): Promise<void> => {
  await db.query(`create table ${ident(name)} (like ${ident(of)} including all excluding indexes)`);
  if (options.length > 0) await db.query(`alter table ${ident(name)} set (${options.join(', ')})`);
};

/** The statement that makes it one. */
export const attaching = ({ name, of, bounds }: Partition): string =>
  `alter table ${ident(of)} attach partition ${ident(name)} ${bounds}`;

export const emptyTables = async (db: Executor, names: readonly string[]): Promise<void> => {
  for (const name of names) await db.query(`alter table ${ident(name)} disable trigger user`);
  if (names.length > 0) await db.query(`truncate ${names.map(ident).join(', ')}`);
};

export const wakeTriggers = async (db: Executor, names: readonly string[]): Promise<void> => {
  for (const name of names) await db.query(`alter table ${ident(name)} enable trigger user`);
};

/** Takes away what would be kept up row by row; answers the statements that make it again, faster at once. */
export const takeScaffoldDown = async (db: Executor): Promise<readonly string[]> => {
  const keys = await db.query<{ place: string; name: string; definition: string }>(
    `select k.conrelid::regclass::text as place, quote_ident(k.conname) as name, pg_get_constraintdef(k.oid) as definition
      from pg_constraint k where k.contype = 'f' and k.conparentid = 0 and k.connamespace = ${HERE} order by 1, 2`,
  );
  for (const { place, name } of keys.rows) await db.query(`alter table ${place} drop constraint ${name}`);
  const indexes = await db.query<{ name: string; definition: string }>(
    `select c.oid::regclass::text as name, pg_get_indexdef(c.oid) as definition
      from pg_index i join pg_class c on c.oid = i.indexrelid
      where c.relnamespace = ${HERE} and c.relkind = 'i'
        and not exists (select from pg_constraint k where k.conindid = c.oid)
        and not exists (select from pg_inherits h where h.inhrelid = c.oid)
        and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
      order by 1`,
  );
  for (const { name } of indexes.rows) await db.query(`drop index ${name}`);
  return [
    ...indexes.rows.map(({ definition }) => definition),
    ...keys.rows.map(({ place, name, definition }) => `alter table ${place} add constraint ${name} ${definition}`),
  ];
};

const listOf = (columns: readonly string[]): string => columns.map((name) => ident(name)).join(', ');

export const copyOutOf = (table: string, columns: readonly string[]): string =>
  `copy ${ident(table)} (${listOf(columns)}) to stdout`;

export const copyInto = (table: string, columns: readonly string[]): string =>
  `copy ${ident(table)} (${listOf(columns)}) from stdin`;
