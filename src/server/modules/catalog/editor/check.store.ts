import type { RecordKind } from '#server/kernel/ids.ts';
import type { Executor } from '#server/platform/db/database.ts';
import type { SourceName } from '#server/sources/source.ts';

export interface CheckedRow {
  readonly title: string;
  readonly type: string | null;
  readonly akas: readonly string[];
  readonly source: SourceName;
  readonly days: number;
  readonly picture: boolean;
  readonly votes: number | null;
  readonly rating: number | null;
  readonly orphans: number;
  readonly seasons: readonly number[];
  readonly doubleAkas: number;
  /** Of a title its year, release and last year; of a person birth and death. */
  readonly dates: readonly (string | null)[];
}

const days = `extract(day from now() - t.fetched_at)::int as days`;

/** The places of akas that say what one before them says. */
const DOUBLES = `(select ordering from (select ordering, row_number() over (
    partition by title, region, language, types, attributes order by ordering) as n from aka where title_id = $1) a where n > 1)`;

const TITLE = `select t.title, t.type, array(select a.title from aka a where a.title_id = t.id order by a.ordering) as akas, t.source, ${days},
    t.poster is not null as picture, t.votes, t.rating,
    (select count(*)::int from episode e where e.series_id = t.id and not exists (select from title x where x.id = e.title_id)) as orphans,
    array(select distinct e.season from episode e where e.series_id = t.id and e.season > 0 order by 1) as seasons,
    (select count(*)::int from ${DOUBLES} d) as "doubleAkas",
    array[lpad(t.year::text, 4, '0'), t.release_date, lpad(t.end_year::text, 4, '0')] as dates
  from title t where t.id = $1`;

const PERSON = `select t.name as title, null as type, array(select e->>'alternateName' from person_list l
      cross join jsonb_array_elements(l.items) e where l.person_id = t.id and l.part = 'alternative') as akas, t.source, ${days},
    t.photo is not null as picture, null as votes, null as rating, 0 as orphans, '{}'::int[] as seasons, 0 as "doubleAkas",
    array[t.birth_date, t.death_date] as dates
  from person t where t.id = $1`;

/** What there is to check of a record; null when it is not there. */
export const readChecked = async (db: Executor, kind: RecordKind, key: number): Promise<CheckedRow | null> => {
  const { rows } = await db.query<CheckedRow & Record<string, unknown>>(kind === 'movie' ? TITLE : PERSON, [key]);
  return rows[0] ?? null;
};

/** The ids that lead straight to a record, and whether its own leads anywhere. */
export const readLeading = async (
  db: Executor,
  kind: RecordKind,
  key: number,
): Promise<{ sources: number[]; away: boolean }> => {
  const { rows } = await db.query<{ source: number; target: number }>(
    `select source_id as source, target_id as target from redirect
      where kind = $1 and (target_id = $2 or source_id = $2) order by source_id`,
    [kind, key],
  );
  return {
    sources: rows.flatMap(({ source, target }) => (target === key ? [source] : [])),
    away: rows.some(({ source }) => source === key),
  };
};

/** Takes episodes that are no records out of the list of a series. */
export const deleteOrphans = (tx: Executor, series: number): Promise<unknown> =>
  tx.query(
    'delete from episode e where e.series_id = $1 and not exists (select from title x where x.id = e.title_id)',
    [series],
  );

/** Takes away akas that say what one before them says. */
export const deleteDoubleAkas = (tx: Executor, key: number): Promise<unknown> =>
  tx.query(`delete from aka where title_id = $1 and ordering in ${DOUBLES}`, [key]);

/** Leaves a record to be fetched again; one that waits already, or has been, waits anew. */
export const addWanted = (tx: Executor, imdbId: string, accountId: number | null): Promise<unknown> =>
  tx.query(
    `insert into manual_update (imdb_id, account_id) values ($1, $2)
      on conflict (imdb_id) do update set result = null, processed_at = null`,
    [imdbId, accountId],
  );
