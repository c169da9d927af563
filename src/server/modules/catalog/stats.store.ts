import type { Executor } from '#server/platform/db/database.ts';
import { statement } from '#server/platform/db/statement.ts';
import type { SourceName } from '#server/sources/source.ts';
import { type Visibility, visibilityTypes, visibilityValues } from './visibility.ts';

export interface LastUpdate {
  readonly date: string;
  readonly imdbId: string;
  readonly description: string;
}

export interface Counts {
  readonly titles: number;
  readonly names: number;
  readonly images: number;
}

/** The planner's idea of a column of a table. */
const idea = (table: 'title' | 'person', column: string): string =>
  `from pg_stats s where s.schemaname = any(current_schemas(false)) and s.tablename = '${table}' and s.attname = '${column}'`;

/** Which share of the rows is of sources that may be shown, as the planner believes. */
const shownOf = (table: 'title' | 'person'): string =>
  `case when $sources is null then 1 else coalesce((select sum(m.share)
    from (select unnest(s.most_common_vals::text::text[]) as source, unnest(s.most_common_freqs) as share ${idea(table, 'source')}) m
    where m.source = any($sources::text[])), 0) end`;

const SHOWN = '($sources is null or source = any($sources))';

/** Rows of a table: counted where the planner believes that there are few, else what it believes. */
const rowsOf = (table: 'title' | 'person'): string =>
  `(select case when c.reltuples > $exact then (c.reltuples * ${shownOf(table)})::bigint
      else (select count(*) from ${table} where ${SHOWN}) end
    from pg_class c where c.oid = to_regclass('${table}'))`;

const picturesOf = (table: 'title' | 'person', column: 'poster' | 'photo'): string =>
  `(select case when c.reltuples > $exact
      then (c.reltuples * ${shownOf(table)} * (1 - coalesce((select s.null_frac ${idea(table, column)}), 1)))::bigint
      else (select count(*) from ${table} where ${column} is not null and ${SHOWN}) end
    from pg_class c where c.oid = to_regclass('${table}'))`;

const counts = statement(
  'stats_counts',
  `select ${rowsOf('title')} as titles, ${rowsOf('person')} as names,
    ${picturesOf('title', 'poster')} + ${picturesOf('person', 'photo')} as images`,
  { exact: 'int', ...visibilityTypes },
);

/** What the catalogue holds of what may be shown; of tables that are larger than `exact` rows about. */
export const readCounts = async (db: Executor, exact: number, seen: Visibility): Promise<Counts> => {
  const { rows } = await db.query<Counts & Record<string, unknown>>(counts({ exact, ...visibilityValues(seen) }));
  return rows[0] ?? { titles: 0, names: 0, images: 0 };
};

/** How far back a change is looked for whose record is still there and may be shown. */
const CHANGES = 1_000;

const last = statement(
  'stats_last_update',
  `select wire_time(c.at) as date, case c.kind when 'movie' then title_ref(t.id) else name_ref(p.id) end as "imdbId",
      coalesce(t.title, p.name) as description
    from (select * from change order by id desc limit ${CHANGES}) c
    left join title t on c.kind = 'movie' and t.id = c.record_id and ($adult or not t.adult)
      and ($sources is null or t.source = any($sources))
    left join person p on c.kind = 'name' and p.id = c.record_id and ($sources is null or p.source = any($sources))
    where coalesce(t.id, p.id) is not null order by c.id desc limit 1`,
  visibilityTypes,
);

/** The record that was changed last, of those that may be shown. */
export const readLastUpdate = async (db: Executor, seen: Visibility): Promise<LastUpdate | null> =>
  (await db.query<LastUpdate & Record<string, unknown>>(last(visibilityValues(seen)))).rows[0] ?? null;

const SAID_BY = ['title', 'person', 'title_origin', 'person_origin'] as const;

/** The sources of a table: looked up where the planner believes that it is small, else those that it knows of. */
const sourcesIn = (table: (typeof SAID_BY)[number]): string =>
  `select distinct t.source::text as source from ${table} t
    where (select c.reltuples <= $exact from pg_class c where c.oid = to_regclass('${table}'))
  union select unnest(s.most_common_vals::text::text[]) from pg_stats s, pg_class c
    where s.schemaname = any(current_schemas(false)) and s.tablename = '${table}' and s.attname = 'source'
      and c.oid = to_regclass('${table}') and c.reltuples > $exact`;

const sources = statement(
  'stats_sources',
  `select source from (${SAID_BY.map(sourcesIn).join(' union ')}) all_of_them
    where $sources is null or source = any($sources::text[]) order by source::source_name`,
  { exact: 'int', ...visibilityTypes },
);

/** The sources that what may be shown comes from. */
export const readSources = async (db: Executor, exact: number, seen: Visibility): Promise<readonly SourceName[]> =>
  (await db.query<{ readonly source: SourceName }>(sources({ exact, ...visibilityValues(seen) }))).rows.map(
    ({ source }) => source,
  );
