import { Type } from 'typebox';
import { maybe } from './maybe.ts';

// What clients of TMDB read in lists: all keys are always there, and what is not known is empty in TMDB's way.

export const TmdbId = Type.Integer({ minimum: 1, maximum: 10_999_999_999 });
/** A day, or nothing. Where only the month or the year is known it is the first day of it. */
export const TmdbDay = Type.String({ pattern: '^(\\d{4}-\\d\\d-\\d\\d)?$', description: 'yyyy-mm-dd, or empty.' });
/** A picture below `/tmdb/t/p/{size}`. */
export const TmdbPath = maybe(Type.String({ pattern: '^/(tt|nm)\\d{7,10}\\.jpg$' }));
const Empty = Type.Null();
export const Vote = {
  vote_average: Type.Number({ minimum: 0, maximum: 10, description: "IMDb's rating; 0 where there is none." }),
  vote_count: Type.Integer({ minimum: 0, description: "IMDb's votes." }),
};
const Popularity = Type.Number({ minimum: 0, description: 'Grows with the votes; above 5 from some two hundred on.' });

const common = {
  adult: Type.Boolean(),
  backdrop_path: Empty,
  genre_ids: Type.Array(TmdbId),
  id: TmdbId,
  original_language: Type.String({ description: 'xx where it is not known.' }),
  overview: Type.String(),
  popularity: Popularity,
  poster_path: TmdbPath,
  origin_country: Type.Array(Type.String()),
  ...Vote,
};

const film = {
  ...common,
  original_title: Type.String(),
  release_date: TmdbDay,
  title: Type.String(),
  video: Type.Boolean(),
};
const series = { ...common, original_name: Type.String(), first_air_date: TmdbDay, name: Type.String() };
const media = <const Name extends string>(name: Name) => ({ media_type: Type.Literal(name) });

export const TmdbFilmItem = Type.Object(film, { $id: 'TmdbFilmItem' });
export const TmdbSeriesItem = Type.Object(series, { $id: 'TmdbSeriesItem' });
export const TmdbFilmMedia = Type.Object({ ...film, ...media('movie') }, { $id: 'TmdbFilmMedia' });
export const TmdbSeriesMedia = Type.Object({ ...series, ...media('tv') }, { $id: 'TmdbSeriesMedia' });
const TitleMedia = Type.Union([TmdbFilmMedia, TmdbSeriesMedia]);

const gender = Type.Integer({ minimum: 0, maximum: 3, description: '0: not known.' });
export const person = {
  adult: Type.Boolean(),
  gender,
  id: TmdbId,
  known_for_department: Type.String(),
  name: Type.String(),
  original_name: Type.String(),
  popularity: Popularity,
  profile_path: TmdbPath,
};
const personItem = { ...person, known_for: Type.Array(TitleMedia) };
export const TmdbPersonItem = Type.Object(personItem, { $id: 'TmdbPersonItem' });
export const TmdbPersonMedia = Type.Object({ ...personItem, ...media('person') }, { $id: 'TmdbPersonMedia' });

export const TmdbEpisodeItem = Type.Object(
  {
    air_date: TmdbDay,
    episode_number: Type.Integer(),
    episode_type: Type.Literal('standard'),
    id: TmdbId,
    name: Type.String(),
    overview: Type.String(),
    production_code: Type.Literal(''),
    runtime: maybe(Type.Integer()),
    season_number: Type.Integer(),
    show_id: TmdbId,
    still_path: TmdbPath,
    ...Vote,
  },
  { $id: 'TmdbEpisodeItem' },
);
const TmdbEpisodeMedia = Type.Object(
  { ...TmdbEpisodeItem.properties, ...media('tv_episode') },
  { $id: 'TmdbEpisodeMedia' },
);

/** Pages of 20, of which 500 can be read. */
const pageOf = <const Id extends string, Item extends Parameters<typeof Type.Array>[0]>(id: Id, item: Item) =>
  Type.Object(
    {
      page: Type.Integer({ minimum: 1, maximum: 500 }),
      results: Type.Array(item),
      total_pages: Type.Integer({ minimum: 0, maximum: 500 }),
      total_results: Type.Integer({ minimum: 0, maximum: 10_000 }),
    },
    { $id: id },
  );
export const TmdbFilmPage = pageOf('TmdbFilmPage', TmdbFilmItem);
export const TmdbSeriesPage = pageOf('TmdbSeriesPage', TmdbSeriesItem);
export const TmdbPersonPage = pageOf('TmdbPersonPage', TmdbPersonItem);
export const TmdbFilmMediaPage = pageOf('TmdbFilmMediaPage', TmdbFilmMedia);
export const TmdbSeriesMediaPage = pageOf('TmdbSeriesMediaPage', TmdbSeriesMedia);
export const TmdbTitlePage = pageOf('TmdbTitlePage', TitleMedia);
export const TmdbMultiPage = pageOf('TmdbMultiPage', Type.Union([TmdbFilmMedia, TmdbSeriesMedia, TmdbPersonMedia]));
export const TmdbEmptyPage = pageOf('TmdbEmptyPage', Type.Never());

export const TmdbFound = Type.Object(
  {
    movie_results: Type.Array(TmdbFilmMedia),
    person_results: Type.Array(TmdbPersonMedia),
    tv_results: Type.Array(TmdbSeriesMedia),
    tv_episode_results: Type.Array(TmdbEpisodeMedia),
    tv_season_results: Type.Array(Type.Never()),
  },
  { $id: 'TmdbFound' },
);
