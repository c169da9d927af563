import type { Sharp } from 'sharp';
import { loadSharp } from './library.ts';

export type RasterFormat = 'webp' | 'jpeg';
export type RasterOptions = { width: number; format: RasterFormat };

/** Pixels a source picture may have; a larger one is refused before it is decoded. */
const MOST_PIXELS = 40_000_000;

/** The bytes of a picture that is ready to be written. */
export const encoded = (picture: Sharp, format: RasterFormat): Promise<Buffer> =>
  format === 'webp'
    ? picture.webp({ quality: 84, effort: 2 }).toBuffer()
    : picture.flatten({ background: '#ffffff' }).jpeg({ quality: 84, chromaSubsampling: '4:4:4' }).toBuffer();

/**
 * Turns SVG or any picture sharp reads into WebP or JPEG of `width` pixels; the height follows. Vector input is drawn
 * at the size asked for, never scaled up from a smaller drawing. Rejects when the input is no picture or too large.
 */
export async function rasterise(source: Buffer | string, { width, format }: RasterOptions): Promise<Buffer> {
  const sharp = await loadSharp();
  const input = typeof source === 'string' ? Buffer.from(source) : source;
  return encoded(sharp(input, { limitInputPixels: MOST_PIXELS, failOn: 'error' }).rotate().resize({ width }), format);
}
