import { Type } from 'typebox';
import {
  Season,
  SeasonEpisode,
  TITLE_PART_NAMES,
  TITLE_PARTS,
  Title,
  type TitlePart,
  TitleTypeSchema,
} from './catalog.ts';
import { CREW_TYPES } from './crew.ts';
import { endpoint } from './endpoint.ts';
import { TitleId } from './ids.ts';
import { flag, inLanguage, language, names, paging, partFlags, query, searched, year } from './query.ts';
import { ComingSoon, Hit } from './search.ts';
import { SomeOfTitle } from './some-of.ts';

const get = { method: 'GET', access: 'token', tag: 'Movies', ...inLanguage } as const;
const listed = { ...get, description: 'An empty list where nothing is known.', shape: 'page' } as const;
const ofTitle = Type.Object({ imdbId: TitleId });
const ofSeries = { imdbId: TitleId };
const number = Type.String({
  pattern: '^\\d{1,6}$',
  'x-form': 'is a number of up to 6 digits',
  description: 'A number.',
});
const fourDigits = Type.String({ pattern: '^\\d{4}$', 'x-form': 'is a year of 4 digits', description: 'A year.' });
const godfather = { imdbId: 'tt0068646' };
const breakingBad = { imdbId: 'tt0903747' };
const titleErrors = ['malformed_id', 'invalid_parameter', 'title_unknown'] as const;
const seasonErrors = [...titleErrors, 'season_unknown'] as const;
const episodeErrors = [...seasonErrors, 'episode_unknown'] as const;

/** `include` and `fields` of a title. */
export const titleView = {
  include: names([...TITLE_PART_NAMES, 'all'], 'Parts to add to the record.'),
  fields: names(Object.keys(Title.properties), 'The only fields of the record to answer; included parts come on top.'),
};

export const movie = endpoint({
  name: 'movie',
  ...get,
  path: '/api/v1/movie/:imdbId',
  summary: 'A title, with any of its parts',
  description: 'A merged id answers 308 with the address of the title it was merged into; so does a longer-padded id.',
  params: ofTitle,
  query: query({ ...titleView, ...language }),
  reply: Type.Union([Title, SomeOfTitle]),
  errors: titleErrors,
  example: { params: godfather, query: { include: 'genres,countries' } },
});

const part = <P extends TitlePart>(name: P, summary: string, extra: Parameters<typeof Type.Object>[0] = {}) =>
  endpoint({
    name: `movie_${TITLE_PARTS[name][0]}`,
    ...listed,
    path: `/api/v1/movie/:imdbId/${name}`,
    summary,
    params: ofTitle,
    query: query({ ...paging, ...language, ...extra }),
    reply: Type.Array(TITLE_PARTS[name][1]),
    errors: titleErrors,
    example: { params: name === 'season' ? breakingBad : godfather, query: { regs: name === 'season' ? '1' : '2' } },
  });

export const moviePartEndpoints = {
  akas: part('akas', 'Titles in other countries and languages'),
  actors: part('actors', 'Actors and their characters', {
    main: flag('Only the main actors; false: only the others.'),
    full: flag('Accepted; all actors are always answered.'),
  }),
  awards: part('awards', 'Awards and nominations'),
  business: part('business', 'Budget, openings and gross'),
  countries: part('countries', 'Countries of origin'),
  crew: part('crew', 'Everyone behind the camera', { type: Type.Optional(Type.Enum([...CREW_TYPES])) }),
  genres: part('genres', 'Genres'),
  goofs: part('goofs', 'Mistakes that can be seen'),
  keywords: part('keywords', 'Keywords'),
  languages: part('languages', 'Languages spoken'),
  locations: part('locations', 'Filming locations'),
  photos: part('photos', 'Photos'),
  plots: part('plots', 'Plots in other languages, with where each comes from'),
  quotes: part('quotes', 'Quotes'),
  'similar-movies': part('similar-movies', 'Titles that are alike'),
  technicals: part('technicals', 'Technical specifications'),
  trailers: part('trailers', 'Trailers'),
  trivias: part('trivias', 'Trivia'),
  season: part('season', 'Seasons with their episodes'),
} as const;

/** What existing clients send with a season or an episode; both are answered whole. */
const ofOthers = {
  page: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Accepted; a season is answered whole.' }),
  ),
  ...language,
};

