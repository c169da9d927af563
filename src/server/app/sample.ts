import { afterImports, applyRecords } from '#server/modules/catalog/apply.service.ts';
import type { Database } from '#server/platform/db/database.ts';
import { readSample } from '#server/sources/sample/read.ts';
import { followRecords } from './import.ts';

/** Loads the embedded catalogue into a database that never held one; whole or not at all. Answers whether it did. */
export const loadSample = async (db: Database): Promise<boolean> => {
  const { rows } = await db.query('select 1 from import_run limit 1');
  if (rows.length > 0) return false;
  const records = readSample();
  return db.transaction(async (tx) => {
    await tx.query('set local statement_timeout = 0');
    // Before the lock on the table, in which an import writes at its end.
    await afterImports(tx);
    await tx.query('lock table import_run in exclusive mode');
    const again = await tx.query('select 1 from import_run limit 1');
    if (again.rows.length > 0) return false;
    await applyRecords(tx, records, 'sample', followRecords);
    await tx.query(`insert into import_run (source, finished_at, files) values ('sample', now(), $1)`, [
      JSON.stringify({ titles: records.titles.length, people: records.people.length }),
    ]);
    return true;
  });
};
