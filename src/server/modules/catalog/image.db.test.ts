import { beforeEach, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { createImages } from './image.service.ts';

const db = await testDatabase();
await db.query(`insert into title (id, type, title, source, poster, fetched_at) values
  (1, 'M', 'Drawn', 'sample', 'drawn', now()), (2, 'M', 'Without', 'sample', null, now()), (3, 'M', 'Closed', 'tmdb', 'drawn', now())`);
await db.query(`insert into person (id, name, source, fetched_at) values (1, 'Ada Roth', 'sample', now())`);
await db.query(`insert into redirect values ('movie', 4, 1)`);

const wanted: [string, number | null][] = [];
beforeEach(() => void wanted.splice(0));
const images = createImages({
  db,
  pictures: { read: async () => null },
  visibility: () => ({ imageBase: '/', sources: ['sample'], adult: false }),
  onWanted: (id, accountId) => wanted.push([id, accountId]),
});
const ask = (imdbId: string, accountId?: number | null) =>
  images.picture({ imdbId, accept: undefined, w: 92, accountId });
const unknown = { reason: 'image_unknown', status: 404 };

it('is drawn, or stands under another id', async () => {
  expect(await ask('tt0000001', 7)).toMatchObject({ found: { type: 'image/jpeg' } });
  expect(await ask('tt0000004', 7)).toEqual({ movedTo: 'tt0000001' });
  expect(await ask('tt00000001', 7)).toEqual({ movedTo: 'tt0000001' });
  expect(wanted).toEqual([]);
});

it('of what the catalogue does not hold leaves a wish of who asked with a token', async () => {
  await expect(ask('tt0000777', 7)).rejects.toMatchObject(unknown);
  await expect(ask('nm0000777', 7)).rejects.toMatchObject(unknown);
  expect(wanted).toEqual([
    ['tt0000777', 7],
    ['nm0000777', 7],
  ]);
});

it('leaves no wish of strangers, nor for what is there without a picture or may not be shown', async () => {
  for (const [id, accountId] of [
    ['tt0000777', undefined],
    ['tt0000002', 7],
    ['tt0000003', 7],
    ['nm0000001', 7],
  ] as const)
    await expect(ask(id, accountId)).rejects.toMatchObject(unknown);
  await expect(ask('tt1', 7)).rejects.toMatchObject({ reason: 'malformed_id' });
  expect(wanted).toEqual([]);
});
