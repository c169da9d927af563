import { beforeEach, expect, it } from 'vitest';
import { LOCKS } from '#server/platform/db/locks.ts';
import type { ToldTitle } from '#server/sources/record.ts';
import { SourceError } from '#server/sources/source-error.ts';
import { testDatabase } from '#test/support/database.ts';
import { silentLog } from '#test/support/log.ts';
import { runContext } from '#test/support/run-context.ts';
import { fetchingOn, sourceTelling } from '../fetch/fetch.fixture.ts';
import { rememberWanted } from '../record.store.ts';
import { createManual } from './manual.service.ts';
import { manualTask } from './manual.tasks.ts';

const db = await testDatabase();
const { fetchingFrom } = fetchingOn(db);

let key = 0;
/** Knows one title after the other, and stumbles over what it does not know. */
const { source, state } = sourceTelling({ name: 'tmdb', tell: async () => answer() });
let answer: () => Promise<ToldTitle | 'unknown'>;
let begun = 0;
const manual = createManual({
  db,
  fetching: {
    store: (id, ask) => {
      key = id.key;
      return fetchingFrom([source]).store(id, ask);
    },
  },
  follow: async () => undefined,
  begin: async () => {
    begun += 1;
  },
  log: silentLog,
});
const processWaiting = (): Promise<void> => manual.work(true, runContext().context);
const FIRST = { offset: 0, limit: 20 };
const list = async (filter = {}) => (await manual.list(filter, FIRST)).rows;
const results = async () => (await list()).map(({ imdbId, result }) => [imdbId, result]).toSorted();
const add = (text: string, more = {}) =>
  manual.add({ text, immediately: false, onlyIndex: false, accountId: 7, ...more });
beforeEach(async () => {
  await db.query('delete from manual_update');
  begun = 0;
  state.asked = 0;
  answer = async () => ({ id: key, type: 'M', title: `Film ${key}` });
});

it('pasted ids are added once each, and lines without one are named', async () => {
  const told = await add('tt0000101\n\n  nm0000102 \r\ntt00000101\nfilm\ntt0000000\ntt0000101');
  const message = 'holds no id: tt or nm and 7 to 10 digits';
  expect(told).toMatchObject({ added: 2, again: 0, folded: 2, refused: 2 });
  expect(told.rows.map(({ line, text, imdbId, outcome }) => [line, text, imdbId, outcome])).toEqual([
    [1, 'tt0000101', 'tt0000101', 'ADDED'],
    [3, 'nm0000102', 'nm0000102', 'ADDED'],
    [4, 'tt00000101', 'tt0000101', 'FOLDED'],
    [5, 'film', null, 'REFUSED'],
    [6, 'tt0000000', null, 'REFUSED'],
    [7, 'tt0000101', 'tt0000101', 'FOLDED'],
  ]);
  expect(new Set(told.rows.map((row) => row.message))).toEqual(new Set([null, message]));
  expect((await add('nm0000102\ntt0000103')).again).toBe(1);
  expect((await list()).map(({ imdbId }) => imdbId)).toEqual(['tt0000103', 'nm0000102', 'tt0000101']);
  expect(begun).toBe(0);
  await expect(add('one\ntwo')).rejects.toMatchObject({ reason: 'invalid_body', details: [{ field: 'ids' }] });
  await expect(add(' \n')).rejects.toMatchObject({ reason: 'invalid_body' });
});

it('ids are read out of addresses and sentences', async () => {
  const { rows } = await add('see https://www.imdb.com/title/TT0000191/?ref_=nv and nm0000192, not att0000193 or tt12');
  expect(rows.map(({ imdbId, outcome }) => [imdbId, outcome])).toEqual([
    ['tt0000191', 'ADDED'],
    ['nm0000192', 'ADDED'],
    [null, 'REFUSED'],
  ]);
  expect(rows.map(({ text }) => text)).toEqual(['TT0000191', 'nm0000192', 'tt12']);
});

