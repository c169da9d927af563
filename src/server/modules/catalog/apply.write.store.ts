import type { RecordKind } from '#server/kernel/ids.ts';
import type { Executor } from '#server/platform/db/database.ts';
import type { ExternalId } from '#server/sources/external-id.ts';
import type { MergedRecord } from './apply.rules.ts';
import type { Place } from './merge.rules.ts';
import { type Field, PERSON_FIELDS, TITLE_FIELDS } from './record.fields.ts';

type Table = 'title' | 'person';
const FIELDS: Readonly<Record<Table, readonly Pick<Field<never>, 'part' | 'column' | 'list' | 'type'>[]>> = {
  title: TITLE_FIELDS,
  person: PERSON_FIELDS,
};

const upsertOf = (table: Table): string => {
  const fields = FIELDS[table];
  const columns = [...fields.map(({ column }) => column), 'source', 'fetched_at'];
  return `insert into ${table} (id, ${columns.join(', ')}, updated_at)
    select r.id, ${fields.map(({ part }) => `r."${part}"`).join(', ')}, r.source, r."fetchedAt", now()
    from jsonb_to_recordset($1::jsonb) as r (id bigint, ${fields.map(({ part, list, type }) => `"${part}" ${list ?? type ?? 'text'}`).join(', ')},
      source source_name, "fetchedAt" timestamptz) order by r.id
    on conflict (id) do update set ${columns.map((c) => `${c} = excluded.${c}`).join(', ')}, updated_at = now()`;
};
const UPSERT = { title: upsertOf('title'), person: upsertOf('person') } as const;

/** Writes the records themselves, without their parts. */
export const writeRecords = async (tx: Executor, table: Table, records: readonly MergedRecord[]): Promise<void> => {
  if (records.length === 0) return;
  const rows = records.map(({ id, source, fetchedAt, fields }) => ({ ...fields, id, source, fetchedAt }));
  await tx.query(UPSERT[table], [JSON.stringify(rows)]);
};

const idsOf = (records: readonly { readonly id: number }[]): number[] => records.map(({ id }) => id);

/** Writes the origins of the records in the place of those that they had. */
export const writeOrigins = async (tx: Executor, table: Table, records: readonly MergedRecord[]): Promise<void> => {
  const old = records.filter(({ isNew }) => !isNew);
  if (old.length > 0) await tx.query(`delete from ${table}_origin where ${table}_id = any($1)`, [idsOf(old)]);
  const rows = records.flatMap(({ id, origins }) =>
    Object.entries(origins).map(([part, origin]) => ({ id, part, ...origin })),
  );
  if (rows.length === 0) return;
  await tx.query(
    `insert into ${table}_origin (${table}_id, part, source, fetched_at, locked)
      select * from jsonb_to_recordset($1::jsonb) as r (id bigint, part text, source source_name, "fetchedAt" timestamptz, locked boolean)`,
    [JSON.stringify(rows)],
  );
};

interface PartTable {
  readonly gone: string;
  readonly add: string;
}

const credits = (roles: string): PartTable => ({
  gone: `delete from credit where title_id = any($1) and role ${roles}`,
  add: `insert into credit (title_id, role, ordering, person_id, main, characters, job, remark)
    select * from jsonb_to_recordset($1::jsonb) as r (id bigint, role smallint, ordering int, person bigint, main boolean,
      characters text[], job text, remark text)`,
});

/** Parts that lie in tables of their own; all others are lists, kept as a whole. */
const PART_TABLES: Readonly<Record<string, PartTable>> = {
  akas: {
    gone: 'delete from aka where title_id = any($1)',
    add: `insert into aka (title_id, ordering, title, region, language, types, attributes, original)
      select * from jsonb_to_recordset($1::jsonb) as r (id bigint, ordering int, title text, region text, language text,
        types text[], attributes text[], original boolean)`,
  },
  actors: credits('= 0'),
  crew: credits('> 0'),
};

