import { beforeEach, describe, expect, it } from 'vitest';
import { keyOf } from '#server/platform/images/store.ts';
import { OutboundError } from '#server/platform/outbound/outbound.ts';
import type { Picture, Source, SourceName } from '#server/sources/source.ts';
import { SourceError } from '#server/sources/source-error.ts';
import { testDatabase } from '#test/support/database.ts';
import { inventedPerson, inventedTitle } from '#test/support/invented.ts';
import { silentLog } from '#test/support/log.ts';
import { poster } from '#test/support/pictures.ts';
import { EVERYTHING } from '#test/support/random-import.ts';
import { runContext } from '#test/support/run-context.ts';
import { applyRecords } from '../apply.service.ts';
import type { Priorities } from '../merge.rules.ts';
import { createPictures } from '../picture.service.ts';
import { sourceWithPictures } from './fetch.fixture.ts';
import { createPictureFetching } from './picture.service.ts';
import { imagesTask } from './picture.tasks.ts';

const db = await testDatabase();
const objects = new Map<string, Buffer>();
const files = new Map<string, Buffer>();
const jpeg = await poster(200, 300).jpeg().toBuffer();
const larger = await poster(220, 330).jpeg().toBuffer();
const DAY = 86_400_000;
let now = new Date();
let priorities: Priorities = new Map();

const pictures = createPictures({
  ...{ db, log: silentLog, now: () => now },
  store: {
    put: async (key, bytes) => void objects.set(key, bytes),
    get: async (key) => objects.get(key) ?? null,
    list: async function* () {
      for (const key of objects.keys()) yield { key, writtenAt: new Date() };
    },
    remove: async (key) => void objects.delete(key),
  },
  fetchFile: async (address) => {
    const bytes = files.get(address);
    if (!bytes) throw new OutboundError('GET a file of pictures.example', 'status', { status: 404 });
    return bytes;
  },
});

const at = (name: string): Picture => `https://pictures.example/${name}.jpg`;
const taskOf = (...sources: readonly { readonly source: Source }[]) =>
  imagesTask({
    db,
    pictures,
    fetching: createPictureFetching({
      ...{ db, pictures, priorities: () => priorities, limit: () => 60_000 },
      sources: sources.map(({ source }) => source),
      follow: async () => undefined,
    }),
  });
const NOBODY = sourceWithPictures('tmdb', {}, false);
const ran = async (task: ReturnType<typeof taskOf>, given: Record<string, unknown>, run = runContext()) => {
  await task.run(given, run.context);
  return run;
};
const rowOf = async (id: number) =>
  (
    await db.query<{ poster: string | null; source: SourceName }>('select poster, source from title where id = $1', [
      id,
    ])
  ).rows[0];
const has = async (id: number): Promise<boolean> => (await rowOf(id))?.poster !== null;

/** Four titles and two people of the datasets; one title has a picture already. */
beforeEach(async () => {
  await db.query(`truncate ${EVERYTHING}, picture, picture_asked, edit, change`);
  objects.clear();
  files.clear();
  for (const name of ['a', 'b', 'c', 'p']) files.set(at(name), jpeg);
  files.set(at('other'), larger);
  now = new Date();
  priorities = new Map();
  const credits = [{ role: 0, ordering: 1, person: 11, main: true, characters: null, job: null, remark: null }];
  const titles = [
    inventedTitle(1, { votes: 5 }),
    inventedTitle(2, { votes: 90 }),
    inventedTitle(3),
    inventedTitle(4, { votes: 1_000, poster: 'drawn', credits }),
  ];
  const people = [inventedPerson(11), inventedPerson(12)];
  await db.transaction((tx) => applyRecords(tx, { titles, people }, 'imdb-datasets'));
  await db.query('truncate change');
});

