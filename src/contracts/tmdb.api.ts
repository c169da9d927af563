import { type TSchema, Type } from 'typebox';
import { endpoint, undocumented } from './endpoint.ts';
import { EPISODE_PARTS, FILM_PARTS, SEASON_PARTS, SERIES_PARTS } from './tmdb.parts.ts';
import { PERSON_PARTS } from './tmdb.person-parts.ts';
import { common, detailed, listed, params } from './tmdb.query.ts';
import { TmdbEpisode, TmdbFilm, TmdbPerson, TmdbSeason, TmdbSeries } from './tmdb.shapes.ts';

// Records that clients of TMDB's API 3 call.

const TITLE = 'Films and series';
const ID = "TMDB's id, where the catalogue knows it, else 1,000,000,000 and the number of the IMDb id.";
const missing = ['title_unknown'] as const;

const record = <const Path extends string, const Names extends readonly string[], Reply extends TSchema>(
  name: string,
  path: Path,
  summary: string,
  names: Names,
  reply: Reply,
  example: Readonly<Record<string, string>>,
) =>
  endpoint({
    ...common,
    name: `tmdb_${name}`,
    path: `/tmdb/3/${path}`,
    tag: name === 'person' ? 'People' : TITLE,
    summary,
    description: ID,
    params: params(...names),
    query: detailed,
    reply,
    errors: name === 'person' ? (['name_unknown'] as const) : missing,
    example: { params: example },
  });

const GODFATHER = { id: '1000068646' };
const SERIES = { id: '1396' };
const SEASON = { ...SERIES, season: '1' };
const EPISODE = { ...SEASON, episode: '1' };
const PACINO = { id: '1000000199' };

export const tmdbFilm = record('movie', 'movie/:id', 'A film; also by its IMDb id', ['id'], TmdbFilm, GODFATHER);
export const tmdbTv = record('tv', 'tv/:id', 'A series', ['id'], TmdbSeries, SERIES);
export const tmdbSeason = record(
  ...(['season', 'tv/:id/season/:season', 'A season', ['id', 'season'], TmdbSeason, SEASON] as const),
);
export const tmdbEpisode = record(
  'episode',
  'tv/:id/season/:season/episode/:episode',
  'An episode',
  ['id', 'season', 'episode'],
  TmdbEpisode,
  EPISODE,
);
export const tmdbPerson = record('person', 'person/:id', 'A person', ['id'], TmdbPerson, PACINO);

/** One of the parts, with the id of what it is of. */
const partOf = (parts: Readonly<Record<string, TSchema>>) =>
  Type.Union(
    [...new Set(Object.values(parts))].map((body) => Type.Intersect([Type.Object({ id: Type.Integer() }), body])),
  );
const part = <
  Whole extends { name: string; path: `/${string}`; summary: string; tag: string },
  const Names extends readonly string[],
>(
  whole: Whole,
  names: Names,
  parts: Readonly<Record<string, TSchema>>,
  example: Readonly<Record<string, string>>,
) =>
  endpoint({
    ...common,
    name: `${whole.name}_part`,
    path: `${whole.path}/:part` as const,
    tag: whole.tag,
    summary: `${whole.summary}: one of the parts`,
    description: `One of ${Object.keys(parts).join(', ')}.`,
    params: params<[...Names, 'part']>(...names, 'part'),
    query: listed,
    reply: partOf(parts),
    errors: missing,
    example: { params: { ...example, part: 'external_ids' } },
  });
export const tmdbFilmPart = part(tmdbFilm, ['id'], FILM_PARTS, GODFATHER);
export const tmdbTvPart = part(tmdbTv, ['id'], SERIES_PARTS, SERIES);
export const tmdbSeasonPart = part(tmdbSeason, ['id', 'season'], SEASON_PARTS, SEASON);
export const tmdbEpisodePart = part(tmdbEpisode, ['id', 'season', 'episode'], EPISODE_PARTS, EPISODE);
export const tmdbPersonPart = part(tmdbPerson, ['id'], PERSON_PARTS, PACINO);

const providers = (path: '/tmdb/3/movie' | '/tmdb/3/tv') =>
  undocumented({
    method: 'GET',
    path: `${path}/:id/watch/providers`,
    access: 'token',
    params: params('id'),
    query: listed,
  });
/** The part whose name has a slash. */
export const tmdbFilmProviders = providers('/tmdb/3/movie');
export const tmdbTvProviders = providers('/tmdb/3/tv');
export const tmdbSeasonProviders = undocumented({
  method: 'GET',
  path: '/tmdb/3/tv/:id/season/:season/watch/providers',
  access: 'token',
  params: params('id', 'season'),
  query: listed,
});

/** A picture, for whoever has its address. */
export const tmdbPicture = undocumented({
  method: 'GET',
  path: '/tmdb/t/p/:size/:file',
  access: 'public',
  params: params('size', 'file'),
  query: 'any',
});
