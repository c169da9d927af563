import type Sharp from 'sharp';

export type RasterFormat = 'webp' | 'jpeg';
export type RasterOptions = { width: number; format: RasterFormat };

/** Pixels a source picture may have; a larger one is refused before it is decoded. */
const MOST_PIXELS = 40_000_000;

/** The library takes 20 MB of memory: it comes with the first picture. */
const load = async (): Promise<typeof Sharp> => {
  const { default: sharp } = await import('sharp');
  // Several pictures at once are the caller's choice; one picture must not take every core from the requests beside it.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
};
let loaded: Promise<typeof Sharp> | undefined;

/**
 * Turns SVG or any picture sharp reads into WebP or JPEG of `width` pixels; the height follows. Vector input is drawn
 * at the size asked for, never scaled up from a smaller drawing. Rejects when the input is no picture or too large.
 */
export async function rasterise(source: Buffer | string, { width, format }: RasterOptions): Promise<Buffer> {
  loaded ??= load();
  const sharp = await loaded;
  const input = typeof source === 'string' ? Buffer.from(source) : source;
  const picture = sharp(input, { limitInputPixels: MOST_PIXELS, failOn: 'error' }).rotate().resize({ width });
  return format === 'webp'
    ? picture.webp({ quality: 84, effort: 2 }).toBuffer()
    : picture.flatten({ background: '#ffffff' }).jpeg({ quality: 84, chromaSubsampling: '4:4:4' }).toBuffer();
}
