/**
 * An import of 200,000 invented titles while 50 edits a second come: node bench/edits.ts [--titles 200000] [--edits 50]
 * Prints how long the edits took and how many were refused, and fails when one that was saved is not there afterwards,
 * when one failed otherwise, or when one took as long as waiting for the merge would.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createImport, followRecords } from '#server/app/import.ts';
import { loadSample } from '#server/app/sample.ts';
import { applyRecords } from '#server/modules/catalog/apply.service.ts';
import type { Database } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { generate } from './generate/generate.ts';
import { log } from './log.ts';

const { values } = parseArgs({
  options: { titles: { type: 'string', default: '200000' }, edits: { type: 'string', default: '50' } },
});
const LONGEST_MS = 2_000;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Edits titles of the embedded catalogue at an even pace until it is told to stop. */
const startEditing = (db: Database, ids: readonly number[], aSecond: number) => {
  const saved = new Map<number, string>();
  const times: number[] = [];
  const failed: unknown[] = [];
  let refused = 0;
  let editing = true;
  const edit = async (n: number): Promise<void> => {
    const id = ids[n % ids.length] ?? 0;
    const plot = `Edit ${n}`;
    const began = performance.now();
    try {
      await db.transaction((tx) => applyRecords(tx, { titles: [{ id, plot }], people: [] }, 'editor', followRecords));
      saved.set(id, plot);
    } catch (error) {
      if (error instanceof Error && 'reason' in error && error.reason === 'import_running') refused += 1;
      else failed.push(error);
    }
    times.push(performance.now() - began);
  };
  const running = (async () => {
    const open: Promise<void>[] = [];
    for (let n = 0; editing; n += 1) {
      open.push(edit(n));
      await pause(1_000 / aSecond);
    }
    await Promise.all(open);
  })();
  return async () => {
    editing = false;
    await running;
    return { saved, times: times.toSorted((a, b) => a - b), failed, refused };
  };
};

const run = async (db: Database, from: string): Promise<boolean> => {
  await migrate(db.pool, join(import.meta.dirname, '..', 'migrations'));
  await loadSample(db);
  const { rows } = await db.query<{ id: number }>('select id from title order by id');
  const ids = rows.map(({ id }) => id);
  const stop = startEditing(db, ids, Number(values.edits));
  await pause(2_000);
  const report = await createImport(db, log).run({ from });
  await pause(2_000);
  const { saved, times, failed, refused } = await stop();
  const plots = await db.query<{ id: number; plot: string }>('select id, plot from title where id = any($1)', [
    [...saved.keys()],
  ]);
  // Two edits of one title at once come to either; here each title's next edit is seconds later.
  const lost = plots.rows.filter(({ id, plot }) => saved.get(id) !== plot).length + saved.size - plots.rows.length;
  const at = (share: number): string => `${(times[Math.floor((times.length - 1) * share)] ?? 0).toFixed(0)} ms`;
  say(`import of ${values.titles} titles: ${report.seconds.toFixed(1)} s`);
  say(`${times.length} edits: ${refused} refused with import_running, ${failed.length} failed, ${lost} lost`);
  say(`an edit: median ${at(0.5)}, 99% ${at(0.99)}, longest ${at(1)}`);
  for (const error of failed.slice(0, 3)) say(String(error));
  return failed.length === 0 && lost === 0 && refused > 0 && (times.at(-1) ?? 0) < LONGEST_MS;
};

const folder = mkdtempSync(join(tmpdir(), 'kinodex-edits-'));
// The embedded server may run as another user.
chmodSync(folder, 0o711);
try {
  const out = join(folder, 'set');
  mkdirSync(out);
  await generate({ titles: Number(values.titles), out, gz: false });
  const db = await openDatabase({
    dataFolder: join(folder, 'data'),
    dataFolderPinned: true,
    log,
    role: 'tool',
    poolSize: 8,
  });
  try {
    process.exitCode = (await run(db, out)) ? 0 : 1;
  } finally {
    await db.close();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
