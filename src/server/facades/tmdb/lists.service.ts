import type { Static } from 'typebox';
import type { Discovery, Hit } from '#contracts/search.ts';
import type {
  TmdbFilmItem,
  TmdbFilmMedia,
  TmdbFound,
  TmdbPersonItem,
  TmdbPersonMedia,
  TmdbSeriesItem,
  TmdbSeriesMedia,
} from '#contracts/tmdb.items.ts';
import type { Asker } from '#server/modules/catalog/record.service.ts';
import type { Search } from '#server/modules/search/search.service.ts';
import { isExternalId } from '#server/sources/external-id.ts';
import { MOST_PAGES, PAGE, readDiscover, readPeople, yearOf } from './ask.rules.ts';
import type { Screen } from './genres.map.ts';
import { episodeItem, filmItem, mediaItem, personItem, seriesItem } from './items.map.ts';
import { numbersFrom } from './numbers.map.ts';
import type { Reading } from './reading.service.ts';
import { FILM_TYPES, overviewOf, SERIES_TYPES, screenOf } from './values.map.ts';

export interface ListParts {
  readonly reading: Reading;
  readonly search: Pick<Search, 'all' | 'titles' | 'names' | 'popular' | 'top' | 'comingSoon' | 'discover'>;
}

interface Read {
  readonly json: string;
  readonly total: number;
}
type Slice = { readonly offset: number; readonly limit: number };
type Media = Static<typeof TmdbFilmMedia> | Static<typeof TmdbSeriesMedia>;

/** A page, and whether there are more than it counts. */
export interface Paged<Item> {
  readonly page: number;
  readonly results: readonly Item[];
  readonly total_pages: number;
  readonly total_results: number;
}

const MOST = PAGE * MOST_PAGES;
const TYPES: Readonly<Record<Screen, readonly string[]>> = { film: FILM_TYPES, series: SERIES_TYPES };
/** What a chart is of: no shorts and no videos. */
const CHARTED: Readonly<Record<Screen, string>> = { film: 'M|TVM', series: 'S|TVMS' };
const EXTERNAL = { imdb_id: 'imdb', tvdb_id: 'tvdb', wikidata_id: 'wikidata' } as const;

const sliceOf = (page: number): Slice => ({ offset: (page - 1) * PAGE, limit: PAGE });
export const emptyPage = (page: number): Paged<never> => ({ page, results: [], total_pages: 0, total_results: 0 });

