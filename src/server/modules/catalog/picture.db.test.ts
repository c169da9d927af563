import { beforeEach, describe, expect, it } from 'vitest';
import type { ImageStore } from '#server/platform/images/store.ts';
import { OutboundError } from '#server/platform/outbound/outbound.ts';
import type { ToldTitle } from '#server/sources/record.ts';
import type { Fetched, Source } from '#server/sources/source.ts';
import { testDatabase } from '#test/support/database.ts';
import { silentLog } from '#test/support/log.ts';
import { handmadeGif, poster } from '#test/support/pictures.ts';
import { applyRecords } from './apply.service.ts';
import { createPictures } from './picture.service.ts';

const db = await testDatabase();
const DAY = 86_400_000;
const ADDRESS = 'https://pictures.example/a.jpg';
const objects = new Map<string, { bytes: Buffer; writtenAt: Date }>();
let now = new Date();
let isAway = false;
const fetched: string[] = [];
let file: () => Promise<Buffer>;
const store: ImageStore = {
  put: async (key, bytes) => {
    if (isAway) throw new Error('refused');
    objects.set(key, { bytes, writtenAt: now });
  },
  get: async (key) => {
    if (isAway) throw new Error('refused');
    return objects.get(key)?.bytes ?? null;
  },
  list: async function* () {
    for (const [key, { writtenAt }] of objects) yield { key, writtenAt };
  },
  remove: async (key) => void objects.delete(key),
};
const pictures = createPictures({
  ...{ db, store, now: () => now, log: silentLog },
  fetchFile: (address) => {
    fetched.push(address);
    return file();
  },
});
const jpeg = await poster(100, 150).jpeg().toBuffer();
beforeEach(async () => {
  await db.query('truncate picture, title, person, edit, title_origin');
  objects.clear();
  fetched.length = 0;
  isAway = false;
  now = new Date();
  file = async () => jpeg;
});

const signal = new AbortController().signal;
const told = (picture: Fetched<ToldTitle>['picture']): Fetched<ToldTitle> => ({
  record: { id: 1, type: 'M', title: 'Harbour' },
  picture,
  others: { titles: [], people: [] },
  left: [],
});
const sourceOf = (name: 'tmdb' | 'omdb', picture: Fetched<ToldTitle>['picture']) =>
  ({
    name,
    licence: { name: 'their terms' },
    fetchTitle: async () => told(picture),
    fetchPerson: async () => 'unknown',
  }) as unknown as Source;
const taken = (picture: Fetched<ToldTitle>['picture'], source: 'tmdb' | 'omdb' = 'tmdb') =>
  pictures.pictured(sourceOf(source, picture)).fetchTitle({ site: 'imdb', id: 'tt0000001' }, { signal }) as Promise<
    Fetched<ToldTitle>
  >;
const posterOf = async () => (await db.query('select poster from title where id = 1')).rows[0]?.poster;

describe('the picture of a source', () => {
  it('is fetched once, kept with where it came from, and told as the others of its fields', async () => {
    const { record, left } = await taken(ADDRESS);
    expect([record.poster, left]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), []]);
    await db.transaction((tx) => applyRecords(tx, { titles: [record], people: [] }, 'tmdb'));
    expect(await posterOf()).toBe(record.poster);
    expect((await taken(ADDRESS)).record.poster).toBe(record.poster);
    expect(fetched).toEqual([ADDRESS]);
    const { rows } = await db.query('select id, width, height, source, address, licence from picture');
    expect(rows).toEqual([
      { id: record.poster, width: 100, height: 150, source: 'tmdb', address: ADDRESS, licence: 'their terms' },
    ]);
    expect(objects.size).toBe(4);
  });

  it('yields to one of a source that ranks before', async () => {
    const titles = async (source: 'tmdb' | 'omdb', picture: Fetched<ToldTitle>['picture']) => {
      const { record } = await taken(picture, source);
      await db.transaction((tx) => applyRecords(tx, { titles: [record], people: [] }, source));
      return record.poster;
    };
    const first = await titles('tmdb', ADDRESS);
    file = async () => handmadeGif(1);
    expect(await titles('omdb', 'https://pictures.example/b.gif')).not.toBe(first);
    expect(await posterOf()).toBe(first);
    await titles('tmdb', null);
    expect(await posterOf()).toBe(first);
  });

  it('that cannot be had is left out, and said', async () => {
    file = async () => Buffer.from('<svg/>');
    const refused = await taken(ADDRESS);
    expect('poster' in refused.record).toBe(false);
    expect(refused.left).toEqual([`The picture at ${ADDRESS} was not taken: is no picture in JPEG, PNG, WebP or GIF`]);
    file = async () => {
      throw new OutboundError('GET a file of pictures.example', 'timeout');
    };
    expect((await taken(ADDRESS)).left).toEqual([
      `The picture at ${ADDRESS} was not taken: GET a file of pictures.example: timeout`,
    ]);
    expect((await db.query('select from picture')).rows).toEqual([]);
  });
});

it('a store that cannot be reached is an outage', async () => {
  isAway = true;
  await expect(pictures.keep(jpeg, { source: 'editor', address: null, licence: null })).rejects.toMatchObject({
    reason: 'unavailable',
  });
  expect((await db.query('select from picture')).rows).toEqual([]);
  await expect(pictures.read({ '100.webp': 'a'.repeat(64) }, 100, 'webp')).rejects.toMatchObject({ status: 503 });
});

describe('what nobody names', () => {
  const keep = async (bytes: Buffer) => pictures.keep(bytes, { source: 'editor', address: null, licence: null });
  const age = () => db.query("update picture set written_at = now() - interval '2 days'");
  const swept = (given = signal) => pictures.dropUnnamed(given);
  const gone = (pictures: number, files: number) => ({ pictures, files });

  it('goes after a day, with its files, and nothing else does', async () => {
    const named = await keep(jpeg);
    const undone = await keep(await poster(90, 150).png().toBuffer());
    await keep(await poster(80, 120).png().toBuffer());
    await db.query(
      `insert into title (id, type, title, source, poster, fetched_at) values (1, 'M', 'A', 'sample', $1, now())`,
      [named.id],
    );
    await db.query(
      `insert into edit (kind, record_id, action, part, before) values ('movie', 1, 'edit', 'posterUrl', $1)`,
      [JSON.stringify(undone.id)],
    );
    const all = objects.size;
    expect(await swept()).toEqual(gone(0, 0));
    await age();
    now = new Date(Date.now() + 2 * DAY);
    expect(await swept()).toEqual(gone(1, 2));
    expect(objects.size).toBe(all - 2);
    for (const { files } of [named, undone])
      for (const key of Object.values(files)) expect(objects.has(key)).toBe(true);
  });

  it('stays while it is fresh', async () => {
    objects.set('f'.repeat(64), { bytes: jpeg, writtenAt: now });
    expect(await swept()).toEqual(gone(0, 0));
    now = new Date(now.getTime() + DAY + 1);
    expect(await swept()).toEqual(gone(0, 1));
  });

  it('stays where the node stops meanwhile', async () => {
    objects.set('f'.repeat(64), { bytes: jpeg, writtenAt: new Date(0) });
    expect(await swept(AbortSignal.abort())).toEqual(gone(0, 0));
    expect(objects.size).toBe(1);
  });
});
