import type { Static } from 'typebox';
import type { Season } from '#contracts/catalog.ts';
import type { OmdbSearch, OmdbSeason } from '#contracts/omdb.api.ts';
import type { Hit } from '#contracts/search.ts';
import type { SeriesOfSeason } from '#server/modules/catalog/record.service.ts';
import { dayInDigits, known, omdbType, posterOf, ratingOf, yearsOf } from './values.map.ts';

const Response = 'True' as const;

/** The episodes of a season. Those whose number is not known are left out: there are clients that give up the whole list for one. */
export const seasonOf = (
  series: SeriesOfSeason,
  { numSeason, episodes }: Static<typeof Season>,
): Static<typeof OmdbSeason> => ({
  Title: series.title,
  Season: known(numSeason),
  totalSeasons: known(series.totalSeasons || null),
  Episodes: episodes
    .filter(({ episode }) => episode !== null)
    .map(({ title, date, episode, rating, imdbId }) => ({
      Title: title,
      Released: dayInDigits(date),
      Episode: String(episode),
      imdbRating: ratingOf(rating),
      imdbID: imdbId,
    })),
  Response,
});

/** A hit, with the year in which a series ended. */
export type YearedHit = Hit & { readonly endYear: number | null };

/** A page of what was found. */
export const searchOf = (hits: readonly YearedHit[], total: number): Static<typeof OmdbSearch> => ({
  Search: hits.map(({ title, type, year, endYear, imdbId, posterUrl }) => ({
    Title: known(title),
    Year: yearsOf({ type, year, endYear }),
    imdbID: imdbId,
    Type: omdbType(type),
    Poster: posterOf(posterUrl),
  })),
  totalResults: String(total),
  Response,
});
