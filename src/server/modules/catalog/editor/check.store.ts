import type { RecordKind } from '#server/kernel/ids.ts';
import type { Executor } from '#server/platform/db/database.ts';
import type { SourceName } from '#server/sources/source.ts';

export interface CheckedRow {
  readonly id: number;
  readonly title: string;
  readonly type: string | null;
  readonly akas: readonly string[];
  readonly source: SourceName;
  readonly days: number;
  readonly picture: boolean;
  readonly votes: number | null;
  readonly rating: number | null;
  readonly orphans: number;
  readonly isLost: boolean;
  readonly seasons: readonly number[];
  readonly doubleAkas: number;
  readonly away: boolean;
  /** Of a title its year, release and last year; of a person birth and death. */
  readonly dates: readonly (string | null)[];
}

const days = `extract(day from now() - t.fetched_at)::int as days`;

/** Whether the redirect of a record's own id leads away. */
const away = (kind: RecordKind): string =>
  `exists (select from redirect r where r.kind = '${kind}' and r.source_id = t.id) as away`;

/** The places of akas that say what one before them says, of the title with this id. */
const doubles = (id: string): string => `(select ordering from (select ordering, row_number() over (
    partition by title, region, language, types, attributes order by ordering) as n from aka where title_id = ${id}) a where n > 1)`;

const TITLE = `select t.id, ${away('movie')}, t.title, t.type, array(select a.title from aka a where a.title_id = t.id order by a.ordering) as akas, t.source, ${days},
    t.poster is not null as picture, t.votes, t.rating,
    (select count(*)::int from episode e where e.series_id = t.id and not exists (select from title x where x.id = e.title_id)) as orphans,
    t.type = 'E' and not exists (select from episode e join title x on x.id = e.series_id where e.title_id = t.id) as "isLost",
    array(select distinct e.season from episode e where e.series_id = t.id and e.season > 0 order by 1) as seasons,
    (select count(*)::int from ${doubles('t.id')} d) as "doubleAkas",
    array[lpad(t.year::text, 4, '0'), t.release_date, lpad(t.end_year::text, 4, '0')] as dates
  from title t where t.id = any($1) order by t.id`;

const PERSON = `select t.id, ${away('name')}, t.name as title, null as type, array(select e->>'alternateName' from person_list l
      cross join jsonb_array_elements(l.items) e where l.person_id = t.id and l.part = 'alternative') as akas, t.source, ${days},
    t.photo is not null as picture, null as votes, null as rating, 0 as orphans, false as "isLost", '{}'::int[] as seasons, 0 as "doubleAkas",
    array[t.birth_date, t.death_date] as dates
  from person t where t.id = any($1) order by t.id`;

/** What there is to check of records, those that are there. */
export const readChecked = async (
  db: Executor,
  kind: RecordKind,
  keys: readonly number[],
): Promise<readonly CheckedRow[]> => {
  const { rows } = await db.query<CheckedRow & Record<string, unknown>>(kind === 'movie' ? TITLE : PERSON, [keys]);
  return rows;
};

const TABLE = { movie: 'title', name: 'person' } as const;

export const countRecords = async (db: Executor, kind: RecordKind): Promise<number> => {
  const { rows } = await db.query<{ n: number }>(`select count(*) as n from ${TABLE[kind]}`);
  return rows[0]?.n ?? 0;
};

/** The next records behind one, by their ids. */
export const readNext = async (
  db: Executor,
  kind: RecordKind,
  after: number,
  limit: number,
): Promise<readonly number[]> => {
  const { rows } = await db.query<{ id: number }>(`select id from ${TABLE[kind]} where id > $1 order by id limit $2`, [
    after,
    limit,
  ]);
  return rows.map(({ id }) => id);
};

/** The ids that lead straight to a record. */
export const readLeading = async (db: Executor, kind: RecordKind, key: number): Promise<readonly number[]> => {
  const { rows } = await db.query<{ source: number }>(
    'select source_id as source from redirect where kind = $1 and target_id = $2 order by source_id',
    [kind, key],
  );
  return rows.map(({ source }) => source);
};

/** Takes episodes that are no records out of the list of a series. */
export const deleteOrphans = (tx: Executor, series: number): Promise<unknown> =>
  tx.query(
    'delete from episode e where e.series_id = $1 and not exists (select from title x where x.id = e.title_id)',
    [series],
  );

/** Takes away akas that say what one before them says. */
export const deleteDoubleAkas = (tx: Executor, key: number): Promise<unknown> =>
  tx.query(`delete from aka where title_id = $1 and ordering in ${doubles('$1')}`, [key]);

/** Leaves a record to be fetched again; one that waits already, or has been, waits anew. */
export const addWanted = (tx: Executor, imdbId: string, accountId: number | null): Promise<unknown> =>
  tx.query(
    `insert into manual_update (imdb_id, account_id) values ($1, $2)
      on conflict (imdb_id) do update set result = null, processed_at = null`,
    [imdbId, accountId],
  );
