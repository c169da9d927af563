import type { Static } from 'typebox';
import { IMAGE_WIDTHS } from '#contracts/image-widths.ts';
import type { TmdbConfiguration } from '#contracts/tmdb.shapes.ts';

/** Where pictures are, and in which sizes: those that TMDB names, for clients that know them by heart. */
export const configurationOf = (publicUrl: string): Static<typeof TmdbConfiguration> => {
  const base = `${publicUrl}/tmdb/t/p/`;
  return {
    images: {
      ...{ base_url: base, secure_base_url: base },
      backdrop_sizes: ['w300', 'w780', 'w1280', 'original'],
      logo_sizes: ['w45', 'w92', 'w154', 'w185', 'w300', 'w500', 'original'],
      poster_sizes: ['w92', 'w154', 'w185', 'w342', 'w500', 'w780', 'original'],
      profile_sizes: ['w45', 'w185', 'h632', 'original'],
      still_sizes: ['w92', 'w185', 'w300', 'original'],
    },
    change_keys: [],
  };
};

const LARGEST = Math.max(...IMAGE_WIDTHS);

/**
 * The width in pixels that a size means: `w342`, `h632`, `w600_and_h900_bestv2`, also unlisted ones. Undefined: the original.
 * Null for what is no size.
 */
export const widthOf = (size: string): number | undefined | null => {
  if (size === 'original') return undefined;
  const [, of, pixels] = /^([wh])([1-9]\d{0,3})(?:_and_h[1-9]\d{0,3}\w{0,20})?$/.exec(size) ?? [];
  if (pixels === undefined) return null;
  const width = of === 'w' ? Number(pixels) : Math.round((Number(pixels) * 2) / 3);
  return Math.min(width, LARGEST);
};
