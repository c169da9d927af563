import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { followRecords } from '#server/app/import.ts';
import { loadSample } from '#server/app/sample.ts';
import { stageAll } from '#server/modules/catalog/import/files.ts';
import type { AfterMerge } from '#server/modules/catalog/import/hook.ts';
import { prepareSession } from '#server/modules/catalog/import/import.store.ts';
import { makeStaging } from '#server/modules/catalog/import/staging.ts';
import { mergeStaged } from '#server/modules/catalog/import/transaction.ts';
import { clientConfig } from '#server/platform/db/pool.ts';
import { findFiles } from '#server/sources/imdb-datasets/read.ts';
import { testDatabase } from '#test/support/database.ts';
import { silentLog } from '#test/support/log.ts';
import { watchPlans } from '#test/support/plans.ts';
import { generate } from '../bench/generate/generate.ts';

const TITLES = 40_000;
/** Of a later import; with fewer a bad plan for what is left out is not bad yet. */
const LATER = 20_000;
const folder = mkdtempSync(join(tmpdir(), 'kinodex-plans-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const db = await testDatabase();
await loadSample(db);

interface Trial {
  readonly seed: number;
  readonly titles: number;
  readonly without: readonly string[];
  readonly afterMerge: AfterMerge | undefined;
}

/** Imports files, beside those that are left out, and returns what of it does not grow in proportion. */
const slowIn = async ({ seed, titles, without, afterMerge }: Trial) => {
  const from = join(folder, `${seed}-${titles}`);
  await generate({ titles, out: from, seed });
  const signal = new AbortController().signal;
  const files = (await findFiles(from, signal)).filter(({ name }) => !without.includes(name));
  const client = new pg.Client(clientConfig(db.connection));
  await client.connect();
  try {
    await prepareSession(client);
    await makeStaging(client);
    const staged = await stageAll(client, files, { signal, log: silentLog, onProgress: () => {} });
    await client.query('begin');
    const { tx, slow, seen } = watchPlans(client);
    await mergeStaged(
      tx,
      { ...staged, etagOf: () => null },
      {
        complete: without.length === 0,
        yes: true,
        startedAt: new Date(),
        afterMerge,
        onProgress: () => {},
        pause: () => Promise.reject(new Error('somebody holds a table')),
      },
    );
    await client.query('commit');
    await client.query('drop schema if exists import, import_next cascade');
    return { slow, seen: seen() };
  } finally {
    await client.end();
  }
};

describe('the plans of an import over the embedded catalogue', () => {
  it('grow in proportion: first, changed in most rows, in few, with files left out', async () => {
    for (const [seed, titles, without, afterMerge] of [
      // What is there is a sixth of what comes then, whose tables are written without comparing.
      [5, 7_000, [], undefined],
      [1, TITLES, [], followRecords],
      // Nobody follows these: all documents would be made anew each time.
      [2, LATER, [], undefined],
      [3, LATER, ['title.crew', 'title.basics'], undefined],
      [4, LATER, ['title.principals', 'title.episode', 'name.basics'], undefined],
      [1, LATER / 10, ['title.crew'], followRecords],
    ] as const) {
      const { slow, seen } = await slowIn({ seed, titles, without, afterMerge });
      expect(slow).toEqual([]);
      expect(seen).toBeGreaterThan(30);
    }
  });
});
