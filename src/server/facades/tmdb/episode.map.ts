import type { Static } from 'typebox';
import type { Title } from '#contracts/catalog.ts';
import type { EPISODE_PARTS, SEASON_PARTS } from '#contracts/tmdb.parts.ts';
import type { TmdbEpisode } from '#contracts/tmdb.shapes.ts';
import { aggregateOf, creditsOf } from './credits.map.ts';
import { episodeItem, type Place } from './items.map.ts';
import type { KnownIds, Numbers } from './numbers.map.ts';
import { type Makers, oldTrailersOf, seriesIds, unknownParts } from './parts.map.ts';
import { imagesOf, overviewOf, pathOf } from './values.map.ts';

/** What the parts of an episode, or of a season with its series, are made from. */
export interface Within {
  readonly title: Title;
  readonly numbers: Numbers;
  readonly known: KnownIds;
}

/** Who is in each episode, and who is a guest in this one. */
const creditsIn = ({ title, numbers }: Within): Static<typeof EPISODE_PARTS.credits> => {
  const main = (title.actors ?? []).filter((one) => one.main);
  const { cast, crew } = creditsOf(title, numbers);
  if (main.length === 0) return { cast, crew, guest_stars: [] };
  return {
    cast: cast.slice(0, main.length),
    crew,
    guest_stars: cast.slice(main.length).map(({ cast_id: _, ...guest }) => guest),
  };
};

const shared = {
  ...unknownParts,
  translations: () => ({ translations: [] }),
  videos: () => ({ results: [] }),
};

export const EPISODE: Makers<typeof EPISODE_PARTS, Within> = {
  ...shared,
  casts: creditsIn,
  credits: creditsIn,
  external_ids: ({ title, known }) => seriesIds(title.imdbId, known),
  images: ({ title }) => ({ stills: imagesOf(pathOf(title.imdbId, title.posterUrl)) }),
  trailers: ({ title }) => oldTrailersOf(title),
};

/** Of a season little is known by itself: who is in it is who is in its series. */
export const SEASON: Makers<typeof SEASON_PARTS, Within> = {
  ...shared,
  aggregate_credits: ({ title, numbers }) => aggregateOf(title, numbers),
  credits: ({ title, numbers }) => creditsOf(title, numbers),
  external_ids: () => ({ ...seriesIds('', new Map()), imdb_id: null }),
  images: () => ({ posters: [] }),
  trailers: () => ({ quicktime: [], youtube: [] }),
};

/** An episode as a record of its own, without the parts that are added. */
export const episodeBody = (within: Within, number: number, place: Place): Static<typeof TmdbEpisode> => {
  const { title, numbers } = within;
  const { crew, guest_stars } = creditsIn(within);
  const { imdbId, year, rating, votes, posterUrl, releaseDate, runtime } = title;
  const as = { imdbId, title: title.title ?? '', year, runtime, rating, votes, posterUrl, date: releaseDate };
  const item = episodeItem({ ...as, episode: number, plot: overviewOf(title) }, place, numbers);
  return { ...item, crew, guest_stars };
};
