import { discover, genres, popular, search, suggest, top } from './discover.api.ts';
import type { EndpointShape } from './endpoint.ts';
import { batch, changes } from './feed.api.ts';
import { health } from './health.api.ts';
import { image, publicImage } from './image.api.ts';
import {
  movie,
  movieAllInOne,
  movieComingSoon,
  movieEpisode,
  movieEpisodeOfYear,
  moviePartEndpoints,
  movieSearch,
  movieSeason,
  movieSeasonYear,
  tmdbEpisode,
} from './movie.api.ts';
import { name, nameAllInOne, namePartEndpoints, nameSearch } from './name.api.ts';

/** Every endpoint of the product: the API at a glance. */
export const ENDPOINTS: readonly EndpointShape[] = [
  movie,
  ...Object.values(moviePartEndpoints),
  movieSeason,
  movieSeasonYear,
  movieEpisode,
  movieEpisodeOfYear,
  tmdbEpisode,
  movieSearch,
  movieComingSoon,
  movieAllInOne,
  name,
  ...Object.values(namePartEndpoints),
  nameSearch,
  nameAllInOne,
  search,
  suggest,
  discover,
  top,
  popular,
  genres,
  batch,
  changes,
  image,
  publicImage,
  health,
];