/** Lists as clients of TMDB ask for them: found, filtered and charted as the data API does. */
export const createLists = ({ reading, search }: ListParts) => {
  /** What stands under ids, each mapped by what it is. */
  const described = async (ids: readonly string[], asker: Asker) => {
    const of = (prefix: string) => ids.filter((id) => id.startsWith(prefix));
    const [titles, names] = await Promise.all([reading.titles(of('tt'), asker), reading.names(of('nm'), asker)]);
    const works = [...new Set(names.flatMap(({ knownFor }) => knownFor ?? []))];
    const [known, { numbers }] = await Promise.all([
      reading.titles(works, asker),
      reading.knownOf([...new Set([...ids, ...works])]),
    ]);
    const workBy = new Map(known.map((title) => [title.imdbId, title]));
    const people = names.map((name) =>
      personItem(
        name,
        (name.knownFor ?? []).flatMap((id) => workBy.get(id) ?? []),
        numbers,
      ),
    );
    return { titles, names, people, numbers };
  };
  type Described = Awaited<ReturnType<typeof described>>;

  const paged = async <Item>(
    { json, total }: Read,
    page: number,
    asker: Asker,
    map: (found: Described, ids: readonly string[]) => readonly Item[],
  ): Promise<Paged<Item>> => {
    const ids = (JSON.parse(json) as readonly Pick<Hit, 'imdbId'>[]).map(({ imdbId }) => imdbId);
    const results = map(await described(ids, asker), ids);
    const most = Math.min(total, MOST);
    return { page, results, total_pages: Math.ceil(most / PAGE), total_results: most };
  };

  const itemsFor = (screen: Screen) => (found: Described) =>
    found.titles.map((title) => (screen === 'film' ? filmItem : seriesItem)(title, found.numbers)) as readonly (
      | Static<typeof TmdbFilmItem>
      | Static<typeof TmdbSeriesItem>
    )[];
  const mediaIn = ({ titles, numbers }: Described): readonly Media[] =>
    titles.flatMap((title) => mediaItem(title, numbers));

  /** Both kinds in the order in which they were found. */
  const mixed = (found: Described, ids: readonly string[]): readonly (Media | Static<typeof TmdbPersonMedia>)[] => {
    const titles = new Map(found.titles.map((title) => [title.imdbId, title]));
    const people = new Map(found.names.map(({ imdbId }, at) => [imdbId, found.people[at]]));
    return ids.flatMap((id): readonly (Media | Static<typeof TmdbPersonMedia>)[] => {
      const [title, who] = [titles.get(id), people.get(id)];
      if (title) return mediaItem(title, found.numbers);
      return who ? [{ ...who, media_type: 'person' as const }] : [];
    });
  };

  const charted = async (chart: 'popular' | 'top', screen: Screen, page: number, asker: Asker) =>
    paged(await search[chart](CHARTED[screen], sliceOf(page)), page, asker, itemsFor(screen));

  const discovered = async (ask: Parameters<Search['discover']>[0], screen: Screen, page: number, asker: Asker) => {
    const { offset, limit } = sliceOf(page);
    const { json, total } = await search.discover(ask, limit, offset);
    const { items } = JSON.parse(json) as Discovery;
    return paged({ json: JSON.stringify(items), total: total ?? 0 }, page, asker, itemsFor(screen));
  };

  /** The ids of people in a filter; null where one is of nobody who is known. */
  const peopleIn = async (text: string | undefined): Promise<string | null> => {
    const { ids, joint } = readPeople(text);
    const found = await Promise.all(ids.map((id) => reading.named(id, 'person').catch(() => null)));
    const known = found.flatMap((id) => id ?? []);
    return known.length === 0 || (joint === ',' && known.length < found.length) ? null : known.join(joint);
  };

  return {
    /** Titles by their words; nothing where there are none. */
    titles: async (words: string | undefined, year: string | undefined, screen: Screen, page: number, asker: Asker) => {
      if (!words?.trim()) return emptyPage(page);
      const asked = { title: words, types: TYPES[screen], ...(yearOf(year) && { year: yearOf(year) ?? 0 }) };
      return paged(await search.titles(asked, sliceOf(page)), page, asker, itemsFor(screen));
    },
    people: async (
      words: string | undefined,
      page: number,
      asker: Asker,
    ): Promise<Paged<Static<typeof TmdbPersonItem>>> => {
      if (!words?.trim()) return emptyPage(page);
      return paged(await search.names(words, false, sliceOf(page)), page, asker, ({ people }) => people);
    },
    multi: async (words: string | undefined, page: number, asker: Asker) => {
      if (!words?.trim()) return emptyPage(page);
      return paged(await search.all(words, sliceOf(page), { typeNot: 'E' }), page, asker, mixed);
    },
    popular: (screen: Screen, page: number, asker: Asker) => charted('popular', screen, page, asker),
    top: (screen: Screen, page: number, asker: Asker) => charted('top', screen, page, asker),
    trending: async (of: string, page: number, asker: Asker): Promise<Paged<Media>> => {
      const types = { all: `${CHARTED.film}|${CHARTED.series}`, movie: CHARTED.film, tv: CHARTED.series }[of];
      if (types === undefined) return emptyPage(page);
      return paged(await search.popular(types, sliceOf(page)), page, asker, mediaIn);
    },
    upcoming: async (today: string, page: number, asker: Asker) =>
      paged(
        await search.comingSoon(today.replaceAll('-', ''), sliceOf(page), TYPES.film),
        page,
        asker,
        itemsFor('film'),
      ),
    /** What began in a year, the best known first. */
    ofYear: (year: number, screen: Screen, page: number, asker: Asker) =>
      discovered({ type: CHARTED[screen], yearFrom: year, yearTo: year, facets: 'type' }, screen, page, asker),
    discover: async (
      query: Readonly<Record<string, string | undefined>>,
      screen: Screen,
      page: number,
      asker: Asker,
    ) => {
      const ask = readDiscover(query, screen);
      if (ask === null) return emptyPage(page);
      const isCast = query.with_cast !== undefined;
      const people = query.with_cast ?? query.with_crew ?? query.with_people;
      if (people === undefined) return discovered(ask, screen, page, asker);
      const person = await peopleIn(people);
      if (person === null) return emptyPage(page);
      return discovered({ ...ask, person, ...(isCast && { role: 'ACTOR' }) }, screen, page, asker);
    },
    /** Whatever another site calls so. */
    find: async (id: string, source: string, asker: Asker): Promise<Static<typeof TmdbFound>> => {
      const site = Object.hasOwn(EXTERNAL, source) ? EXTERNAL[source as keyof typeof EXTERNAL] : null;
      const isOne = site !== null && (['movie', 'name'] as const).some((kind) => isExternalId(kind, { site, id }));
      const ids = isOne ? await reading.owners({ site, id }) : [];
      const found = await described(ids, asker);
      const of = (screen: Screen) => found.titles.filter(({ type }) => screenOf(type) === screen);
      const { numbers } = found;
      const episodes = await Promise.all(
        found.titles
          .filter(({ type }) => type === 'E')
          .map(async ({ imdbId }) => {
            const title = await reading.placed(imdbId, [], asker);
            const { series } = title;
            if (series?.season == null || series.episode === null) return [];
            const { known } = await reading.knownOf([imdbId, series.imdbId]);
            const { rating, votes, year, posterUrl, releaseDate: date, runtime } = title;
            const as = {
              imdbId,
              title: title.title ?? '',
              rating,
              votes,
              year,
              plot: overviewOf(title),
              posterUrl,
              date,
              runtime,
            };
            const place = { series: series.imdbId, season: series.season };
            const item = episodeItem({ ...as, episode: series.episode }, place, numbersFrom(known));
            return [{ ...item, media_type: 'tv_episode' as const }];
          }),
      );
      return {
        movie_results: of('film').map((title) => ({ ...filmItem(title, numbers), media_type: 'movie' as const })),
        person_results: found.people.map((who) => ({ ...who, media_type: 'person' as const })),
        tv_results: of('series').map((title) => ({ ...seriesItem(title, numbers), media_type: 'tv' as const })),
        tv_episode_results: episodes.flat(),
        tv_season_results: [],
      };
    },
  };
};

export type Lists = ReturnType<typeof createLists>;
