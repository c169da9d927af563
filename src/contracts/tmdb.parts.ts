import { type TSchema, Type } from 'typebox';
import { maybe } from './maybe.ts';
import {
  person,
  TmdbDay,
  TmdbFilmMediaPage,
  TmdbFilmPage,
  TmdbId,
  TmdbPath,
  TmdbSeriesMediaPage,
  TmdbSeriesPage,
  Vote,
} from './tmdb.items.ts';

// What `append_to_response` adds, each also a call of its own. Never: of this the catalogue knows nothing, the list is empty.

export const none = Type.Array(Type.Never());
const results = <Item extends Parameters<typeof Type.Array>[0]>(item: Item) =>
  Type.Object({ results: Type.Array(item) });

export const credit = { credit_id: Type.String({ pattern: '^[0-9a-f]{24}$' }) };
export const work = { department: Type.String(), job: Type.String() };
const TmdbCast = Type.Object(
  { ...person, cast_id: Type.Integer(), character: Type.String(), ...credit, order: Type.Integer() },
  { $id: 'TmdbCast' },
);
export const TmdbCrew = Type.Object({ ...person, ...credit, ...work }, { $id: 'TmdbCrew' });
export const TmdbGuest = Type.Object(
  { ...person, character: Type.String(), ...credit, order: Type.Integer() },
  { $id: 'TmdbGuest' },
);
const TmdbCredits = Type.Object({ cast: Type.Array(TmdbCast), crew: Type.Array(TmdbCrew) }, { $id: 'TmdbCredits' });
const TmdbEpisodeCredits = Type.Object(
  { ...TmdbCredits.properties, guest_stars: Type.Array(TmdbGuest) },
  { $id: 'TmdbEpisodeCredits' },
);

export const count = Type.Integer({ minimum: 0 });
const TmdbAggregate = Type.Object(
  {
    cast: Type.Array(
      Type.Object({
        ...person,
        roles: Type.Array(Type.Object({ ...credit, character: Type.String(), episode_count: count })),
        total_episode_count: count,
        order: Type.Integer(),
      }),
    ),
    crew: Type.Array(
      Type.Object({
        ...person,
        jobs: Type.Array(Type.Object({ ...credit, job: Type.String(), episode_count: count })),
        department: Type.String(),
        total_episode_count: count,
      }),
    ),
  },
  { $id: 'TmdbAggregate' },
);

const unknown = maybe(Type.String());
const social = { facebook_id: Type.Null(), instagram_id: Type.Null(), twitter_id: Type.Null() };
const freebase = { freebase_mid: Type.Null(), freebase_id: Type.Null(), tvrage_id: Type.Null() };
const named = { imdb_id: unknown, wikidata_id: unknown };
const FilmIds = Type.Object({ ...named, ...social }, { $id: 'TmdbFilmIds' });
const SeriesIds = Type.Object({ ...named, ...freebase, tvdb_id: maybe(TmdbId), ...social }, { $id: 'TmdbSeriesIds' });
export const PersonIds = Type.Object(
  { ...named, ...freebase, ...social, tiktok_id: Type.Null(), youtube_id: Type.Null() },
  { $id: 'TmdbPersonIds' },
);

const TmdbImage = Type.Object(
  {
    aspect_ratio: Type.Number(),
    file_path: TmdbPath,
    height: count,
    iso_639_1: Type.Null(),
    ...Vote,
    width: count,
  },
  { $id: 'TmdbImage' },
);
export const images = Type.Array(TmdbImage);
const TitleImages = Type.Object({ backdrops: none, logos: none, posters: images }, { $id: 'TmdbTitleImages' });

const TmdbVideos = results(
  Type.Object(
    {
      id: Type.String({ pattern: '^[0-9a-f]{24}$' }),
      iso_639_1: Type.String(),
      iso_3166_1: Type.String(),
      key: Type.String(),
      name: Type.String(),
      site: Type.Literal('YouTube'),
      size: count,
      type: Type.Literal('Trailer'),
      official: Type.Boolean(),
      published_at: Type.String(),
    },
    { $id: 'TmdbVideo' },
  ),
);
const Trailers = Type.Object({
  quicktime: none,
  youtube: Type.Array(
    Type.Object({ name: Type.String(), size: Type.String(), source: Type.String(), type: Type.Literal('Trailer') }),
  ),
});

