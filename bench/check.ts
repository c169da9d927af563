/**
 * The task CHECK_CATALOGUE at size, on the embedded server: how long a batch takes, and how much memory.
 *   node bench/check.ts --titles 200000 [--folder /tmp/kinodex-bench-check]
 * The folder keeps the catalogue between runs.
 */
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { followRecords } from '#server/app/import.ts';
import { createChecks } from '#server/modules/catalog/editor/check.service.ts';
import { checkCatalogue } from '#server/modules/catalog/editor/check.tasks.ts';
import { readDocumentStates, rebuildDocuments } from '#server/modules/search/document.service.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { log } from './log.ts';
import { fillCatalogue } from './search-data.ts';

const { values: options } = parseArgs({
  options: {
    titles: { type: 'string', default: '200000' },
    folder: { type: 'string', default: '/tmp/kinodex-bench-check' },
  },
});
const say = (text: string): void => void process.stdout.write(`${text}\n`);

mkdirSync(options.folder, { recursive: true });
chmodSync(options.folder, 0o711);
const db = await openDatabase({
  dataFolder: options.folder,
  dataFolderPinned: true,
  log,
  role: 'serve',
  poolSize: 4,
});
try {
  await migrate(db.pool, join(import.meta.dirname, '..', 'migrations'));
  if ((await db.query('select 1 from title limit 1')).rows.length === 0) {
    await fillCatalogue(db, Number(options.titles));
    await db.transaction(async (tx) => {
      await tx.query('set local statement_timeout = 0');
      await rebuildDocuments(tx, 'all');
    });
  }
  const checks = createChecks({ db, follow: followRecords, documentsOf: readDocumentStates, refreshDays: {} });
  const batches: number[] = [];
  const began = performance.now();
  let last = began;
  let most = 0;
  await checkCatalogue({ db, checks }).run(
    {},
    {
      signal: new AbortController().signal,
      progress: () => {
        const now = performance.now();
        batches.push(now - last);
        last = now;
        most = Math.max(most, process.memoryUsage().rss);
      },
      log: say,
    },
  );
  const sorted = batches.toSorted((one, other) => one - other);
  const at = (share: number): string => `${(sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(0)} ms`;
  say(
    `${batches.length} batches in ${((performance.now() - began) / 1_000).toFixed(1)} s: p50 ${at(0.5)}, p99 ${at(0.99)}`,
  );
  say(`longest ${at(1)}, memory of the process at most ${(most / 1_048_576).toFixed(0)} MB`);
} finally {
  await db.close();
}
