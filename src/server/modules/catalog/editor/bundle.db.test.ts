import { beforeAll, describe, expect, it } from 'vitest';
import type { Bundle } from '#contracts/bundle.ts';
import { CREW_TYPES } from '#contracts/crew.ts';
import { imdbId, parseImdbId, type RecordKind } from '#server/kernel/ids.ts';
import type { CreditRecord } from '#server/sources/record.ts';
import { readSample } from '#server/sources/sample/read.ts';
import { testDatabase } from '#test/support/database.ts';
import { inventedPerson, inventedTitle } from '#test/support/invented.ts';
import { foundIn, NOBODY, recordsOn } from '#test/support/records.ts';
import { taken } from '#test/support/runs.ts';
import { applyRecords } from '../apply.service.ts';
import { removeRecord } from '../remove.service.ts';
import { NAME_SHAPE, readView, TITLE_SHAPE } from '../view.rules.ts';
import { readBundle } from './bundle.rules.ts';
import { exportBundles, importBundle } from './bundle.service.ts';

const db = await testDatabase();
const { records } = recordsOn(db);
const sample = readSample();
const CROWDED = 7_000_000;

const credit = (role: number, ordering: number, person: number): CreditRecord => ({
  ...{ role, ordering, person, main: ordering < 4, characters: role === 0 ? [`No. ${ordering}`] : null },
  ...{ job: role === 2 ? 'story' : null, remark: null },
});
/** 200 of the crew in all of its kinds, and 500 writers. */
const crowd = [
  ...Array.from({ length: 200 }, (_, at) =>
    credit(1 + (at % CREW_TYPES.length), 1 + Math.floor(at / CREW_TYPES.length), at),
  ),
  ...Array.from({ length: 500 }, (_, at) => credit(2, 100 + at, 200 + at)),
].map((one) => ({ ...one, person: CROWDED + one.person }));

beforeAll(async () => {
  const people = crowd.map(({ person }) => inventedPerson(person));
  const title = inventedTitle(CROWDED, { title: 'The Crowd', credits: crowd, rating: 7.3, votes: 12 });
  await db.transaction((tx) =>
    applyRecords(tx, { titles: [...sample.titles, title], people: [...sample.people, ...people] }, 'sample'),
  );
});

/** Everything that readers are told of a record, but when that was written. */
const answerOf = async (kind: RecordKind, key: number) => {
  const id = imdbId(kind, key);
  const found =
    kind === 'movie'
      ? await records.title(id, readView(TITLE_SHAPE, { include: 'all' }), NOBODY)
      : await records.name(id, readView(NAME_SHAPE, { include: 'all' }), NOBODY);
  const { insertDate, lastUpdate, ...record } = foundIn(found);
  return record;
};

const parsed = (kind: RecordKind, key: number) => {
  const id = parseImdbId(imdbId(kind, key));
  if (!id) throw new Error('no id');
  return id;
};
const exported = async (kind: RecordKind, key: number): Promise<Bundle> => {
  const [bundle] = await exportBundles(db, [parsed(kind, key)], new Date(0));
  if (!bundle) throw new Error(`there is no ${kind} ${key}`);
  return readBundle(kind, Buffer.from(JSON.stringify(bundle)));
};

const goesAndComesBack = async (kind: RecordKind, key: number): Promise<void> => {
  const before = await answerOf(kind, key);
  const bundle = await exported(kind, key);
  expect(await db.transaction((tx) => removeRecord(tx, parsed(kind, key)))).toBe(true);
  await expect(answerOf(kind, key)).rejects.toThrow('There is no');
  expect(await db.transaction((tx) => importBundle(tx, kind, bundle, 'bundle'))).toBe(true);
  expect(await answerOf(kind, key)).toEqual(before);
  expect({ ...(await exported(kind, key)), source: '' }).toEqual({ ...bundle, source: '' });
};

describe('a record that is exported, deleted and imported', () => {
  it('is what it was: every title of the embedded catalogue', async () => {
    for (const { id } of taken(sample.titles)) await goesAndComesBack('movie', id);
  });

  it('is what it was: every third person of the embedded catalogue, in their titles too', async () => {
    const title = await answerOf('movie', 68646);
    const some = sample.people.filter((_, at) => at % 3 === 0);
    for (const { id } of taken(some)) await goesAndComesBack('name', id);
    expect(await answerOf('movie', 68646)).toEqual(title);
  });

  it('is what it was: a title with 200 of the crew and 500 writers', () => goesAndComesBack('movie', CROWDED));

  it('brings with it the people and episodes that are not there', async () => {
    const bundle = await exported('movie', CROWDED);
    const series = sample.titles.find(({ type }) => type === 'S');
    if (!series) throw new Error('no series');
    const seasons = await exported('movie', series.id);
    const before = [await answerOf('movie', CROWDED), await answerOf('movie', series.id)];
    await db.query('truncate title, person, credit, episode, title_list, person_list, aka');
    await db.transaction((tx) => importBundle(tx, 'movie', bundle, 'bundle'));
    await db.transaction((tx) => importBundle(tx, 'movie', seasons, 'bundle'));
    expect(await answerOf('movie', CROWDED)).toEqual(before[0]);
    const after = await answerOf('movie', series.id);
    expect(after.totalSeasons).toBe(before[1].totalSeasons);
    expect(after.seasons[0].episodes.map(({ title }: { title: string }) => title)).toEqual(
      before[1].seasons[0].episodes.map(({ title }: { title: string }) => title),
    );
  });
});