export const movieSeason = endpoint({
  name: 'movie_season',
  ...get,
  path: '/api/v1/movie/:imdbId/season/:season',
  summary: 'The episodes of one season',
  description: '`unknown` in place of the number answers the episodes that stand under no season.',
  params: Type.Object({
    ...ofSeries,
    season: Type.String({
      pattern: '^(\\d{1,6}|unknown)$',
      'x-form': 'is a number of up to 6 digits, or unknown',
      description: 'A number, or unknown.',
    }),
  }),
  query: query(ofOthers),
  reply: Season,
  errors: seasonErrors,
  example: { params: { ...breakingBad, season: '1' } },
});

export const movieSeasonYear = endpoint({
  name: 'movie_season_year',
  ...get,
  path: '/api/v1/movie/:imdbId/season/year/:year',
  summary: 'The episodes of one year',
  description: 'Of all seasons: each episode says which it is of.',
  params: Type.Object({ ...ofSeries, year: fourDigits }),
  query: query(ofOthers),
  reply: Season,
  errors: seasonErrors,
  example: { params: { ...breakingBad, year: '2008' } },
});

export const movieEpisode = endpoint({
  name: 'movie_episode',
  ...get,
  path: '/api/v1/movie/:imdbId/season/:season/episode/:episode',
  summary: 'One episode, by season and number',
  params: Type.Object({ ...ofSeries, season: number, episode: number }),
  query: query(ofOthers),
  reply: SeasonEpisode,
  errors: episodeErrors,
  example: { params: { ...breakingBad, season: '1', episode: '1' } },
});

/** A year can hold parts of several seasons, each with an episode of this number. */
export const movieEpisodeOfYear = endpoint({
  name: 'movie_episode_of_year',
  ...get,
  path: '/api/v1/movie/:imdbId/season/year/:year/episode/:episode',
  summary: 'One episode, by year and number',
  description:
    'Where several seasons of that year have an episode of this number, the one of the smallest season; 0 is the smallest, and an episode without a season comes last.',
  params: Type.Object({ ...ofSeries, year: fourDigits, episode: number }),
  query: query(ofOthers),
  reply: SeasonEpisode,
  errors: episodeErrors,
  example: { params: { ...breakingBad, year: '2008', episode: '1' } },
});

export const tmdbEpisode = endpoint({
  name: 'tmdb_episode',
  ...get,
  path: '/api/v1/tmdb/movie/:id/season/:season/episode/:episode',
  summary: 'One episode, by the TMDB or IMDb id of its series',
  params: Type.Object({
    id: Type.String({
      pattern: '^(\\d{1,10}|tt\\d{7,10})$',
      'x-form': 'is a number of up to 10 digits, or tt and 7 to 10 digits',
      description: 'TMDB or IMDb id of the series.',
      'x-reason': 'malformed_id',
    }),
    season: number,
    episode: number,
  }),
  query: query(ofOthers),
  reply: SeasonEpisode,
  errors: episodeErrors,
  example: { params: { id: '1396', season: '1', episode: '1' } },
});

export const movieSearch = endpoint({
  name: 'movie_search',
  ...get,
  path: '/api/v1/movie/search',
  summary: 'Titles by title, original title or aka',
  params: Type.Object({}),
  query: query({
    title: searched,
    year: Type.Optional(year),
    type: Type.Optional(TitleTypeSchema),
    exact: flag('Only titles that are called exactly this, whatever the case and the diacritics.'),
    ...paging,
    ...language,
  }),
  reply: Type.Array(Hit),
  shape: 'page',
  errors: ['invalid_parameter'],
  example: { query: { title: 'el padrino', regs: '2' } },
});

export const movieComingSoon = endpoint({
  name: 'movie_coming_soon',
  ...get,
  path: '/api/v1/movie/coming-soon/:date',
  summary: 'Titles released on or after a day, soonest first',
  params: Type.Object({
    date: Type.String({ pattern: '^\\d{8}$', 'x-form': 'is a day as yyyyMMdd', description: 'yyyyMMdd' }),
  }),
  query: query({ ...paging, ...language }),
  reply: Type.Array(ComingSoon),
  shape: 'page',
  errors: ['invalid_parameter'],
  example: { params: { date: '20100101' }, query: { regs: '2' } },
});

export const movieAllInOne = endpoint({
  name: 'movie_all_in_one',
  ...get,
  path: '/api/v1/movie/all-in-one',
  summary: 'A title with parts, asked for by flags',
  description: 'The older form of `include`.',
  query: Type.Object({ imdbId: TitleId, ...partFlags(TITLE_PARTS), ...language }, { additionalProperties: false }),
  reply: Title,
  errors: titleErrors,
  example: { query: { imdbId: 'tt0068646', genres: '1' } },
});
