import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { removeSets, writeSet } from '#test/support/imdb-set.ts';
import { silentLog } from '#test/support/log.ts';
import { catalogues, sets } from '#test/support/random-catalogue.ts';
import { contentsOf, EVERYTHING, linesOf, seed, tellingOf } from '#test/support/random-import.ts';
import { randomRuns } from '#test/support/runs.ts';
import { applyRecords } from '../apply.service.ts';
import { createImdbImport } from './import.service.ts';

const db = await testDatabase();
afterAll(removeSets);
const { run } = createImdbImport({ db, log: silentLog });
const RUNS = 30;

it('the import comes to what the rules say of each record, field and part', async () => {
  await fc.assert(
    fc.asyncProperty(catalogues, sets, async (catalogue, set) => {
      fc.pre(Object.values(set).some((file) => file !== undefined));
      await db.query(`truncate ${EVERYTHING}`);
      await seed(db, catalogue);
      await db.transaction((tx) => applyRecords(tx, tellingOf(set), 'imdb-datasets'));
      const applied = await contentsOf(db);
      await db.query(`truncate ${EVERYTHING}`);
      await seed(db, catalogue);
      await run({ from: writeSet(linesOf(set)), verify: true });
      expect(await contentsOf(db)).toEqual(applied);
    }),
    { numRuns: randomRuns(RUNS) },
  );
});
