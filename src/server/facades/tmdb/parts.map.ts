import type { Static, TSchema } from 'typebox';
import type { Title, TitlePart } from '#contracts/catalog.ts';
import type { FILM_PARTS, SERIES_PARTS } from '#contracts/tmdb.parts.ts';
import { aggregateOf, creditsOf } from './credits.map.ts';
import { filmItem, type ListedTitle, seriesItem } from './items.map.ts';
import { idAt, type KnownIds, type Numbers, wordNumber } from './numbers.map.ts';
import { translationsOf } from './translations.map.ts';
import { dayOf, imagesOf, isCountry, pathOf, screenOf } from './values.map.ts';

/** What the parts of a title are made from. */
export interface Around {
  readonly title: Title;
  readonly numbers: Numbers;
  readonly known: KnownIds;
  /** Titles like it, where they were asked for. */
  readonly alike: readonly ListedTitle[];
}

/** The parts of our records that each of TMDB's is made from; of others nothing has to be read. */
const NEEDS: ReadonlyMap<string, readonly TitlePart[]> = new Map(
  Object.entries({
    ...{ credits: ['actors', 'crew'], casts: ['actors', 'crew'], aggregate_credits: ['actors', 'crew'] },
    ...{ keywords: ['keywords'], videos: ['trailers'], trailers: ['trailers'] },
    ...{ alternative_titles: ['akas'], translations: ['akas', 'plots'] },
    ...{ similar: ['similar-movies'], similar_movies: ['similar-movies'], recommendations: ['similar-movies'] },
  } satisfies Record<string, readonly TitlePart[]>),
);
export const neededFor = (names: readonly string[]): readonly TitlePart[] =>
  names.flatMap((name) => NEEDS.get(name) ?? []);

const FIRST_PAGE = 20;

/** The titles that are like one, as one page. */
const pageOfAll = <Item>(results: readonly Item[]) => ({
  page: 1,
  results: results.slice(0, FIRST_PAGE),
  total_pages: Math.min(1, results.length),
  total_results: Math.min(FIRST_PAGE, results.length),
});

const keywordsOf = ({ keywords = [] }: Title) => keywords.map(({ keywords: name }) => ({ id: wordNumber(name), name }));

const YOUTUBE = /^https:\/\/(?:www\.)?youtu(?:be\.com\/(?:watch\?v=|embed\/)|\.be\/)([\w-]{6,20})/;
const trailersOf = ({ trailers = [] }: Title) =>
  trailers.flatMap(({ name, trailersQualities }) =>
    trailersQualities.slice(0, 1).flatMap(({ quality, urlVideo }) => {
      const key = YOUTUBE.exec(urlVideo)?.[1];
      return key === undefined ? [] : [{ name, key, size: quality ?? 1080 }];
    }),
  );
const videosOf = (title: Title) => ({
  results: trailersOf(title).map(({ name, key, size }) => ({
    id: wordNumber(key).toString(16).padStart(24, '0'),
    ...{ iso_639_1: 'en', iso_3166_1: 'US', key, name, site: 'YouTube' as const, size, type: 'Trailer' as const },
    ...{ official: false, published_at: '' },
  })),
});
/** The older form of the same. */
export const oldTrailersOf = (title: Title) => ({
  quicktime: [],
  youtube: trailersOf(title).map(({ name, key, size }) => ({
    ...{ name, size: size < 720 ? 'Standard' : 'HD', source: key, type: 'Trailer' as const },
  })),
});

const akasOf = ({ akas = [] }: Title) => akas.filter(({ countryCode }) => isCountry(countryCode));
const alternativeTitles = (title: Title) =>
  akasOf(title).map((aka) => ({ iso_3166_1: aka.countryCode ?? '', title: aka.title, type: aka.comment ?? '' }));

/** The certificate that we know is the one of the United States. */
const certified = <T>({ rated }: Title, row: (rated: string) => T): T[] => (rated ? [row(rated)] : []);
const US = { iso_3166_1: 'US' } as const;
const THEATRICAL = 3;

