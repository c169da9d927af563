import { beforeEach, expect, it } from 'vitest';
import type { ToldTitle } from '#server/sources/record.ts';
import { SourceError } from '#server/sources/source-error.ts';
import { testDatabase } from '#test/support/database.ts';
import { runContext } from '#test/support/run-context.ts';
import { rememberDue } from '../manual/manual.service.ts';
import { fetchingOn, sourceTelling } from './fetch.fixture.ts';
import { createSeriesUpdates } from './series.service.ts';
import { seriesTask } from './series.tasks.ts';

const db = await testDatabase();
const { fetchingFrom } = fetchingOn(db);

const asked: number[] = [];
let tell: (key: number) => ToldTitle | 'unknown';
/** A series as one source tells of it. */
const seriesOf = (key: number): ToldTitle => ({ id: key, type: 'S', title: `Series ${key}` });

const taskOn = (given = true) => {
  let key = 0;
  const { source } = sourceTelling({ name: 'tmdb', given, tell: async () => tell(key) });
  const fetching = fetchingFrom([source]);
  const store: typeof fetching.store = (id, ask) => {
    key = id.key;
    asked.push(key);
    return fetching.store(id, ask);
  };
  return seriesTask(createSeriesUpdates({ db, fetching: { store }, onFailed: rememberDue(db) }));
};

/** In how many days a series is due. */
const due = async (): Promise<Record<string, number>> => {
  const { rows } = await db.query<{ id: number; days: number }>(
    'select title_id as id, round(extract(epoch from update_date - now()) / 86400)::int as days from serie_update',
  );
  return Object.fromEntries(rows.map(({ id, days }) => [id, days]));
};

beforeEach(async () => {
  asked.length = 0;
  tell = seriesOf;
  await db.query('truncate title, serie_update, title_origin, change, manual_update');
  await db.query(`insert into title (id, type, title, source, fetched_at)
    select id, 'S', 'Old', 'sample', now() from generate_series(1, 5) id`);
  await db.query(`insert into serie_update (title_id, update_date, ignore) values
    (1, now() - interval '2 days', false), (2, now() - interval '3 days', false), (3, now() + interval '2 days', false),
    (4, now() - interval '9 days', true), (5, now() - interval '1 day', false)`);
});

it('fetches the series that are due, the one first whose turn is longest ago, and plans when they are due again', async () => {
  const { context, told, lines } = runContext();
  await taskOn().run({}, context);
  expect(asked).toEqual([2, 1, 5]);
  expect(told).toEqual([
    [0, 3],
    [1, 3],
    [2, 3],
    [3, 3],
  ]);
  expect(lines).toEqual(['3 of 3 series updated.']);
  expect(await due()).toEqual({ 1: 7, 2: 7, 3: 2, 4: -9, 5: 7 });
  const { rows } = await db.query('select title from title order by id');
  expect(rows.map(({ title }) => title)).toEqual(['Series 1', 'Series 2', 'Old', 'Old', 'Series 5']);
});

it('takes no more than its limit, and goes on there the next time', async () => {
  const { context, told } = runContext();
  await taskOn().run({ limit: 2 }, context);
  await taskOn().run({ limit: 2 }, runContext().context);
  expect(told.at(-1)).toEqual([2, 2]);
  expect(asked).toEqual([2, 1, 5]);
});

it('puts off for a month what nobody knows, and for a day what could not be asked', async () => {
  tell = (key) => {
    if (key === 2) return 'unknown';
    if (key === 1) throw new SourceError('tmdb', 'unavailable');
    return seriesOf(key);
  };
  const { context, lines } = runContext();
  await taskOn().run({}, context);
  expect(await due()).toMatchObject({ 1: 1, 2: 30, 5: 7 });
  expect(lines).toEqual([expect.stringContaining('WARN: tt0000001 could not be fetched'), '2 of 3 series updated.']);
  const { rows } = await db.query('select imdb_id as "imdbId", result, account_id as "accountId" from manual_update');
  expect(rows).toEqual([
    { imdbId: 'tt0000001', result: expect.stringContaining('tt0000001 could not be fetched'), accountId: null },
  ]);
});

it('leaves the rest when no source can be asked again and again', async () => {
  await db.query(
    `insert into serie_update (title_id, update_date) select id, now() - interval '1 hour' from generate_series(11, 15) id`,
  );
  tell = () => {
    throw new SourceError('tmdb', 'unavailable');
  };
  await expect(taskOn().run({}, runContext().context)).rejects.toThrow('5 times in a row');
  expect(asked).toHaveLength(5);
  expect(Object.values(await due()).filter((days) => days === 0)).toHaveLength(3);
});

it('says that no source is set up, and leaves every series its turn', async () => {
  await expect(taskOn(false).run({}, runContext().context)).rejects.toThrow('tmdb is not set up: A_KEY is missing');
  expect(await due()).toMatchObject({ 1: -2, 2: -3, 5: -1 });
});

it('that is ended in the midst of a fetch stores nothing of it and leaves the series its turn', async () => {
  const { context, stop } = runContext();
  tell = (key) => {
    if (key === 1) stop.abort(new Error('stopped'));
    return seriesOf(key);
  };
  await expect(taskOn().run({}, context)).rejects.toThrow('stopped');
  expect(await due()).toMatchObject({ 1: -2, 2: 7, 5: -1 });
  const { rows } = await db.query('select title from title where id = 1');
  expect(rows).toEqual([{ title: 'Old' }]);
});
