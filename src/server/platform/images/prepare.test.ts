import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { handmadeGif, handmadePng, hostilePictures, longText, poster } from '#test/support/pictures.ts';
import { PictureRefused, preparePicture } from './prepare.ts';

const WIDTHS = [92, 185, 342];
const made = async (bytes: Buffer, said = '') => {
  const { width, height, files } = await preparePicture(bytes, WIDTHS, said);
  return { width, height, files: files.map(({ width: wide, format }) => `${wide}.${format}`) };
};
const refusal = (bytes: Buffer, said = ''): Promise<string> =>
  preparePicture(bytes, WIDTHS, said).then(
    () => 'taken',
    (error: unknown) => (error instanceof PictureRefused ? error.message : Promise.reject(error)),
  );

/** The colours of the four corners, as letters. */
const cornersOf = async (bytes: Buffer): Promise<string> => {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number): string => {
    const from = (y * info.width + x) * info.channels;
    return [...data.subarray(from, from + 3)].map((value) => (value > 127 ? '1' : '0')).join('');
  };
  const [right, below] = [info.width - 1, info.height - 1];
  return [at(0, 0), at(right, 0), at(0, below), at(right, below)].join(' ');
};

describe('a picture from outside', () => {
  it('is made in every size under its own, and its own, in both formats', async () => {
    expect(await made(await poster(300, 450).jpeg().toBuffer())).toEqual({
      width: 300,
      height: 450,
      files: ['92.webp', '92.jpeg', '185.webp', '185.jpeg', '300.webp', '300.jpeg'],
    });
    const { files } = await preparePicture(await poster(300, 450).png().toBuffer(), WIDTHS, '');
    for (const { width, format, bytes } of files) {
      const found = await sharp(bytes).metadata();
      expect([found.format, found.width]).toEqual([format, width]);
      expect(Math.abs(found.height - width * 1.5)).toBeLessThan(1);
    }
  });

  it('is made smaller where it is larger than 1,600 by 2,400, and never larger', async () => {
    expect(await made(await poster(4_000, 5_000).jpeg().toBuffer())).toMatchObject({ width: 1_600, height: 2_000 });
    expect(await made(await poster(60, 90).webp().toBuffer())).toMatchObject({
      width: 60,
      files: ['60.webp', '60.jpeg'],
    });
  });

  it('of 100 megapixels is taken when it can be read in parts', async () => {
    expect(await made(handmadePng(10_000, 10_000, 10_000))).toMatchObject({ width: 1_600, height: 1_600 });
  });

  it('keeps nothing of what the file says beside it', async () => {
    const bytes = await poster(200, 300)
      .withExif({ IFD0: { Copyright: 'a secret place' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">a secret place</x:xmpmeta>')
      .jpeg()
      .toBuffer();
    expect(bytes.includes('a secret place')).toBe(true);
    const { files } = await preparePicture(bytes, WIDTHS, 'image/jpeg');
    for (const { bytes: file } of files) {
      const { exif, xmp, icc } = await sharp(file).metadata();
      expect([file.includes('a secret place'), exif, xmp, icc]).toEqual([false, undefined, undefined, undefined]);
    }
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('stands as it was held (%i)', async (orientation) => {
    const corner = { width: 100, height: 100, channels: 3, background: '#00ff00' } as const;
    const plain = await poster(300, 450)
      .composite([{ input: { create: corner }, top: 0, left: 0 }])
      .png()
      .toBuffer();
    const turned = await sharp(plain).withMetadata({ orientation }).jpeg().toBuffer();
    const { files } = await preparePicture(turned, [], '');
    const expected = await sharp(turned).autoOrient().png().toBuffer();
    expect(await cornersOf(files[0]?.bytes ?? plain)).toBe(await cornersOf(expected));
  });

  it('that shows through stands on white where it cannot', async () => {
    const clear = { width: 50, height: 50, channels: 4, background: '#00000000' } as const;
    const { files } = await preparePicture(await sharp({ create: clear }).png().toBuffer(), [], '');
    expect(await cornersOf(files[1]?.bytes ?? Buffer.alloc(0))).toBe('111 111 111 111');
    expect((await sharp(files[0]?.bytes).metadata()).hasAlpha).toBe(true);
  });

  it('that moves is its first frame', async () => {
    expect(await made(handmadeGif(20))).toMatchObject({ width: 1, height: 1 });
  });

  it('that says more beside it than it should is read all the same, or refused', async () => {
    expect(['taken', 'cannot be read: it is broken or too large']).toContain(
      await refusal(handmadePng(200, 300, 300, longText(300_000_000))),
    );
  });

  it('is refused with what is wrong', async () => {
    const found: Record<string, string> = {};
    for (const [what, bytes] of Object.entries(await hostilePictures())) found[what] = await refusal(bytes);
    const broken = 'cannot be read: it is broken or too large';
    const behind = 'holds something else behind the picture';
    const none = 'is no picture in JPEG, PNG, WebP or GIF';
    expect(found).toEqual({
      'a PNG of 60,000 × 60,000 pixels': 'has more than 100 megapixels',
      'a PNG that promises more than there is': broken,
      'a progressive JPEG of more than 12 megapixels': expect.stringMatching(/^has more than 12 megapixels; up to 100/),
      'a JPEG that is cut off': broken,
      'a PNG that is cut off': broken,
      'a JPEG with an archive behind it': behind,
      'a PNG with a page behind it': behind,
      'a GIF with a page behind it': behind,
      'a GIF that is a program': behind,
      'a GIF of 10,000 frames': 'has more than 200 frames',
      'a drawing in SVG': none,
      'a page': none,
      'the beginning of a JPEG': broken,
      nothing: none,
    });
    expect(await refusal(Buffer.alloc(20_000_001))).toBe('is larger than 20000000 bytes');
  });

  it('is what its sender says it is, who may say nothing', async () => {
    const jpeg = await poster(60, 90).jpeg().toBuffer();
    for (const said of ['', 'image/jpeg', 'image/jpg', 'application/octet-stream'])
      expect(await refusal(jpeg, said)).toBe('taken');
    expect(await refusal(jpeg, 'text/html')).toBe('is image/jpeg, and said to be text/html');
  });
});
