import type { OutputInfo } from 'sharp';
import { LARGEST_PICTURE } from '#contracts/image.api.ts';
import { loadSharp } from './library.ts';
import { encoded, type RasterFormat } from './raster.ts';
import { goesOn, pictureType } from './sniff.rules.ts';

/** Pixels of the largest picture that is read row by row. */
const MOST_PIXELS = 100_000_000;
/** Pixels of the largest one that has to be in memory as a whole: interlaced, progressive, WebP, GIF. */
const MOST_WHOLE_PIXELS = 12_000_000;
const MOST_FRAMES = 200;
/** Seconds that reading or writing one may take. */
const TIMEOUT = 30;

/** The box that a picture is kept in, in pixels: what is larger is made smaller. */
const KEPT = { width: 1_600, height: 2_400 } as const;
/** Every size is kept in each of these, the one first that loses less. */
export const KEPT_FORMATS: readonly RasterFormat[] = ['webp', 'jpeg'];

/** A picture that is not taken, with what is wrong as the end of a sentence. */
export class PictureRefused extends Error {
  override readonly name = 'PictureRefused';
}

export interface PreparedFile {
  readonly width: number;
  readonly format: RasterFormat;
  readonly bytes: Buffer;
}

/** A picture in every size and format that it is answered in; nothing of the sender's bytes is left. */
export interface Prepared {
  readonly width: number;
  readonly height: number;
  readonly files: readonly PreparedFile[];
}

const megapixels = (pixels: number): string => `${pixels / 1_000_000} megapixels`;

/** What a sender says who does not know. */
const UNSAID = ['', 'application/octet-stream'];

/** Looks at the first bytes and the last, and at what its sender says it is. @throws PictureRefused */
const checkType = (bytes: Buffer, said: string): void => {
  if (bytes.length > LARGEST_PICTURE) throw new PictureRefused(`is larger than ${LARGEST_PICTURE} bytes`);
  const type = pictureType(bytes);
  if (type === null) throw new PictureRefused('is no picture in JPEG, PNG, WebP or GIF');
  const meant = said.toLowerCase().replace('image/jpg', 'image/jpeg');
  if (!UNSAID.includes(meant) && meant !== type) throw new PictureRefused(`is ${type}, and said to be ${said}`);
  if (goesOn(bytes, type)) throw new PictureRefused('holds something else behind the picture');
};

/** What a camera's notice of how it was held means: how it is mirrored, and then turned to the right by so many degrees. */
const TURNS: readonly (readonly [number, 'flip' | 'flop' | null])[] = [
  [0, null],
  [0, 'flop'],
  [180, null],
  [0, 'flip'],
  [270, 'flop'],
  [90, null],
  [90, 'flop'],
  [270, null],
];

interface Pixels {
  readonly data: Buffer;
  readonly raw: { readonly width: number; readonly height: number; readonly channels: 1 | 2 | 3 | 4 };
}

const pixels = ({ data, info: { width, height, channels } }: { data: Buffer; info: OutputInfo }): Pixels => ({
  data,
  raw: { width, height, channels },
});

/** The pixels of a picture within the box, as it was held. Turned after it is small: a turn needs all of it in memory. */
const pixelsOf = async (bytes: Buffer): Promise<Pixels> => {
  const sharp = await loadSharp();
  const input = { limitInputPixels: MOST_PIXELS, failOn: 'error', sequentialRead: true } as const;
  const {
    width,
    height,
    format,
    isProgressive,
    pages = 1,
    orientation = 1,
  } = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (pages > MOST_FRAMES) throw new PictureRefused(`has more than ${MOST_FRAMES} frames`);
  const isWhole = isProgressive || format === 'webp' || format === 'gif';
  if (width * height > (isWhole ? MOST_WHOLE_PIXELS : MOST_PIXELS))
    throw new PictureRefused(
      isWhole
        ? `has more than ${megapixels(MOST_WHOLE_PIXELS)}; up to ${megapixels(MOST_PIXELS)} are read of a JPEG that is not progressive and a PNG that is not interlaced`
        : `has more than ${megapixels(MOST_PIXELS)}`,
    );
  const [angle, mirror] = TURNS[orientation - 1] ?? [0, null];
  const lies = angle % 180 !== 0;
  const box = { width: lies ? KEPT.height : KEPT.width, height: lies ? KEPT.width : KEPT.height };
  const small = await sharp(bytes, input)
    .timeout({ seconds: TIMEOUT })
    .resize({ ...box, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  if (angle === 0 && mirror === null) return pixels(small);
  const turned = await sharp(small.data, { raw: small.info })
    .rotate(angle)
    .flip(mirror === 'flip')
    .flop(mirror === 'flop')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return pixels(turned);
};

/**
 * Reads a picture from outside and makes its sizes: `widths` in pixels that are under its own, and its own. Of an
 * animation the first frame is taken. `said`: the media type that its sender gives it; empty where that does not count.
 * @throws PictureRefused
 */
export const preparePicture = async (bytes: Buffer, widths: readonly number[], said: string): Promise<Prepared> => {
  checkType(bytes, said);
  const { data, raw } = await pixelsOf(bytes).catch((error: unknown) => {
    // What the library says of a broken file holds parts of it.
    throw error instanceof PictureRefused ? error : new PictureRefused('cannot be read: it is broken or too large');
  });
  const sharp = await loadSharp();
  const files: PreparedFile[] = [];
  for (const width of [...widths.filter((one) => one < raw.width), raw.width])
    for (const format of KEPT_FORMATS)
      files.push({ width, format, bytes: await encoded(sharp(data, { raw }).resize({ width }), format) });
  return { width: raw.width, height: raw.height, files };
};
