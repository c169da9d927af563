import type { RecordKind } from '#server/kernel/ids.ts';
import type { Executor } from '#server/platform/db/database.ts';
import type { ExternalId } from '#server/sources/external-id.ts';

export interface EpisodeRow {
  /** The series. */
  readonly of: number;
  readonly id: number;
  readonly season: number | null;
  readonly number: number | null;
  readonly type: string;
  readonly title: string;
  readonly year: number | null;
  readonly release_date: string | null;
}

/** The episodes of series in their order. */
export const readEpisodes = async (db: Executor, series: readonly number[]): Promise<EpisodeRow[]> => {
  const { rows } = await db.query<EpisodeRow>(
    `select e.series_id as of, e.title_id as id, e.season, e.number, x.type, x.title, x.year, x.release_date
      from episode e join title x on x.id = e.title_id where e.series_id = any($1)
      order by e.season nulls last, e.number nulls last, e.title_id`,
    [series],
  );
  return rows;
};

/** What other sites call records. */
export const readExternalIds = async (
  db: Executor,
  kind: RecordKind,
  keys: readonly number[],
): Promise<(ExternalId & { readonly of: number })[]> => {
  const { rows } = await db.query<ExternalId & { readonly of: number }>(
    'select record_id as of, site, value as id from external_id where kind = $1 and record_id = any($2) order by 2, 3',
    [kind, keys],
  );
  return rows;
};

/** What people are called. */
export const readNames = async (db: Executor, keys: readonly number[]): Promise<Map<number, string>> => {
  if (keys.length === 0) return new Map();
  const { rows } = await db.query<{ id: number; name: string }>('select id, name from person where id = any($1)', [
    keys,
  ]);
  return new Map(rows.map(({ id, name }) => [id, name]));
};

/** Which of these titles there are. */
export const readKnownTitles = async (db: Executor, keys: readonly number[]): Promise<Set<number>> => {
  if (keys.length === 0) return new Set();
  const { rows } = await db.query<{ id: number }>('select id from title where id = any($1)', [keys]);
  return new Set(rows.map(({ id }) => id));
};