describe('fetching', () => {
  it('asks for the pictures of what has none, the best-known first, and tells of each as a fetch does', async () => {
    const tmdb = sourceWithPictures('tmdb', { tt0000002: at('a'), nm0000011: at('p') });
    const { lines, told } = await ran(taskOf(tmdb), { only: 'fetch' });
    expect(tmdb.asked).toEqual(['tt0000002', 'tt0000001', 'tt0000003', 'nm0000011']);
    expect(lines).toEqual(['2 pictures fetched for 4 records without one.', 'No source has one for 2 records.']);
    expect(told).toEqual([1, 2, 3, 4].map((n) => [n, 4]));
    const { poster: id, source } = (await rowOf(2)) ?? {};
    expect([id, source]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), 'imdb-datasets']);
    expect((await db.query('select photo from person where id = 11')).rows).toEqual([{ photo: id }]);
    expect((await db.query('select kind, record_id, action from change order by id')).rows).toEqual([
      { kind: 'movie', record_id: 2, action: 'update' },
      { kind: 'name', record_id: 11, action: 'update' },
    ]);
    expect((await db.query('select account_id, action, after from edit where record_id = 2')).rows).toEqual([
      { account_id: null, action: 'fetch', after: { posterUrl: id } },
    ]);
    expect((await db.query('select source, address from picture')).rows).toEqual([
      { source: 'tmdb', address: at('a') },
    ]);
  });

  it('asks about what no source has a picture of again after thirty days, and takes at most so many at a time', async () => {
    const tmdb = sourceWithPictures('tmdb', {});
    await ran(taskOf(tmdb), { only: 'fetch', limit: 1 });
    await ran(taskOf(tmdb), { only: 'fetch' });
    expect(tmdb.asked).toEqual(['tt0000002', 'nm0000011', 'tt0000001', 'tt0000003']);
    await db.query(`update picture_asked set asked_at = now() - interval '31 days' where record_id = 3`);
    await ran(taskOf(tmdb), { only: 'fetch' });
    expect(tmdb.asked.slice(4)).toEqual(['tt0000003']);
  });

  it('asks the next source where the first has none, and the one first whose word counts most', async () => {
    const known = { tt0000002: at('a') };
    const [tmdb, omdb] = [
      sourceWithPictures('tmdb', known),
      sourceWithPictures('omdb', { ...known, tt0000001: at('other') }),
    ];
    await ran(taskOf(tmdb, omdb), { only: 'fetch' });
    expect(omdb.asked).not.toContain('tt0000002');
    expect([await has(1), await has(2)]).toEqual([true, true]);
    await db.query('update title set poster = null; truncate picture_asked, title_origin');
    priorities = new Map([['posterUrl', ['omdb']]]);
    tmdb.asked.length = 0;
    await ran(taskOf(tmdb, omdb), { only: 'fetch' });
    expect(tmdb.asked).not.toContain('tt0000002');
  });

  it('leaves what an editor has locked', async () => {
    await db.query(`insert into title_origin values (2, 'posterUrl', 'editor', now(), true)`);
    const tmdb = sourceWithPictures('tmdb', { tt0000002: at('a') });
    await ran(taskOf(tmdb), { only: 'fetch' });
    expect([tmdb.asked.includes('tt0000002'), await has(2)]).toEqual([false, false]);
  });

  it('brings a picture back that a record names and that is not here any more', async () => {
    const tmdb = sourceWithPictures('tmdb', { tt0000002: at('a') });
    await ran(taskOf(tmdb), { only: 'fetch' });
    await db.query('truncate picture, picture_asked, change');
    const { lines } = await ran(taskOf(tmdb), { only: 'fetch' });
    expect(lines[0]).toMatch(/^1 picture fetched/);
    expect((await db.query('select from picture')).rows).toHaveLength(1);
    expect((await db.query('select from change')).rows).toEqual([]);
  });

  it('leaves out sources without credentials, and says so', async () => {
    const { lines, told } = await ran(taskOf(NOBODY), { only: 'fetch' });
    expect(lines).toEqual(['tmdb is left out: A_KEY is not set.', '0 pictures fetched for 0 records without one.']);
    expect([told, NOBODY.asked]).toEqual([[], []]);
  });

  it('says of a picture that is not taken why, and asks again where the source or the file was away', async () => {
    files.set(at('a'), Buffer.from('<svg/>'));
    files.delete(at('b'));
    const tmdb = sourceWithPictures('tmdb', { tt0000002: at('a'), tt0000001: at('b') });
    expect((await ran(taskOf(tmdb), { only: 'fetch' })).lines).toEqual([
      'WARN: tt0000002: the picture of tmdb is no picture in JPEG, PNG, WebP or GIF.',
      'WARN: tt0000001: GET a file of pictures.example: status 404.',
      '0 pictures fetched for 4 records without one.',
      'No source has one for 3 records.',
      'WARN: 1 record could not be asked about.',
    ]);
    await ran(taskOf(tmdb), { only: 'fetch' });
    expect(tmdb.asked.slice(4)).toEqual(['tt0000001']);
  });

  it('gives up after five failures in a row', async () => {
    const titles = [5, 6, 7].map((id) => inventedTitle(id));
    await db.transaction((tx) => applyRecords(tx, { titles, people: [] }, 'imdb-datasets'));
    const { source } = sourceWithPictures('tmdb', {});
    const spent = { source: { ...source, findPicture: () => Promise.reject(new SourceError('tmdb', 'limited')) } };
    const run = runContext();
    await expect(ran(taskOf(spent), { only: 'fetch' }, run)).rejects.toThrow('5 times in a row');
    expect(run.told.at(-1)).toEqual([5, 7]);
    expect((await db.query('select from picture_asked')).rows).toEqual([]);
  });

  it('told to end in its midst keeps what it has, and the next run goes on', async () => {
    const tmdb = sourceWithPictures('tmdb', { tt0000002: at('a'), tt0000001: at('b'), tt0000003: at('other') });
    const run = runContext((done, stop) => {
      if (done === 1) stop.abort(new Error('cancelled'));
    });
    await expect(ran(taskOf(tmdb), { only: 'fetch' }, run)).rejects.toThrow('cancelled');
    expect([await has(2), await has(1), await has(3)]).toEqual([true, false, false]);
    await ran(taskOf(tmdb), { only: 'fetch' });
    expect([await has(1), await has(3)]).toEqual([true, true]);
    expect(tmdb.asked.filter((id) => id === 'tt0000002')).toHaveLength(1);
  });
});