it('what was asked for in vain stands first, with how often, until it is there', async () => {
  await add('tt0000111');
  await rememberWanted(db, 'tt0000112', 9, 1);
  await rememberWanted(db, 'tt0000113', 9, 3);
  await rememberWanted(db, 'tt0000112', null, 4);
  await add('tt0000114');
  const shown = async () => (await list()).map(({ imdbId, asked }) => [imdbId, asked]);
  expect((await shown()).slice(0, 3)).toEqual([
    ['tt0000112', 5],
    ['tt0000113', 3],
    ['tt0000114', 0],
  ]);
  await db.query(`update manual_update set result = 'OK', processed_at = now() where imdb_id = 'tt0000112'`);
  await rememberWanted(db, 'tt0000112', 9, 1);
  expect((await shown())[0]).toEqual(['tt0000113', 3]);
  await db.query(`update manual_update set processed_at = now() - interval '2 days' where imdb_id = 'tt0000112'`);
  await rememberWanted(db, 'tt0000112', 9, 1);
  expect((await shown())[0]).toEqual(['tt0000112', 7]);
});

it('rows are shown by state, kind and how their ids begin, a page at a time', async () => {
  await add('tt0000121\ntt0000122\nnm0000123\ntt0000124');
  await db.query(`update manual_update set result = case imdb_id when 'tt0000121' then 'OK' else 'no' end
    where imdb_id in ('tt0000121', 'tt0000122')`);
  await db.query(`update manual_update set waiting = true where imdb_id = 'tt0000124'`);
  const ids = async (filter: object) => (await list(filter)).map(({ imdbId }) => imdbId);
  expect(await ids({ state: 'OK' })).toEqual(['tt0000121']);
  expect(await ids({ state: 'FAILED' })).toEqual(['tt0000122']);
  expect(await ids({ state: 'NEW' })).toEqual(['nm0000123']);
  expect(await ids({ state: 'WAITING' })).toEqual(['tt0000124']);
  expect(await ids({ type: 'MOVIES', imdbId: 'tt000012' })).toHaveLength(3);
  expect(await ids({ type: 'NAMES' })).toEqual(['nm0000123']);
  expect(await manual.list({}, { offset: 3, limit: 20 })).toMatchObject({ total: 4, rows: [{ imdbId: 'tt0000121' }] });
});

it('all that is not OK is processed, each row with its result or the reason', async () => {
  await add('tt0000131\ntt0000132\ntt0000133\ntt0000134');
  await db.query(`update manual_update set result = 'OK' where imdb_id = 'tt0000134'`);
  answer = async () => {
    if (key === 132) return 'unknown';
    if (key === 133) throw new SourceError('tmdb', 'refused');
    return { id: key, type: 'M', title: 'Mill' };
  };
  expect(await manual.reprocess(null)).toBe(3);
  expect(begun).toBe(1);
  expect(await manual.progress()).toEqual({ running: true, total: 3, processed: 0, ok: 0, failed: 0 });
  await processWaiting();
  expect(await results()).toEqual([
    ['tt0000131', 'OK'],
    ['tt0000132', 'No source that was asked knows tt0000132: tmdb does not know it.'],
    ['tt0000133', 'tt0000133 could not be fetched: tmdb refuses the credentials.'],
    ['tt0000134', 'OK'],
  ]);
  expect(await manual.progress()).toEqual({ running: false, total: 3, processed: 3, ok: 1, failed: 2 });
  expect(await manual.reprocess([])).toBe(0);
});

it('only the named rows are processed, and not those that are OK', async () => {
  await add('tt0000141\ntt0000142\ntt0000143');
  const [third, second] = await list();
  await db.query(`update manual_update set result = 'OK' where imdb_id = 'tt0000143'`);
  const ids = [third, second].map((row) => row?.idManualUpdateData ?? 0);
  expect(await manual.reprocess(ids)).toBe(1);
  await processWaiting();
  expect([state.asked, await results()]).toEqual([
    1,
    [
      ['tt0000141', null],
      ['tt0000142', 'OK'],
      ['tt0000143', 'OK'],
    ],
  ]);
});

it('what is added to be done at once is, and only the index where that is asked', async () => {
  await add('tt0000151', { immediately: true });
  expect(begun).toBe(1);
  await processWaiting();
  state.asked = 0;
  await add('tt0000151\ntt0000152', { immediately: true, onlyIndex: true });
  await processWaiting();
  expect([state.asked, await results()]).toEqual([
    0,
    [
      ['tt0000151', 'OK'],
      ['tt0000152', 'There is no movie tt0000152 in the catalogue.'],
    ],
  ]);
  expect(await list()).toMatchObject([{ immediately: 1, onlyIndex: 1 }, { immediately: 1 }]);
});

