import type { FacadeShape } from './facade.ts';
import {
  tmdbEpisode,
  tmdbEpisodePart,
  tmdbFilm,
  tmdbFilmPart,
  tmdbPerson,
  tmdbPersonPart,
  tmdbSeason,
  tmdbSeasonPart,
  tmdbTv,
  tmdbTvPart,
} from './tmdb.api.ts';
import { TMDB_LISTS } from './tmdb.lists.api.ts';

/** What clients of TMDB's API 3 call. */
export const TMDB: FacadeShape = {
  name: 'tmdb',
  title: 'TMDB',
  document: '/tmdb/openapi.json',
  docs: '/docs/tmdb',
  setting: 'FACADE_TMDB',
  endpoints: [
    tmdbFilm,
    tmdbFilmPart,
    tmdbTv,
    tmdbTvPart,
    tmdbSeason,
    tmdbSeasonPart,
    tmdbEpisode,
    tmdbEpisodePart,
    tmdbPerson,
    tmdbPersonPart,
    ...TMDB_LISTS,
  ],
};
