import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { createHits } from './hit.service.ts';
import { addPeople, addTitles, namesIn, rebuildAll, SEEN } from './search.fixture.ts';
import { type Found, readHits } from './search.store.ts';

const db = await testDatabase();
beforeAll(async () => {
  await addTitles(db, [
    { id: 1, title: 'Lantern' },
    { id: 2, title: 'Harbour' },
    { id: 3, title: 'Tide', type: 'S' },
    { id: 4, title: 'First', type: 'E' },
    { id: 5, title: 'Homeless', type: 'E' },
  ]);
  await db.query('insert into episode (title_id, series_id, season, number) values (4, 3, 1, 1)');
  await addPeople(db, [{ id: 1, name: 'Ida Reel' }]);
  await rebuildAll(db);
});

const asked = vi.fn();
/** Asks the database, after what is to happen meanwhile. */
let meanwhile = (): void => {};
const query: typeof db.query = async (statement, values) => {
  asked();
  const answer = await db.query<never>(statement, values);
  meanwhile();
  return answer;
};
let isCurrent = true;
let seen = SEEN;
let hits: ReturnType<typeof createHits>;
beforeEach(() => {
  asked.mockClear();
  meanwhile = () => {};
  isCurrent = true;
  seen = SEEN;
  hits = createHits({ db: { query }, isCurrent: () => isCurrent });
});

const film = (id: number): Found => ({ kind: 'movie', id });
const person: Found = { kind: 'name', id: 1 };
const names = async (...found: Found[]): Promise<(string | undefined)[]> => namesIn(await hits.render(found, seen));

it('asks for what is not kept, and keeps the order', async () => {
  expect(await names(film(2), person)).toEqual(['Harbour', 'Ida Reel']);
  expect(await names(person, film(1), film(2))).toEqual(['Ida Reel', 'Lantern', 'Harbour']);
  expect(asked).toHaveBeenCalledTimes(2);
  expect(await names(film(1), person, film(1))).toEqual(['Lantern', 'Ida Reel', 'Lantern']);
  expect(asked).toHaveBeenCalledTimes(2);
});

it('leaves out what is gone, and finds it when it comes', async () => {
  expect(await names(film(9), film(1), film(8))).toEqual(['Lantern']);
  expect(await names()).toEqual([]);
  await addTitles(db, [{ id: 9, title: 'Late' }]);
  expect(await names(film(9))).toEqual(['Late']);
});

it('asks anew after a change, and while nobody knows of changes', async () => {
  await names(film(1));
  hits.clear();
  await names(film(1));
  expect(asked).toHaveBeenCalledTimes(2);
  isCurrent = false;
  await names(film(1));
  await names(film(2));
  isCurrent = true;
  await names(film(2));
  expect(asked).toHaveBeenCalledTimes(5);
});

it('keeps nothing that was read before a change', async () => {
  meanwhile = () => hits.clear();
  await names(film(1));
  meanwhile = () => {};
  await names(film(1));
  expect(asked).toHaveBeenCalledTimes(2);
});

it('says what an episode is of, where a list may name that', async () => {
  const seriesOf = async (...found: Found[]) =>
    JSON.parse(await hits.render(found, seen)).map(({ series }: { series: unknown }) => series);
  const series = { imdbId: 'tt0000003', title: 'Tide' };
  expect(await seriesOf(film(4), film(5), film(3), person)).toEqual([series, null, null, null]);
  await db.query('update title set adult = true where id = 3');
  hits.clear();
  expect(await seriesOf(film(4))).toEqual([null]);
  seen = { ...SEEN, adult: true };
  expect(await seriesOf(film(4))).toEqual([series]);
  seen = { ...seen, sources: ['editor'] };
  expect(await seriesOf(film(4))).toEqual([null]);
  seen = SEEN;
  expect(await seriesOf(film(4))).toEqual([null]);
  await db.query('update title set adult = false where id = 3');
});

it('names a series only where the source may be published that says that the episode is of it', async () => {
  const isNamed = async (...sources: string[]): Promise<boolean> => {
    hits.clear();
    return JSON.parse(await hits.render([film(4)], { ...SEEN, sources }))[0].series !== null;
  };
  const says = (id: number, part: string, source: string) =>
    db.query(
      `insert into title_origin (title_id, part, source, fetched_at) values (${id}, '${part}', '${source}', now())`,
    );
  expect(await isNamed('sample')).toBe(true);
  await says(3, 'season', 'tmdb');
  expect(await isNamed('sample')).toBe(false);
  expect(await isNamed('tmdb')).toBe(false);
  expect(await isNamed('sample', 'tmdb')).toBe(true);
  await says(4, 'place', 'editor');
  expect(await isNamed('sample', 'tmdb')).toBe(false);
  expect(await isNamed('sample', 'editor')).toBe(true);
});

it('asks for a few without a plan of its own for each call', async () => {
  // PostgreSQL makes such plans for the first five calls of any statement.
  const FIRST_CALLS = 5;
  await db.transaction(async (tx) => {
    for (let call = 0; call < 2 * FIRST_CALLS; call++) await readHits(tx, [film(1), person], SEEN);
    const { rows } = await tx.query(
      `select custom_plans::int as own from pg_prepared_statements where name = 'search_hits'`,
    );
    expect(rows).toEqual([{ own: FIRST_CALLS }]);
  });
});
