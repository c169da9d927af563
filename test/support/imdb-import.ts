import { afterAll, beforeEach } from 'vitest';
import { createImdbImport, type ImportAsk } from '#server/modules/catalog/import/import.service.ts';
import { testDatabase } from './database.ts';
import { type Rows, removeSets, writeSet } from './imdb-set.ts';
import { silentLog } from './log.ts';

/** Imports of small sets into a database of the test file's own, which is empty before each test. Called at the top of the file. */
export const testImport = async () => {
  const db = await testDatabase();
  afterAll(removeSets);
  beforeEach(async () => {
    await db.query(`truncate title, person, aka, credit, episode, title_list, person_list, title_origin, person_origin,
      redirect, change, import_run, serie_update, external_id`);
  });
  const service = createImdbImport({ db, log: silentLog });
  return {
    db,
    importSet: (rows: Rows, ask: Partial<ImportAsk> = {}) => service.run({ from: writeSet(rows), ...ask }),
    /** The rows of a query, as lists. */
    all: async (text: string): Promise<unknown[]> => (await db.query({ text, rowMode: 'array' } as never)).rows,
  };
};
