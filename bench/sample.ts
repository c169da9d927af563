/** A database of a benchmark's own with the embedded catalogue, and who may ask for it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyRecords } from '#server/modules/catalog/apply.service.ts';
import { rebuildDocuments } from '#server/modules/search/document.service.ts';
import type { Database } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { readSample } from '#server/sources/sample/read.ts';
import { round } from './compare.ts';
import { log } from './log.ts';
import { benchToken } from './people.ts';

const prepare = async (db: Database): Promise<string> => {
  await migrate(db.pool, join(import.meta.dirname, '..', 'migrations'));
  const records = readSample();
  await db.transaction(async (tx) => {
    await applyRecords(tx, records, 'sample');
    await rebuildDocuments(tx, 'all');
  });
  await db.query('analyze');
  return benchToken(db);
};

/** Runs a benchmark, given the database and a token whose requests are counted; the process ends with 1 when it fails. */
export const onSample = async (run: (db: Database, token: string) => Promise<boolean>): Promise<void> => {
  console.log(`${cpus()[0]?.model}, ${cpus().length} cores, load ${round(loadavg()[0] ?? 0)}, Node ${process.version}`);
  const dataFolder = mkdtempSync(join(tmpdir(), 'kinodex-bench-'));
  const db = await openDatabase({ dataFolder, log, role: 'serve', poolSize: 2 });
  try {
    process.exitCode = (await run(db, await prepare(db))) ? 0 : 1;
  } finally {
    await db.close();
    rmSync(dataFolder, { recursive: true, force: true });
  }
};