describe('making sizes', () => {
  const keep = (address: Picture | null = null) => pictures.keep(jpeg, { source: 'tmdb', address, licence: null });
  const filesOf = async (): Promise<Record<string, string>> =>
    (await db.query<{ files: Record<string, string> }>('select files from picture')).rows[0]?.files ?? {};

  it('makes what is missing, or lost, from the largest one', async () => {
    await keep();
    const before = await filesOf();
    objects.delete(before['92.webp'] ?? '');
    await db.query(`update picture set files = files - '185.jpeg'`);
    const { lines, told } = await ran(taskOf(NOBODY), { only: 'sizes' });
    expect(lines).toEqual(['1 picture looked at, missing sizes made for 1, 0 lost.']);
    expect(told).toEqual([[1, 1]]);
    const after = await filesOf();
    expect(Object.keys(after).toSorted()).toEqual(Object.keys(before).toSorted());
    for (const key of Object.values(after)) expect(keyOf(objects.get(key) ?? Buffer.alloc(0))).toBe(key);
    expect(after['200.webp']).toBe(before['200.webp']);
    expect((await ran(taskOf(NOBODY), { only: 'sizes' })).lines).toEqual([
      '1 picture looked at, missing sizes made for 0, 0 lost.',
    ]);
  });

  it('fetches a picture again that is lost as a whole, and says which cannot be had', async () => {
    await keep(at('a'));
    objects.clear();
    await ran(taskOf(NOBODY), { only: 'sizes' });
    expect(objects.size).toBe(new Set(Object.values(await filesOf())).size);
    objects.clear();
    files.clear();
    const { lines } = await ran(taskOf(NOBODY), { only: 'sizes' });
    expect(lines).toEqual([
      expect.stringMatching(/^WARN: The files of the picture [0-9a-f]{64} are lost, and it cannot be fetched again\.$/),
      '1 picture looked at, missing sizes made for 0, 1 lost.',
    ]);
  });
});

it('does all three where nothing is said, and drops what nothing names once it is a day old', async () => {
  const tmdb = sourceWithPictures('tmdb', { tt0000002: at('a') });
  await pictures.keep(larger, { source: 'editor', address: null, licence: null });
  await db.query(`update picture set written_at = now() - interval '2 days'`);
  const orphan = 'stray';
  objects.set(orphan, Buffer.from('x'));
  now = new Date(now.getTime() + 2 * DAY);
  await db.query(`update title set poster = null`);
  const { lines } = await ran(taskOf(tmdb), { limit: 1 });
  expect(lines.at(-1)).toMatch(/^\d pictures? and \d+ files? that nothing names dropped\.$/);
  expect(objects.has(orphan)).toBe(false);
  expect((await db.query('select address from picture')).rows).toEqual([]);
});
