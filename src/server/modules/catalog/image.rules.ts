import { IMAGE_WIDTHS } from '#contracts/image-widths.ts';
import type { RasterFormat } from '#server/platform/images/raster.ts';

/**
 * The width to serve: the smallest one not under what was asked for, or `original` (the picture's own width in pixels)
 * when none was asked for, when it is wider than all of them, and when the original is smaller: nothing is scaled up.
 */
export function imageWidth(requested: number | undefined, original: number): number {
  if (requested === undefined || !(requested > 0)) return original;
  const next = IMAGE_WIDTHS.find((width) => width >= requested);
  return next === undefined ? original : Math.min(next, original);
}

/** WebP when the Accept header names it and not with q=0; JPEG otherwise: a wildcard comes from clients of every age. */
export function imageFormat(accept: string | undefined): RasterFormat {
  const ranges = (accept ?? '')
    .toLowerCase()
    .split(',')
    .map((range) => range.trim());
  const takes = ranges.some((range) => /^image\/webp(\s*;|$)/.test(range) && !/;\s*q=0(\.0*)?\s*(;|$)/.test(range));
  return takes ? 'webp' : 'jpeg';
}
