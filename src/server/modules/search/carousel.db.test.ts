import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hearing } from '#test/support/bus.ts';
import { testDatabase } from '#test/support/database.ts';
import { runContext } from '#test/support/run-context.ts';
import type { Visibility } from '../catalog/visibility.ts';
import { createCarousels } from './carousel.service.ts';
import { carouselTask } from './carousel.tasks.ts';
import { CAROUSEL_CHOSEN } from './search.events.ts';
import { addPeople, addTitles, type Draft, rebuildAll, SEEN } from './search.fixture.ts';

const db = await testDatabase();
const state: { seen: Visibility } = { seen: SEEN };
const carousels = createCarousels({ db, visibility: () => state.seen });

const names = async (which: 'titles' | 'people') => (await carousels[which]()).map(({ description }) => description);
const votes = 1_000_000;

const TITLES: readonly Draft[] = [
  { id: 1, title: 'Third', year: 1990, rating: 8, votes },
  { id: 2, title: 'First', year: 1972, rating: 9, votes },
  { id: 3, title: 'Second', type: 'S', rating: 8.5, votes },
  { id: 4, title: 'Blind', rating: 9.9, votes },
  { id: 5, title: 'Indecent', rating: 9.5, votes, adult: true },
  { id: 6, title: 'One Evening', type: 'E', rating: 9.9, votes },
  { id: 7, title: 'Fourth', type: 'TVMS', rating: 9.8, votes: 9_000, source: 'tmdb' },
  { id: 8, title: 'Unrated' },
];

beforeAll(async () => {
  await addTitles(db, TITLES);
  await addTitles(
    db,
    Array.from({ length: 30 }, (_, at) => ({ id: 100 + at, title: `Filler ${at}`, rating: 6, votes: 1000 + at })),
  );
  await addPeople(db, [
    {
      id: 1,
      name: 'Often Seen',
      roles: [
        [1, 0],
        [2, 0],
        [3, 0],
      ] as const,
    },
    { id: 2, name: 'Once Seen', roles: [[2, 0]] },
    {
      id: 3,
      name: 'Never Photographed',
      roles: [
        [1, 0],
        [2, 0],
        [3, 0],
        [7, 0],
      ],
    },
    { id: 4, name: 'Behind the Camera', roles: [[2, 1]] },
    { id: 5, name: 'Passing By', roles: [[2, 0]] },
    { id: 6, name: 'Indecently Seen', roles: [[5, 0]] },
    { id: 7, name: 'Abroad', roles: [[7, 0]] },
    { id: 8, name: 'In an Evening', roles: [[6, 0]] },
  ]);
  await db.query(`update title set poster = 'drawn' where id <> 4`);
  await db.query(`update person set photo = 'drawn', birth_date = '1931-04' where id <> 3`);
  await db.query('update credit set main = person_id <> 5');
  await rebuildAll(db);
});
beforeEach(() => {
  state.seen = SEEN;
  carousels.invalidate();
});

describe('the carousel of titles', () => {
  it('shows 20 films and series with a picture, the best by weighted rating first', async () => {
    const found = await carousels.titles();
    expect(found).toHaveLength(20);
    expect(found.slice(0, 4)).toEqual([
      { imdbId: 'tt0000002', description: 'First', year: 1972 },
      { imdbId: 'tt0000003', description: 'Second', year: null },
      { imdbId: 'tt0000001', description: 'Third', year: 1990 },
      { imdbId: 'tt0000007', description: 'Fourth', year: null },
    ]);
    expect(await names('titles')).not.toContain('Blind');
    expect(await names('titles')).not.toContain('One Evening');
  });

  it('leaves out adult titles until they may stand in lists', async () => {
    expect(await names('titles')).not.toContain('Indecent');
    state.seen = { ...SEEN, adult: true };
    carousels.invalidate();
    expect((await names('titles'))[0]).toBe('Indecent');
  });

  it('leaves out sources that are not published', async () => {
    state.seen = { ...SEEN, sources: ['sample'] };
    expect(await names('titles')).not.toContain('Fourth');
  });
});