const Keyword = Type.Object({ id: TmdbId, name: Type.String() }, { $id: 'TmdbKeyword' });
const AlternativeTitle = Type.Object(
  { iso_3166_1: Type.String(), title: Type.String(), type: Type.String() },
  { $id: 'TmdbAlternativeTitle' },
);
export const translated = <Data extends TSchema>(data: Data) =>
  Type.Object({
    translations: Type.Array(
      Type.Object({
        iso_3166_1: Type.String(),
        iso_639_1: Type.String(),
        name: Type.String(),
        english_name: Type.String(),
        data,
      }),
    ),
  });
const translations = <Name extends 'title' | 'name'>(name: Name) =>
  translated(
    Type.Object({
      ...({ [name]: Type.String() } as Record<Name, ReturnType<typeof Type.String>>),
      overview: Type.String(),
      homepage: Type.String(),
      tagline: Type.String(),
    }),
  );
const certified = { iso_3166_1: Type.String() };
const ReleaseDates = results(
  Type.Object({
    ...certified,
    release_dates: Type.Array(
      Type.Object({
        certification: Type.String(),
        descriptors: none,
        iso_639_1: Type.String(),
        note: Type.String(),
        release_date: Type.String(),
        type: Type.Integer({ minimum: 1, maximum: 6 }),
      }),
    ),
  }),
);
const Releases = Type.Object({
  countries: Type.Array(
    Type.Object({ ...certified, certification: Type.String(), primary: Type.Boolean(), release_date: TmdbDay }),
  ),
});
const ContentRatings = results(Type.Object({ ...certified, descriptors: none, rating: Type.String() }));
const Providers = Type.Object({ results: Type.Object({}, { additionalProperties: Type.Never() }) });
export const EmptyPage = Type.Object({
  page: Type.Literal(1),
  results: none,
  total_pages: Type.Literal(0),
  total_results: Type.Literal(0),
});
export const Changes = Type.Object({ changes: none });

const everywhere = {
  changes: Changes,
  translations: Type.Object({ translations: none }),
  videos: TmdbVideos,
};
const onScreen = {
  ...everywhere,
  images: TitleImages,
  lists: EmptyPage,
  reviews: EmptyPage,
  credits: TmdbCredits,
  'watch/providers': Providers,
};

export const FILM_PARTS = {
  ...onScreen,
  alternative_titles: Type.Object({ titles: Type.Array(AlternativeTitle) }),
  casts: TmdbCredits,
  external_ids: FilmIds,
  keywords: Type.Object({ keywords: Type.Array(Keyword) }),
  recommendations: TmdbFilmMediaPage,
  release_dates: ReleaseDates,
  releases: Releases,
  similar: TmdbFilmPage,
  similar_movies: TmdbFilmPage,
  trailers: Trailers,
  translations: translations('title'),
};
export const SERIES_PARTS = {
  ...onScreen,
  aggregate_credits: TmdbAggregate,
  alternative_titles: results(AlternativeTitle),
  content_ratings: ContentRatings,
  episode_groups: results(Type.Never()),
  external_ids: SeriesIds,
  keywords: results(Keyword),
  recommendations: TmdbSeriesMediaPage,
  screened_theatrically: results(Type.Never()),
  similar: TmdbSeriesPage,
  trailers: Trailers,
  translations: translations('name'),
};
export const SEASON_PARTS = {
  ...everywhere,
  aggregate_credits: TmdbAggregate,
  credits: TmdbCredits,
  external_ids: SeriesIds,
  images: Type.Object({ posters: images }),
  trailers: Trailers,
  'watch/providers': Providers,
};
export const EPISODE_PARTS = {
  ...everywhere,
  casts: TmdbEpisodeCredits,
  credits: TmdbEpisodeCredits,
  external_ids: SeriesIds,
  images: Type.Object({ stills: images }),
  trailers: Trailers,
};
