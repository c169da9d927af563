import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { hearing } from '#test/support/bus.ts';
import { testDatabase } from '#test/support/database.ts';
import { changed, MANY, many, removeSets, SMALL, snapshot, writeSet } from '#test/support/imdb-set.ts';
import { keptLog, silentLog } from '#test/support/log.ts';
import { schemaOf } from '#test/support/schema.ts';
import { CATALOGUE_CHANGED } from '../catalog.events.ts';
import { createImdbImport, type ImportParts } from './import.service.ts';

const db = await testDatabase();
afterAll(removeSets);
const createImport = (parts: Partial<ImportParts> = {}) => createImdbImport({ db, log: silentLog, ...parts });
const small = writeSet(SMALL);

const TABLES = 'title, person, aka, credit, episode, title_list, person_list, title_origin, person_origin, redirect';
beforeEach(async () => {
  await db.query(`truncate ${TABLES}, change, import_run`);
  await db.query(
    `insert into title (id, type, title, source, fetched_at) values (99999999, 'M', 'Kept', 'sample', now())`,
  );
});

const state = async () => ({
  rows: await snapshot(db),
  feed: (await db.query('select * from change order by id')).rows,
  runs: (await db.query('select id from import_run')).rows,
  schema: await schemaOf(db),
});

describe('an import that cannot go through', () => {
  it('stops at more than one malformed line in a hundred, with nothing changed', async () => {
    const before = await state();
    const bad = writeSet(changed({ 'name.basics': [...SMALL['name.basics'], 'nm1 | x'] }));
    await expect(createImport().run({ from: bad })).rejects.toThrow(
      /name\.basics: 1 of 4 lines are malformed, the first is line 5: 2 columns instead of 6\. Nothing was changed\./,
    );
    expect(await state()).toEqual(before);
  });

  it('skips, counts and names malformed lines below that', async () => {
    const log = keptLog();
    const set = many('Mill');
    const from = writeSet({ ...set, 'title.basics': [...set['title.basics'], 'tt0000001 | x', ''] });
    const report = await createImport({ log }).run({ from });
    expect(report.files[0]).toMatchObject({ read: MANY + 2, added: MANY, skipped: 2 });
    expect(report.problems[0]).toEqual({ file: 'title.basics', line: MANY + 2, reason: '2 columns instead of 9' });
    expect(log.lines).toContain(`warn title.basics, line ${MANY + 2}: 2 columns instead of 9`);
  });

  it('stops at a wrong header', async () => {
    const from = writeSet({ 'title.basics': [] });
    writeFileSync(`${from}/title.crew.tsv`, 'tconst\tdirectors\n');
    await expect(createImport().run({ from })).rejects.toThrow('title.crew: the header has no writers');
  });

  it('waits for no other import', async () => {
    const second: Promise<unknown>[] = [];
    await createImport({
      afterMerge: async () => {
        second.push(
          createImport()
            .run({ from: small })
            .catch((error: unknown) => error),
        );
        await second[0];
        return undefined;
      },
    }).run({ from: small });
    expect(await second[0]).toMatchObject({ message: 'Another import is running; wait for its end.' });
  });

  it('leaves the catalogue as it was when it is aborted in any phase', async () => {
    const steps: string[] = [];
    const stepOf = (progress: { phase: string; step?: string; file?: string }) => `${progress.step ?? progress.file}`;
    await createImport().run({ from: small, onProgress: (progress) => steps.push(stepOf(progress)) });
    expect(steps).toContain('titles');
    await db.query(`truncate ${TABLES}, change, import_run`);
    const before = await state();
    for (const step of new Set(steps)) {
      const stop = new AbortController();
      const onProgress: NonNullable<Parameters<ReturnType<typeof createImport>['run']>[0]['onProgress']> = (
        progress,
      ) => {
        if (stepOf(progress) === step) stop.abort(new Error(`stopped at ${step}`));
      };
      const run = createImport().run({ from: small, onProgress, signal: stop.signal });
      await expect(run).rejects.toThrow(`stopped at ${step}`);
      expect(await state()).toEqual(before);
    }
  });

  it('takes everything back when what follows the merge fails', async () => {
    const before = await state();
    const run = createImport({ afterMerge: () => Promise.reject(new Error('no search')) }).run({ from: small });
    await expect(run).rejects.toThrow('no search');
    expect(await state()).toEqual(before);
  });

  it.each(['title.principals', 'credit', 'change feed'])('survives kill -9 at %s', async (step) => {
    const before = await state();
    const script = fileURLToPath(new URL('../../../../../test/support/import-child.ts', import.meta.url));
    const from = writeSet(many('Mill'));
    const child = spawn(process.execPath, [script, JSON.stringify(db.connection), from, step], { stdio: 'inherit' });
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
    // Only once the dead process's session is gone can the next one begin.
    await db.query('select pg_advisory_lock(7020), pg_advisory_unlock(7020)');
    const after = await state();
    expect(after).toMatchObject({ rows: before.rows, feed: before.feed, runs: before.runs });
    expect((await createImport().run({ from })).titles.added).toBe(MANY);
    expect((await schemaOf(db)).filter((line) => line.startsWith('schema import'))).toEqual([]);
  });
});

describe('those who follow', () => {
  it('hear of the new tables in the same transaction and can replace their own', async () => {
    await db.query('create table digest (id bigint primary key, words text not null)');
    const heard: unknown[] = [];
    await createImport({
      afterMerge: async (tx, { titles, people, all, replace }) => {
        for (const table of [titles, people])
          heard.push((await tx.query(`select count(*)::int as n from ${table}`)).rows[0]?.n);
        heard.push(all, (await tx.query('select count(*)::int as n from title')).rows[0]?.n);
        await replace('digest', 'select id, title as words from title');
        await tx.query('create table digest_of_digests as select count(*)::int as n from title');
        const swap = () => tx.query('alter table digest_of_digests rename to digests');
        return { tables: ['digest_of_digests'], swap };
      },
    }).run({ from: writeSet(many('Mill')) });
    expect(heard).toEqual([MANY, MANY, true, MANY + 1]);
    expect((await db.query('select n from digests')).rows).toEqual([{ n: MANY + 1 }]);
    await db.query('drop table digests');
    expect((await db.query('select count(*) as n from digest')).rows).toEqual([{ n: MANY + 1 }]);
    expect((await db.query(`select indexdef from pg_indexes where tablename = 'digest'`)).rows).toEqual([
      { indexdef: 'CREATE UNIQUE INDEX digest_pkey ON public.digest USING btree (id)' },
    ]);
    await db.query('drop table digest');
  });

  it('are notified when something has changed', async () => {
    const heard = await hearing(db, CATALOGUE_CHANGED);
    await createImport().run({ from: small });
    for (const verify of [false, true]) await createImport().run({ from: small, verify });
    expect(await heard()).toBe(1);
  });

  it('see a run with its files', async () => {
    await createImport().run({ from: small });
    const { rows } = await db.query<{ files: { files: { name: string; sha256: string }[] }; over: boolean }>(
      'select files, finished_at >= started_at as over from import_run',
    );
    expect(rows).toMatchObject([{ over: true }]);
    expect(rows[0]?.files.files).toHaveLength(7);
    for (const { sha256 } of rows[0]?.files.files ?? []) expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  });
});
