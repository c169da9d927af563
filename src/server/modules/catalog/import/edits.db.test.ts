import { afterAll, beforeEach, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { removeSets, SMALL, writeSet } from '#test/support/imdb-set.ts';
import { silentLog } from '#test/support/log.ts';
import { EVERYTHING } from '#test/support/random-import.ts';
import { applyRecords } from '../apply.service.ts';
import type { AfterMerge } from './hook.ts';
import { createImdbImport, type ImportAsk } from './import.service.ts';

const db = await testDatabase();
afterAll(removeSets);
const importSmall = (afterMerge?: AfterMerge, ask: Partial<ImportAsk> = {}) =>
  createImdbImport({ db, log: silentLog, ...(afterMerge && { afterMerge }) }).run({
    from: writeSet(SMALL),
    ...ask,
  });
const edit = (id: number, title: string) =>
  db.transaction((tx) => applyRecords(tx, { titles: [{ id, title }], people: [] }, 'editor'));
const titleOf = async (id: number): Promise<unknown> =>
  (await db.query('select title from title where id = $1', [id])).rows[0]?.title;

beforeEach(async () => {
  await db.query(`truncate ${EVERYTHING}`);
  await db.query(
    `insert into title (id, type, title, source, fetched_at) select id, 'M', 'Old', 'imdb-datasets', now() from generate_series(1, 3) id`,
  );
});

it('an edit while the files are merged is refused at once, and goes through afterwards', async () => {
  // The import waits for the edit here: one that waited for the import would never come back.
  await importSmall(async () => {
    await expect(edit(1, 'Mine')).rejects.toMatchObject({ reason: 'import_running', status: 409 });
    return undefined;
  });
  expect(await titleOf(1)).toBe('Mill');
  await edit(1, 'Mine');
  await importSmall(undefined, { verify: true });
  expect(await titleOf(1)).toBe('Mine');
});

it('an edit while the files are read is there afterwards', async () => {
  const edits: Promise<unknown>[] = [];
  await importSmall(undefined, {
    onProgress: ({ phase }) => {
      if (phase === 'read' && edits.length === 0) edits.push(edit(2, 'Mine'));
    },
  });
  await Promise.all(edits);
  expect(edits).toHaveLength(1);
  expect(await titleOf(2)).toBe('Mine');
});

it('an edit that has begun is waited for, and those behind it are refused meanwhile', async () => {
  const { promise: end, resolve: finish } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const long = db.transaction(async (tx) => {
    await applyRecords(tx, { titles: [{ id: 1, title: 'Mine' }], people: [] }, 'editor');
    begin();
    await end;
  });
  await begun;
  const imported = importSmall();
  const WAITING = `select 1 from pg_locks where locktype = 'advisory' and not granted and mode = 'ExclusiveLock'`;
  await expect.poll(async () => (await db.query(WAITING)).rows).toHaveLength(1);
  await expect(edit(2, 'Mine')).rejects.toMatchObject({ reason: 'import_running' });
  finish();
  await Promise.all([long, imported]);
  expect([await titleOf(1), await titleOf(2)]).toEqual(['Mine', 'Harbour']);
});

it('a merge whose session is gone refuses nobody', async () => {
  await expect(
    importSmall(async (tx) => {
      const { rows } = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
      await db.query('select pg_terminate_backend($1, 10000)', [rows[0]?.pid]);
      return undefined;
    }),
  ).rejects.toThrow('The database was lost on the way. Nothing was changed.');
  await edit(1, 'Mine');
  expect(await titleOf(1)).toBe('Mine');
});

it('of many edits in the midst of imports none is lost and none half done', async () => {
  let done = false;
  const saved = new Map<number, string>();
  const refused: unknown[] = [];
  const editor = async (id: number): Promise<void> => {
    for (let n = 0; !done; n++) {
      const title = `Mine ${n}`;
      await edit(id, title).then(
        () => saved.set(id, title),
        (error: { reason?: string }) => refused.push(error.reason),
      );
    }
  };
  const editors = [1, 2, 3].map(editor);
  for (let n = 0; n < 3; n++) {
    const before = refused.length;
    const somebodyIsRefused = () => expect.poll(() => refused.length).toBeGreaterThan(before);
    await importSmall(async () => void (await somebodyIsRefused()), { verify: true });
  }
  done = true;
  await Promise.all(editors);
  expect(new Set(refused)).toEqual(new Set(['import_running']));
  for (const [id, title] of saved) expect(await titleOf(id)).toBe(title);
  const { rows } = await db.query(`select count(*)::int as n from title_origin where part = 'title' and locked`);
  expect(rows).toEqual([{ n: 3 }]);
});
