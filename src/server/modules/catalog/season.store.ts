import { type JsonText, jsonText } from '#server/kernel/json.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { jsonRow } from '#server/platform/db/json.ts';
import { ofAnyLength, statement } from '#server/platform/db/statement.ts';
import { episodeItem, episodeRows, seasonRows } from './title.parts.ts';
import { type Visibility, visibilityTypes, visibilityValues } from './visibility.ts';

/** Which episodes of a series: a season's, those without a season, or a year's. */
export type EpisodeSet = { readonly season: number } | { readonly season: null } | { readonly year: number };

const types = { id: 'bigint', value: 'int', episode: 'int', ...visibilityTypes };
const series = `select 1 from title t where t.id = $id and ($sources is null or t.source = any($sources))`;

const conditions = {
  season: 'e.series_id = $id and e.season = $value',
  unknown: 'e.series_id = $id and e.season is null',
  year: 'e.series_id = $id and e.year = $value',
} as const;
type Condition = keyof typeof conditions;

/** A year can hold parts of several seasons: then they are one list under no single number. */
const seasonText = (condition: Condition): string =>
  condition === 'year'
    ? `select ${jsonRow(`case when min(e.season) = max(e.season) then min(e.season) end as "numSeason",
      $value as year,
      json_agg(${episodeItem} order by e.season nulls last, e.number nulls last, e.title_id) as episodes`)}::text as json
      from ${episodeRows} where ${conditions.year} having count(*) > 0`
    : `select s.item::text as json from (${seasonRows(conditions[condition])}) s`;

/** Several seasons of a year can have an episode of the number: the smallest counts. */
const episodeText = (condition: Condition): string =>
  `select ${episodeItem}::text as json from ${episodeRows}
    where ${conditions[condition]} and e.number = $episode order by e.season nulls last, e.title_id limit 1`;

const prepare = (kind: 'season' | 'episode', text: (condition: Condition) => string) => {
  const one = (condition: Condition) =>
    statement(`${kind}_${condition}`, `select exists (${series}) as known, (${text(condition)}) as json`, types);
  return { season: one('season'), unknown: one('unknown'), year: one('year') };
};
const seasons = prepare('season', seasonText);
const episodes = prepare('episode', episodeText);

const pick = (set: EpisodeSet): { condition: Condition; value: number | null } => {
  if ('year' in set) return { condition: 'year', value: set.year };
  return set.season === null ? { condition: 'unknown', value: null } : { condition: 'season', value: set.season };
};

export interface Found {
  /** Whether the series itself is there. */
  readonly known: boolean;
  readonly json: JsonText | null;
}

const read = async (
  db: Executor,
  prepared: typeof seasons,
  key: number,
  set: EpisodeSet,
  episode: number | null,
  seen: Visibility,
): Promise<Found> => {
  const { condition, value } = pick(set);
  const { rows } = await db.query<{ known: boolean; json: string | null }>(
    prepared[condition]({ id: key, value, episode, ...visibilityValues(seen) }),
  );
  const [row] = rows;
  return { known: row?.known ?? false, json: row?.json == null ? null : jsonText(row.json) };
};

/** The episodes of a season or a year as one Season. */
export const readSeason = (db: Executor, key: number, set: EpisodeSet, seen: Visibility): Promise<Found> =>
  read(db, seasons, key, set, null, seen);

/** One episode by its number within a season or a year. */
export const readEpisode = (
  db: Executor,
  key: number,
  set: EpisodeSet,
  episode: number,
  seen: Visibility,
): Promise<Found> => read(db, episodes, key, set, episode, seen);

const ofSeries = statement(
  'season_of_series',
  `select ${jsonRow(`title_ref(t.id) as "imdbId", t.title, t.type,
      (select count(distinct e.season) from episode e where e.series_id = t.id and e.season > 0) as "totalSeasons"`)}::text as series,
    (${seasonText('season')}) as json
    from title t where t.id = $id and ($sources is null or t.source = any($sources))`,
  types,
);

/** What a season is of, and the season; null when the series is not there. One statement. */
export const readSeasonOfSeries = async (
  db: Executor,
  key: number,
  season: number,
  seen: Visibility,
): Promise<{ readonly series: JsonText; readonly json: JsonText | null } | null> => {
  const { rows } = await db.query<{ series: string; json: string | null }>(
    ofSeries({ id: key, value: season, episode: null, ...visibilityValues(seen) }),
  );
  const [row] = rows;
  return row ? { series: jsonText(row.series), json: row.json === null ? null : jsonText(row.json) } : null;
};

const seriesOf = statement(
  'series_of_episodes',
  `select e.title_id as episode, e.series_id as series from episode e join title t on t.id = e.series_id
    where e.title_id = any(${ofAnyLength('$ids', 'bigint[]')}) and ($sources is null or t.source = any($sources))`,
  { ids: 'bigint[]', ...visibilityTypes },
);

/** The series of those that are episodes, by their keys. One statement. */
export const readSeriesOf = async (
  db: Executor,
  keys: readonly number[],
  seen: Visibility,
): Promise<ReadonlyMap<number, number>> => {
  const { rows } = await db.query<{ readonly episode: number; readonly series: number }>(
    seriesOf({ ids: keys, ...visibilityValues(seen) }),
  );
  return new Map(rows.map(({ episode, series }) => [episode, series]));
};