it('work that is ended goes on where it was', async () => {
  await add('tt0000161\ntt0000162\ntt0000163');
  await manual.reprocess(null);
  const { context, stop } = runContext();
  answer = async () => {
    stop.abort(new Error('stopped'));
    return { id: key, type: 'M', title: 'Mill' };
  };
  await expect(manual.work(true, context)).rejects.toThrow('stopped');
  expect(await manual.progress()).toMatchObject({ running: true, total: 3, processed: 0 });
  await processWaiting();
  expect([state.asked, (await manual.progress()).ok]).toEqual([4, 3]);
});

it('a task processes what waits, then what nobody has tried, and says how far it is', async () => {
  await add('tt0000201\ntt0000202\ntt0000203\ntt0000204');
  await add('tt0000203', { immediately: true });
  await db.query(`update manual_update set result = 'no' where imdb_id = 'tt0000204'`);
  const order: number[] = [];
  answer = async () => {
    order.push(key);
    return key === 202 ? 'unknown' : { id: key, type: 'M', title: 'Mill' };
  };
  const { context, told, lines } = runContext();
  await manualTask(manual).run({}, context);
  expect(order).toEqual([203, 201, 202]);
  expect(told).toEqual([
    [0, 3],
    [1, 3],
    [2, 3],
    [3, 3],
  ]);
  expect(lines).toEqual([
    'WARN: tt0000202: No source that was asked knows tt0000202: tmdb does not know it.',
    '2 of 3 processed.',
  ]);
  expect(Object.fromEntries(await results())).toMatchObject({ tt0000204: 'no', tt0000201: 'OK' });
  await manualTask(manual).run({}, context);
  expect([state.asked, lines.length]).toEqual([3, 2]);
});

it('a task that is ended in the midst of a fetch leaves the row its turn, and its next run goes on there', async () => {
  await add('tt0000211\ntt0000212\ntt0000213');
  const { context, stop } = runContext();
  answer = async () => {
    if (key === 212) stop.abort(new Error('stopped'));
    return { id: key, type: 'M', title: 'Mill' };
  };
  await expect(manualTask(manual).run({}, context)).rejects.toThrow('stopped');
  expect(Object.fromEntries(await results())).toEqual({ tt0000211: 'OK', tt0000212: null, tt0000213: null });
  const { rows } = await db.query('select 1 from title where id = 212');
  expect(rows).toEqual([]);
  await manualTask(manual).run({}, runContext().context);
  expect(Object.fromEntries(await results())).toEqual({ tt0000211: 'OK', tt0000212: 'OK', tt0000213: 'OK' });
});

it('rows wait for an import that is being merged', async () => {
  await add('tt0000171', { immediately: true });
  const merging = await db.pool.connect();
  try {
    await merging.query('begin');
    await merging.query('select pg_advisory_xact_lock($1)', [LOCKS.records]);
    await processWaiting();
    expect(await list()).toMatchObject([{ waiting: true, result: null }]);
  } finally {
    await merging.query('rollback');
    merging.release();
  }
  await processWaiting();
  expect(await list()).toMatchObject([{ waiting: false, result: 'OK' }]);
});

it('rows are cleared when they are OK, and removed by name, by kind and altogether', async () => {
  await add('tt0000181\ntt0000182\nnm0000183\nnm0000184\ntt0000185');
  await db.query(`update manual_update set result = 'OK' where imdb_id = 'tt0000181'`);
  expect([await manual.clear(null), await manual.clear(null)]).toEqual([1, 0]);
  const [named] = await list({ imdbId: 'tt0000182' });
  expect(await manual.clear([named?.idManualUpdateData ?? 0])).toBe(1);
  const [other] = await list({ imdbId: 'nm0000183' });
  expect(await manual.remove([other?.idManualUpdateData ?? 0])).toBe(1);
  expect([await manual.remove('NAMES'), await manual.remove('MOVIES'), await manual.remove('ALL')]).toEqual([1, 1, 0]);
});