const writeLists = async (tx: Executor, table: Table, records: readonly MergedRecord[]): Promise<void> => {
  const rows = records.flatMap(({ id, parts }) =>
    Object.entries(parts).flatMap(([part, items]) => (part in PART_TABLES ? [] : [{ id, part, items }])),
  );
  if (rows.length === 0) return;
  const list = `jsonb_to_recordset($1::jsonb) as r (id bigint, part text, items jsonb)`;
  await tx.query(
    `delete from ${table}_list l using ${list} where l.${table}_id = r.id and l.part = r.part and r.items = '[]'`,
    [JSON.stringify(rows)],
  );
  await tx.query(
    `insert into ${table}_list (${table}_id, part, items) select r.id, r.part, r.items from ${list} where r.items <> '[]'
      on conflict (${table}_id, part) do update set items = excluded.items`,
    [JSON.stringify(rows)],
  );
};

/** Writes the rows of the parts that have changed in the place of the old ones. */
export const writeParts = async (tx: Executor, table: Table, records: readonly MergedRecord[]): Promise<void> => {
  for (const [part, { gone, add }] of Object.entries(PART_TABLES)) {
    const having = records.filter(({ parts }) => part in parts);
    const old = having.filter(({ isNew }) => !isNew);
    if (old.length > 0) await tx.query(gone, [idsOf(old)]);
    const rows = having.flatMap(({ id, parts }) => (parts[part] ?? []).map((row) => ({ id, ...row })));
    if (rows.length > 0) await tx.query(add, [JSON.stringify(rows)]);
  }
  await writeLists(tx, table, records);
};

/** Puts episodes where they stand now, and those without a place nowhere; each has the year of its own record. */
export const writePlaces = async (
  tx: Executor,
  places: readonly { readonly id: number; readonly place: Place | null; readonly year: unknown }[],
): Promise<void> => {
  if (places.length === 0) return;
  await tx.query('delete from episode where title_id = any($1)', [idsOf(places)]);
  const rows = places.flatMap(({ id, place, year }) => (place === null ? [] : [{ id, ...place, year }]));
  await tx.query(
    `insert into episode (title_id, series_id, season, number, year)
      select * from jsonb_to_recordset($1::jsonb) as r (id bigint, series bigint, season int, number int, year int)`,
    [JSON.stringify(rows)],
  );
};

/** Remembers what other sites call records, where nothing is known of such an id. */
export const writeExternalIds = async (
  tx: Executor,
  kind: RecordKind,
  records: readonly { readonly id: number; readonly ids?: readonly ExternalId[] }[],
): Promise<void> => {
  const rows = records.flatMap((record) =>
    (record.ids ?? []).map(({ site, id }) => ({ site, value: id, id: record.id })),
  );
  if (rows.length === 0) return;
  await tx.query(
    `insert into external_id (site, space, kind, value, record_id)
      select r.site, external_space(r.site, $2::record_kind, t.type), $2::record_kind, r.value, r.id
      from jsonb_to_recordset($1::jsonb) as r (site text, value text, id bigint)
      left join title t on $2 = 'movie' and t.id = r.id on conflict do nothing`,
    [JSON.stringify(rows), kind],
  );
};

export interface Change {
  readonly id: number;
  readonly action: 'create' | 'update' | 'delete' | 'merge';
  /** Where a merged record went. */
  readonly redirectTo?: number;
}

/**
 * Tells the change feed of the records, and answers a relation `id, action` that names them in statements after it. The
 * turn must have been taken.
 */
export const writeChanged = async (tx: Executor, kind: RecordKind, records: readonly Change[]): Promise<string> => {
  const actions = records.map(({ action }) => action);
  const targets = records.map(({ redirectTo }) => redirectTo ?? 'null');
  // In the text, for a table of its own would cost an edit of one record more than all the rest.
  const changed = `unnest('{${idsOf(records)}}'::bigint[], '{${actions}}'::text[], '{${targets}}'::bigint[]) changed (id, action, redirect_to)`;
  if (records.length > 0)
    await tx.query(
      `insert into change (kind, record_id, action, redirect_to)
        select '${kind}', id, action, redirect_to from ${changed} order by id`,
    );
  return changed;
};

/** Whether there are more titles than these many. */
export const hasOthers = async (tx: Executor, titles: number): Promise<boolean> => {
  const { rows } = await tx.query('select 1 from title offset $1 limit 1', [titles]);
  return rows.length > 0;
};
