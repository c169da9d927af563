import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { PATIENCE } from '#test/support/patience.ts';
import { handmadePng, hostilePictures, longText, poster } from '#test/support/pictures.ts';

const folder = mkdtempSync(join(tmpdir(), 'kinodex-hostile-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const CHILD = join(import.meta.dirname, '../../../../test/support/pictures-child.ts');
const MEGABYTE = 1_000_000;

/** What reading the pictures comes to, after one that is as it should be, in a process of its own. */
const read = async (pictures: readonly Buffer[]): Promise<{ said: string[]; longest: number; memory: number }> => {
  const all = [await poster(600, 900).jpeg().toBuffer(), ...pictures];
  const files = all.map((bytes, at) => {
    const file = join(folder, String(at));
    writeFileSync(file, bytes);
    return file;
  });
  const { stdout } = await promisify(execFile)(process.execPath, ['--conditions', 'development', CHILD, ...files]);
  return JSON.parse(stdout);
};

const MEMORY = 100 * MEGABYTE;
/** Ms of work in one turn of the loop. */
const LONGEST = 50;

it(
  'hostile pictures need little memory and hold nobody up',
  async () => {
    const { said, longest, memory } = await read(Object.values(await hostilePictures()));
    expect(said.filter((one) => !one.startsWith('PictureRefused'))).toEqual([]);
    expect(memory).toBeLessThan(MEMORY);
    expect(longest).toBeLessThan(LONGEST);
  },
  PATIENCE,
);

it.each([
  ['with much text beside it', async () => handmadePng(200, 300, 300, longText(900 * MEGABYTE))],
  ['of 100 megapixels', async () => handmadePng(10_000, 10_000, 10_000)],
  ['on its side', () => poster(8_000, 8_000).withMetadata({ orientation: 6 }).jpeg().toBuffer()],
  [
    'of which all is needed',
    () => poster(3_400, 3_500).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
  ],
  ['in WebP', () => poster(3_400, 3_500).webp({ lossless: true }).toBuffer()],
] as const)(
  'so does one of the largest that are taken: %s',
  async (_, picture) => {
    const { said, longest, memory } = await read([await picture()]);
    expect(said).toEqual(['taken']);
    expect(memory).toBeLessThan(MEMORY);
    expect(longest).toBeLessThan(LONGEST);
  },
  PATIENCE,
);
