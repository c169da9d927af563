import { Type } from 'typebox';
import { maybe } from './maybe.ts';
import {
  person,
  TmdbDay,
  TmdbEpisodeItem,
  TmdbFilmItem,
  TmdbId,
  TmdbPath,
  TmdbSeriesItem,
  Vote,
} from './tmdb.items.ts';
import { EPISODE_PARTS, FILM_PARTS, SEASON_PARTS, SERIES_PARTS, TmdbCrew, TmdbGuest } from './tmdb.parts.ts';
import { PERSON_PARTS } from './tmdb.person-parts.ts';

// Records as clients of TMDB read them. Never: the catalogue knows none of these, and the list is empty.

const none = Type.Array(Type.Never());
const Genre = Type.Object({ id: TmdbId, name: Type.String() }, { $id: 'TmdbGenre' });
const Country = Type.Object({ iso_3166_1: Type.String(), name: Type.String() }, { $id: 'TmdbCountry' });
const Language = Type.Object(
  { english_name: Type.String(), iso_639_1: Type.String(), name: Type.String() },
  { $id: 'TmdbLanguage' },
);
const amount = Type.Integer({ minimum: 0, description: 'US dollars; 0 where it is not known.' });

const details = {
  genres: Type.Array(Genre),
  homepage: Type.Literal(''),
  production_companies: none,
  production_countries: Type.Array(Country),
  spoken_languages: Type.Array(Language),
  status: Type.String(),
  tagline: Type.Literal(''),
};

const { genre_ids: _, ...film } = TmdbFilmItem.properties;
export const TmdbFilm = Type.Object(
  {
    ...film,
    ...details,
    belongs_to_collection: Type.Null(),
    budget: amount,
    imdb_id: Type.String(),
    revenue: amount,
    runtime: Type.Integer({ minimum: 0, description: 'Minutes; 0 where it is not known.' }),
    ...Type.Partial(Type.Object(FILM_PARTS)).properties,
  },
  { $id: 'TmdbFilm' },
);

const season = {
  air_date: maybe(TmdbDay),
  id: TmdbId,
  name: Type.String(),
  overview: Type.Literal(''),
  poster_path: TmdbPath,
  season_number: Type.Integer({ minimum: 0 }),
  vote_average: Vote.vote_average,
};
const TmdbSeasonItem = Type.Object(
  { ...season, episode_count: Type.Integer({ minimum: 0 }) },
  { $id: 'TmdbSeasonItem' },
);

const { genre_ids: __, ...series } = TmdbSeriesItem.properties;
export const TmdbSeries = Type.Object(
  {
    ...series,
    ...details,
    created_by: none,
    episode_run_time: Type.Array(Type.Integer()),
    in_production: Type.Boolean(),
    languages: Type.Array(Type.String()),
    last_air_date: maybe(TmdbDay),
    last_episode_to_air: maybe(TmdbEpisodeItem),
    networks: none,
    next_episode_to_air: maybe(TmdbEpisodeItem),
    number_of_episodes: Type.Integer({ minimum: 0 }),
    number_of_seasons: Type.Integer({ minimum: 0 }),
    seasons: Type.Array(TmdbSeasonItem),
    type: Type.Enum(['Scripted', 'Miniseries']),
    ...Type.Partial(Type.Object(SERIES_PARTS)).properties,
  },
  { $id: 'TmdbSeries' },
);

const listed = { ...TmdbEpisodeItem.properties, crew: Type.Array(TmdbCrew), guest_stars: Type.Array(TmdbGuest) };
export const TmdbSeason = Type.Object(
  {
    _id: Type.String(),
    ...season,
    episodes: Type.Array(Type.Object(listed, { $id: 'TmdbListedEpisode' })),
    networks: none,
    ...Type.Partial(Type.Object(SEASON_PARTS)).properties,
  },
  { $id: 'TmdbSeason' },
);
export const TmdbEpisode = Type.Object(
  { ...listed, ...Type.Partial(Type.Object(EPISODE_PARTS)).properties },
  { $id: 'TmdbEpisode' },
);

const { original_name: ___, ...who } = person;
export const TmdbPerson = Type.Object(
  {
    ...who,
    also_known_as: Type.Array(Type.String()),
    biography: Type.String(),
    birthday: maybe(TmdbDay),
    deathday: maybe(TmdbDay),
    homepage: Type.Null(),
    imdb_id: Type.String(),
    place_of_birth: maybe(Type.String()),
    ...Type.Partial(Type.Object(PERSON_PARTS)).properties,
  },
  { $id: 'TmdbPerson' },
);

const sizes = Type.Array(Type.String());
export const TmdbConfiguration = Type.Object(
  {
    images: Type.Object({
      base_url: Type.String({ description: 'Where pictures are: this, a size and a path make an address.' }),
      secure_base_url: Type.String(),
      backdrop_sizes: sizes,
      logo_sizes: sizes,
      poster_sizes: sizes,
      profile_sizes: sizes,
      still_sizes: sizes,
    }),
    change_keys: sizes,
  },
  { $id: 'TmdbConfiguration' },
);
export const TmdbLanguages = Type.Array(Language, { $id: 'TmdbLanguages' });
export const TmdbCountries = Type.Array(
  Type.Object({ iso_3166_1: Type.String(), english_name: Type.String(), native_name: Type.String() }),
  { $id: 'TmdbCountries' },
);
/** Which certificates a country has is not known. */
export const TmdbCertifications = Type.Object({ certifications: Type.Object({}) }, { $id: 'TmdbCertifications' });
/** Where films are watched is not known. */
export const TmdbProviders = Type.Object({ results: none }, { $id: 'TmdbProviders' });
export const TmdbGenres = Type.Object({ genres: Type.Array(Genre) }, { $id: 'TmdbGenres' });

/** What a failure is told as. */
export const TmdbFailed = Type.Object(
  {
    success: Type.Literal(false),
    status_code: Type.Integer({ description: "TMDB's number of the failure." }),
    status_message: Type.String(),
  },
  { $id: 'TmdbFailed' },
);
