import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { rasterise } from './raster.ts';

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="1500" viewBox="0 0 1000 1500"><rect width="1000" height="1500" fill="#C62B16"/><circle cx="500" cy="500" r="300" fill="#FFF3DE"/></svg>';

describe('rasterise', () => {
  test.each([92, 185, 342, 500, 780, 1000])('draws SVG %i pixels wide in both formats', async (width) => {
    for (const format of ['webp', 'jpeg'] as const) {
      const { format: kind, width: w, height: h } = await sharp(await rasterise(svg, { width, format })).metadata();
      expect([kind, w, h]).toEqual([format, width, Math.round(width * 1.5)]);
    }
  });

  test('takes a picture as well as a drawing', async () => {
    const png = await sharp({ create: { width: 80, height: 60, channels: 4, background: '#00000000' } })
      .png()
      .toBuffer();
    const { data, info } = await sharp(await rasterise(png, { width: 40, format: 'jpeg' }))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([40, 30]);
    expect(data[0]).toBeGreaterThan(250);
  });

  test('refuses what is no picture', async () => {
    await expect(rasterise(Buffer.from('not a picture'), { width: 92, format: 'webp' })).rejects.toThrow();
  });

  test('refuses a picture of too many pixels before it is decoded', async () => {
    const huge =
      '<svg xmlns="http://www.w3.org/2000/svg" width="20000" height="20000"><rect width="9" height="9"/></svg>';
    await expect(rasterise(huge, { width: 92, format: 'webp' })).rejects.toThrow(/pixel limit/);
  });
});