const social = { facebook_id: null, instagram_id: null, twitter_id: null };
const freebase = { freebase_mid: null, freebase_id: null, tvrage_id: null };
/** What is asked of a film, a series, a season or an episode and never known. */
export const EMPTY_PAGE = { page: 1 as const, results: [], total_pages: 0 as const, total_results: 0 as const };
export const unknownParts = {
  changes: () => ({ changes: [] }),
  'watch/providers': () => ({ results: {} }),
};
const onScreen = {
  ...unknownParts,
  images: ({ title }: Around) => ({
    ...{ backdrops: [], logos: [] },
    posters: imagesOf(pathOf(title.imdbId, title.posterUrl)),
  }),
  lists: () => EMPTY_PAGE,
  reviews: () => EMPTY_PAGE,
  credits: ({ title, numbers }: Around) => creditsOf(title, numbers),
  videos: ({ title }: Around) => videosOf(title),
};

/** The ids of a series, or of one of its episodes. */
export const seriesIds = (id: string, known: KnownIds) => ({
  ...{ imdb_id: id, ...freebase, tvdb_id: Number(idAt(known, id, 'tvdb')) || null },
  ...{ wikidata_id: idAt(known, id, 'wikidata'), ...social },
});
/** Those of a person. */
export const personIds = (id: string, known: KnownIds) => ({
  ...{ imdb_id: id, ...freebase, wikidata_id: idAt(known, id, 'wikidata'), ...social },
  ...{ tiktok_id: null, youtube_id: null },
});

/** How each part of a record is made. */
export type Makers<Parts extends Readonly<Record<string, TSchema>>, From> = {
  readonly [Name in keyof Parts]: (from: From) => Static<Parts[Name]>;
};

const films = ({ alike, numbers }: Around) =>
  alike.filter(({ type }) => screenOf(type) === 'film').map((one) => filmItem(one, numbers));
const similarFilms = (around: Around) => pageOfAll(films(around));
export const FILM: Makers<typeof FILM_PARTS, Around> = {
  ...onScreen,
  alternative_titles: ({ title }) => ({ titles: alternativeTitles(title) }),
  casts: onScreen.credits,
  external_ids: ({ title: { imdbId }, known }) => ({
    ...{ imdb_id: imdbId, wikidata_id: idAt(known, imdbId, 'wikidata'), ...social },
  }),
  keywords: ({ title }) => ({ keywords: keywordsOf(title) }),
  recommendations: (around) => pageOfAll(films(around).map((one) => ({ ...one, media_type: 'movie' as const }))),
  release_dates: ({ title }) => ({
    results: certified(title, (certification) => {
      const date = dayOf(title.releaseDate, title.year);
      const release_date = date && `${date}T00:00:00.000Z`;
      const row = { certification, descriptors: [], iso_639_1: '', note: '', release_date, type: THEATRICAL };
      return { ...US, release_dates: [row] };
    }),
  }),
  releases: ({ title }) => ({
    countries: certified(title, (certification) => ({
      ...{ ...US, certification, primary: false, release_date: dayOf(title.releaseDate, title.year) },
    })),
  }),
  similar: similarFilms,
  similar_movies: similarFilms,
  trailers: ({ title }) => oldTrailersOf(title),
  translations: ({ title }) => translationsOf(title, 'title'),
};

const series = ({ alike, numbers }: Around) =>
  alike.filter(({ type }) => screenOf(type) === 'series').map((one) => seriesItem(one, numbers));
export const SERIES: Makers<typeof SERIES_PARTS, Around> = {
  ...onScreen,
  aggregate_credits: ({ title, numbers }) => aggregateOf(title, numbers),
  alternative_titles: ({ title }) => ({ results: alternativeTitles(title) }),
  content_ratings: ({ title }) => ({
    results: certified(title, (rating) => ({ ...US, descriptors: [], rating })),
  }),
  episode_groups: () => ({ results: [] }),
  external_ids: ({ title: { imdbId }, known }) => seriesIds(imdbId, known),
  keywords: ({ title }) => ({ results: keywordsOf(title) }),
  recommendations: (around) => pageOfAll(series(around).map((one) => ({ ...one, media_type: 'tv' as const }))),
  screened_theatrically: () => ({ results: [] }),
  similar: (around) => pageOfAll(series(around)),
  trailers: ({ title }) => oldTrailersOf(title),
  translations: ({ title }) => translationsOf(title, 'name'),
};

/** The parts that were asked for by their names; what is not one is left out. */
export const made = <From>(
  makers: Readonly<Record<string, (from: From) => object>>,
  names: readonly string[],
  from: From,
): Record<string, object> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const make = Object.hasOwn(makers, name) ? makers[name] : undefined;
      return make ? [[name, make(from)] as const] : [];
    }),
  );
