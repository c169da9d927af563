import type { Static } from 'typebox';
import type { Season, Title } from '#contracts/catalog.ts';
import { TOTAL_CAP } from '#contracts/list-limits.ts';
import type { Hit } from '#contracts/search.ts';
import { followed } from '#server/facades/followed.ts';
import { foldText } from '#server/kernel/fold.ts';
import { toJson } from '#server/kernel/json.ts';
import type { Asker, Records, SeriesOfSeason } from '#server/modules/catalog/record.service.ts';
import type { Search } from '#server/modules/search/search.service.ts';
import type { Named, Narrowed } from './ask.rules.ts';
import { notFound, TEXTS, type Text } from './failures.ts';
import type { YearedHit } from './lists.map.ts';
import { PARTS } from './title.map.ts';
import { typesOf } from './values.map.ts';

export interface FindParts {
  readonly records: Pick<Records, 'title' | 'seasonOfSeries' | 'batch' | 'told'>;
  readonly search: Pick<Search, 'titles'>;
}

/** Titles of one name that are looked at for the one that most have voted on. */
const NAMESAKES = 50;
/** Hits of a page, as OMDb has it. */
const PAGE = 10;

const SERIES: Narrowed['type'] = 'series';

const unknownId = () => notFound('title_unknown', TEXTS.badId);

/** Episodes are found only where they are asked for: there are more of them than of all other titles. */
const ofType = (type: Narrowed['type']) => (type === undefined ? { typeNot: 'E' } : { types: typesOf(type) });
const ofYear = (year: Narrowed['year']) => (year === undefined ? {} : { year });

/** What a client of OMDb asks for, by the reads of the data API. */
export const createFind = ({ records, search }: FindParts) => {
  const hitsOf = async (title: string, { type, year }: Narrowed, more: object, offset: number, limit: number) => {
    const { json, total } = await search.titles(
      { title, ...ofType(type), ...ofYear(year), ...more },
      { offset, limit },
    );
    return { hits: JSON.parse(json) as readonly Hit[], total };
  };

  /** The title of exactly this name that most have voted on; else the best-known with all of its words as they are written. */
  const bestMatch = async (title: string, narrowed: Narrowed): Promise<Hit | undefined> => {
    const { hits: called } = await hitsOf(title, narrowed, { exact: true }, 0, NAMESAKES);
    const name = foldText(title);
    const isNamed = (hit: Hit): number => Number(foldText(hit.title ?? '') === name);
    const [best] = called.toSorted((a, b) => isNamed(b) - isNamed(a) || (b.votes ?? 0) - (a.votes ?? 0));
    return best ?? (await hitsOf(title, narrowed, { typos: false }, 0, 1)).hits[0];
  };

  const idOf = async (named: Named, missing: Text): Promise<string> => {
    if ('id' in named) return named.id;
    const found = await bestMatch(named.title, named);
    if (!found) throw notFound('title_unknown', missing);
    return found.imdbId;
  };

  const titleBy = async (id: string, asker: Asker): Promise<Title> =>
    JSON.parse(await followed((one) => records.title(one, { parts: PARTS, fields: null }, asker), id, unknownId));

  /** Of a series, whatever type is asked for with it. */
  const seasonBy = async (named: Named, number: number, asker: Asker, missing: Text) => {
    const id = await idOf('id' in named ? named : { ...named, type: SERIES }, missing);
    const { series, json } = await followed((one) => records.seasonOfSeries(one, number, asker), id, unknownId);
    if (json === null) throw notFound('season_unknown', missing);
    return { series: JSON.parse(series) as SeriesOfSeason, season: JSON.parse(json) as Static<typeof Season> };
  };

  /** The years in which series ended, by their ids. */
  const endsOf = async (hits: readonly Hit[], asker: Asker): Promise<ReadonlyMap<string, number | null>> => {
    const ids = hits.filter(({ type }) => type === 'S' || type === 'TVMS').map(({ imdbId }) => imdbId);
    if (ids.length === 0) return new Map();
    const items: readonly { id: string; data: { endYear: number | null } | null }[] = JSON.parse(
      await records.batch({ ids, fields: ['endYear'] }, asker),
    );
    return new Map(items.map(({ id, data }) => [id, data?.endYear ?? null]));
  };

  return {
    /** Throws `title_unknown`. */
    title: async (named: Named, asker: Asker): Promise<Title> => {
      const isSeries = 'title' in named && named.type === SERIES;
      return titleBy(await idOf(named, isSeries ? TEXTS.noSeries : TEXTS.noMovie), asker);
    },
    /** Throws `title_unknown` and `season_unknown`. */
    season: (named: Named, season: number, asker: Asker) => seasonBy(named, season, asker, TEXTS.noSeason),
    /** Throws `title_unknown`, `season_unknown` and `episode_unknown`. */
    episode: async (named: Named, number: number, episode: number, asker: Asker): Promise<Title> => {
      const { season } = await seasonBy(named, number, asker, TEXTS.noEpisode);
      const found = season.episodes.find((one) => one.episode === episode);
      if (!found) throw notFound('episode_unknown', TEXTS.noEpisode);
      return titleBy(found.imdbId, asker);
    },
    /** A page of hits, best first. Throws `title_unknown` where there are none. */
    list: async (words: string, page: number, narrowed: Narrowed, asker: Asker) => {
      const offset = (page - 1) * PAGE;
      const { hits, total } = await hitsOf(words, narrowed, {}, offset, PAGE);
      if (hits.length === 0)
        throw notFound('title_unknown', offset >= TOTAL_CAP && total > TOTAL_CAP ? TEXTS.tooMany : TEXTS.noMovie);
      const ends = await endsOf(hits, asker);
      const called: readonly Hit[] = JSON.parse(await records.told(toJson(hits), asker));
      const yeared = called.map((hit): YearedHit => ({ ...hit, endYear: ends.get(hit.imdbId) ?? null }));
      return { hits: yeared, total };
    },
  };
};
