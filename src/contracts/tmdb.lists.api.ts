import { type TSchema, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { lenientQuery } from './query.ts';
import {
  TmdbEmptyPage,
  TmdbFilmPage,
  TmdbFound,
  TmdbMultiPage,
  TmdbPersonPage,
  TmdbSeriesPage,
  TmdbTitlePage,
} from './tmdb.items.ts';
import { common, language, listed, page, params, text } from './tmdb.query.ts';
import {
  TmdbCertifications,
  TmdbConfiguration,
  TmdbCountries,
  TmdbGenres,
  TmdbLanguages,
  TmdbProviders,
} from './tmdb.shapes.ts';

// Lists that clients of TMDB's API 3 call.

const LISTS = 'Lists';
const query = text('Words to look for; forgives typos.');
const year = text('Only those of this year.');
const search = <Reply extends TSchema>(name: string, summary: string, years: object, reply: Reply) =>
  endpoint({
    ...common,
    name: `tmdb_search_${name}`,
    path: `/tmdb/3/search/${name}` as `/${string}`,
    tag: 'Search',
    summary,
    query: lenientQuery({
      query,
      ...years,
      include_adult: text('Accepted: the operator decides.'),
      ...page,
      ...language,
    }),
    reply,
    counted: true,
    errors: ['invalid_parameter'],
    example: { query: { query: 'godfather' } },
  });
export const tmdbSearchFilm = search('movie', 'Films by title', { year, primary_release_year: year }, TmdbFilmPage);
export const tmdbSearchTv = search('tv', 'Series by title', { year, first_air_date_year: year }, TmdbSeriesPage);
export const tmdbSearchPerson = search('person', 'People by name', {}, TmdbPersonPage);
export const tmdbSearchMulti = search('multi', 'Films, series and people', {}, TmdbMultiPage);
const NOTHING = 'The catalogue has none: always empty';
export const tmdbSearchOther = ['collection', 'company', 'keyword'].map((name) =>
  search(name, NOTHING, {}, TmdbEmptyPage),
);

export const tmdbFind = endpoint({
  ...common,
  name: 'tmdb_find',
  path: '/tmdb/3/find/:id',
  tag: 'Search',
  summary: 'Whatever has this id at IMDb, TheTVDB or Wikidata',
  params: params('id'),
  query: lenientQuery({
    external_source: text('imdb_id, tvdb_id or wikidata_id; of others nothing is known.'),
    ...language,
  }),
  reply: TmdbFound,
  errors: ['invalid_parameter'],
  example: { params: { id: 'tt0068646' }, query: { external_source: 'imdb_id' } },
});

const list = <const Path extends string, Reply extends TSchema>(path: Path, summary: string, reply: Reply) =>
  endpoint({
    ...common,
    name: `tmdb_${path.replaceAll('/', '_')}`,
    path: `/tmdb/3/${path}` as `/${string}`,
    tag: LISTS,
    summary,
    query: listed,
    reply,
    counted: true,
    errors: ['invalid_parameter'],
    example: {},
  });
const KNOWN = 'the best known first';
export const TMDB_FILM_LISTS = {
  popular: list('movie/popular', `Films, ${KNOWN}`, TmdbFilmPage),
  top_rated: list('movie/top_rated', 'Films by weighted rating', TmdbFilmPage),
  upcoming: list('movie/upcoming', 'Films that come out from today on, soonest first', TmdbFilmPage),
  now_playing: list('movie/now_playing', `Films of this year, ${KNOWN}`, TmdbFilmPage),
};
export const TMDB_SERIES_LISTS = {
  popular: list('tv/popular', `Series, ${KNOWN}`, TmdbSeriesPage),
  top_rated: list('tv/top_rated', 'Series by weighted rating', TmdbSeriesPage),
  on_the_air: list('tv/on_the_air', `Series that began this year, ${KNOWN}`, TmdbSeriesPage),
  airing_today: list('tv/airing_today', `The same`, TmdbSeriesPage),
};
const window = 'Whatever the window: day or week';
export const tmdbTrending = endpoint({
  ...list('trending', `Films, series or both, ${KNOWN}`, Type.Union([TmdbTitlePage, TmdbEmptyPage])),
  path: '/tmdb/3/trending/:of/:window',
  description: `${window}. \`of\` is all, movie, tv or person; of people none are known to be so.`,
  params: params('of', 'window'),
  example: { params: { of: 'all', window: 'week' } },
});

const bound = (of: string) => text(`${of}.`);
const discovering = {
  sort_by: bound(
    'popularity, vote_average, vote_count, primary_release_date, first_air_date, title or name, each .asc or .desc',
  ),
  with_genres: bound('Ids of genres: with commas all of them, with bars any'),
  without_genres: bound('Ids of genres, none of which it may have'),
  with_origin_country: bound('Codes of countries'),
  with_original_language: bound('A code of a language'),
  'vote_average.gte': bound("IMDb's rating, at least"),
  'vote_average.lte': bound("IMDb's rating, at most"),
  'vote_count.gte': bound("IMDb's votes, at least"),
  'with_runtime.gte': bound('Minutes, at least'),
  'with_runtime.lte': bound('Minutes, at most'),
  with_companies: bound('No title has any: nothing is found'),
  with_keywords: bound('The same'),
  with_watch_providers: bound('The same'),
  ...page,
  ...language,
};
const ONLY_YEARS = 'Only the year of it counts';
export const tmdbDiscoverFilm = endpoint({
  ...list('discover/movie', 'Films by filters', TmdbFilmPage),
  query: lenientQuery({
    ...discovering,
    year: bound('Of this year'),
    primary_release_year: bound('Of this year'),
    'primary_release_date.gte': bound(ONLY_YEARS),
    'primary_release_date.lte': bound(ONLY_YEARS),
    'release_date.gte': bound(ONLY_YEARS),
    'release_date.lte': bound(ONLY_YEARS),
    certification: bound('A certificate of the United States'),
    with_people: bound('Ids of people: with commas all of them, with bars any'),
    with_cast: bound('The same among actors'),
    with_crew: bound('As `with_people`'),
  }),
  example: { query: { with_genres: '80', sort_by: 'vote_average.desc' } },
});
export const tmdbDiscoverTv = endpoint({
  ...list('discover/tv', 'Series by filters', TmdbSeriesPage),
  query: lenientQuery({
    ...discovering,
    first_air_date_year: bound('Of this year'),
    'first_air_date.gte': bound(ONLY_YEARS),
    'first_air_date.lte': bound(ONLY_YEARS),
    with_networks: bound('No series has any: nothing is found'),
  }),
  example: { query: { with_genres: '80' } },
});

const fixed = <const Path extends string, Reply extends TSchema>(path: Path, summary: string, reply: Reply) =>
  endpoint({
    ...list(path, summary, reply),
    path: `/tmdb/3/${path}` as const,
    tag: 'Configuration',
    query: lenientQuery(language),
  });
export const tmdbConfiguration = fixed('configuration', 'Where pictures are, and in which sizes', TmdbConfiguration);
export const tmdbFilmGenres = fixed('genre/movie/list', 'Genres of films', TmdbGenres);
export const tmdbTvGenres = fixed('genre/tv/list', 'Genres of series', TmdbGenres);

export const tmdbLanguages = fixed('configuration/languages', 'Languages with their names', TmdbLanguages);
export const tmdbCountries = fixed('configuration/countries', 'Countries with their English names', TmdbCountries);
export const TMDB_CERTIFICATIONS = [
  fixed('certification/movie/list', `Certificates of films. ${NOTHING}`, TmdbCertifications),
  fixed('certification/tv/list', `Certificates of series. ${NOTHING}`, TmdbCertifications),
] as const;
export const TMDB_PROVIDERS = [
  fixed('watch/providers/movie', `Where films are watched. ${NOTHING}`, TmdbProviders),
  fixed('watch/providers/tv', `Where series are watched. ${NOTHING}`, TmdbProviders),
  fixed('watch/providers/regions', `Regions of these. ${NOTHING}`, TmdbProviders),
] as const;

/** What nobody is known to be. */
export const tmdbPersonPopular = list('person/popular', 'People: none are known to be so', TmdbEmptyPage);

export const TMDB_LISTS = [
  tmdbSearchFilm,
  tmdbSearchTv,
  tmdbSearchPerson,
  tmdbSearchMulti,
  ...tmdbSearchOther,
  tmdbFind,
  tmdbDiscoverFilm,
  tmdbDiscoverTv,
  tmdbTrending,
  ...Object.values(TMDB_FILM_LISTS),
  ...Object.values(TMDB_SERIES_LISTS),
  tmdbPersonPopular,
  tmdbConfiguration,
  tmdbFilmGenres,
  tmdbTvGenres,
  tmdbLanguages,
  tmdbCountries,
  ...TMDB_CERTIFICATIONS,
  ...TMDB_PROVIDERS,
] as const;
