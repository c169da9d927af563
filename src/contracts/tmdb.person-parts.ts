import { Type } from 'typebox';
import { TmdbFilmItem, TmdbFilmMedia, TmdbSeriesItem, TmdbSeriesMedia } from './tmdb.items.ts';
import { Changes, count, credit, EmptyPage, images, PersonIds, translated, work } from './tmdb.parts.ts';

// What `append_to_response` adds to a person, each also a call of its own.

const did = { character: Type.String(), ...credit };
const worked = { ...credit, ...work };
const episodes = { episode_count: count };
const ofFilms = {
  cast: Type.Object({ ...TmdbFilmItem.properties, ...did, order: Type.Integer() }),
  crew: Type.Object({ ...TmdbFilmItem.properties, ...worked }),
};
const ofSeries = {
  cast: Type.Object({ ...TmdbSeriesItem.properties, ...did, ...episodes }),
  crew: Type.Object({ ...TmdbSeriesItem.properties, ...worked, ...episodes }),
};
const lists = <C extends Parameters<typeof Type.Array>[0], W extends Parameters<typeof Type.Array>[0]>(
  cast: C,
  crew: W,
) => Type.Object({ cast: Type.Array(cast), crew: Type.Array(crew) });
export const PERSON_PARTS = {
  changes: Changes,
  combined_credits: lists(
    Type.Union([
      Type.Object({ ...TmdbFilmMedia.properties, ...did, order: Type.Integer() }),
      Type.Object({ ...TmdbSeriesMedia.properties, ...did, ...episodes }),
    ]),
    Type.Union([
      Type.Object({ ...TmdbFilmMedia.properties, ...worked }),
      Type.Object({ ...TmdbSeriesMedia.properties, ...worked, ...episodes }),
    ]),
  ),
  external_ids: PersonIds,
  images: Type.Object({ profiles: images }),
  movie_credits: lists(ofFilms.cast, ofFilms.crew),
  tagged_images: EmptyPage,
  translations: translated(Type.Object({ biography: Type.String() })),
  tv_credits: lists(ofSeries.cast, ofSeries.crew),
};