describe('the carousel of people', () => {
  it('shows the actors of the best titles with a picture, those with most to their credit first', async () => {
    expect(await carousels.people()).toEqual([
      { imdbId: 'nm0000001', description: 'Often Seen', year: 1931 },
      { imdbId: 'nm0000002', description: 'Once Seen', year: 1931 },
      { imdbId: 'nm0000007', description: 'Abroad', year: 1931 },
    ]);
  });

  it('does not know people from adult titles or from sources that are not published', async () => {
    state.seen = { ...SEEN, sources: ['sample'] };
    expect(await names('people')).toEqual(['Often Seen', 'Once Seen']);
    state.seen = { ...SEEN, adult: true };
    carousels.invalidate();
    expect(await names('people')).toContain('Indecently Seen');
  });
});

describe('the choice of a task', () => {
  const choose = async (): Promise<readonly string[]> => {
    const { context, lines, told } = runContext();
    await carouselTask(carousels).run({}, context);
    carousels.invalidate();
    expect(told.at(-1)).toEqual([2, 2]);
    return lines;
  };
  afterEach(async () => {
    await db.query('truncate carousel');
    await db.query(`update title set rating = 9, poster = 'drawn' where id = 2`);
    await rebuildAll(db);
  });

  it('is shown until the next one, whatever is rated otherwise meanwhile', async () => {
    const before = [await names('titles'), await names('people')];
    expect(await choose()).toEqual(['Chosen: titles 20 (20 new), names 3 (3 new).']);
    expect([await names('titles'), await names('people')]).toEqual(before);
    await db.query(`update title set rating = 1 where id = 2`);
    await rebuildAll(db);
    carousels.invalidate();
    expect(await names('titles')).toEqual(before[0]);
    expect(await choose()).toEqual(['Chosen: titles 20 (1 new), names 3 (0 new).']);
    expect(await names('titles')).not.toContain('First');
    expect(await carousels.holds('tt0000002')).toBe(false);
  });

  it('shows nothing that has lost its picture, or that may not be shown any more', async () => {
    await choose();
    await db.query(`update title set poster = null where id = 2`);
    carousels.invalidate();
    expect((await names('titles'))[0]).toBe('Second');
    state.seen = { ...SEEN, sources: ['sample'] };
    carousels.invalidate();
    expect(await names('titles')).not.toContain('Fourth');
  });

  it('is found anew when none of it can be shown', async () => {
    await db.query(`insert into carousel values ('movie', 1, 4), ('name', 1, 3)`);
    carousels.invalidate();
    expect([(await names('titles'))[0], (await names('people'))[0]]).toEqual(['First', 'Often Seen']);
  });

  it('is told to every node when it is another, and only then', async () => {
    const heard = await hearing(db, CAROUSEL_CHOSEN);
    await choose();
    expect(await heard()).toBe(1);
    await choose();
    expect(await heard()).toBe(1);
  });

  it('that is ended in the midst stays what it was', async () => {
    const { context } = runContext((done, stop) => {
      if (done === 1) stop.abort(new Error('stopped'));
    });
    await expect(carouselTask(carousels).run({}, context)).rejects.toThrow('stopped');
    expect((await db.query('select 1 from carousel')).rows).toEqual([]);
  });
});

describe('what the carousels hold', () => {
  it('is told by id', async () => {
    const held = await Promise.all(['tt0000002', 'nm0000001', 'tt0000004', 'nm0000003'].map(carousels.holds));
    expect(held).toEqual([true, true, false, false]);
  });

  it('is read once until it is forgotten', async () => {
    const before = await carousels.titles();
    await db.query(`update title set poster = null where id = 2`);
    expect(await carousels.titles()).toBe(before);
    carousels.invalidate();
    expect((await names('titles'))[0]).toBe('Second');
    await db.query(`update title set poster = 'drawn' where id = 2`);
  });

  it('is read again after a failure', async () => {
    let fails = true;
    const shaky = createCarousels({
      db,
      visibility: () => {
        if (fails) throw new Error('not now');
        return SEEN;
      },
    });
    await expect(shaky.titles()).rejects.toThrow('not now');
    fails = false;
    expect(await shaky.titles()).toHaveLength(20);
  });
});
