/**
 * An import of 200,000 invented titles while 50 edits a second come, beside the same import alone and the same edits
 * alone: node bench/edits.ts [--titles 200000] [--edits 50]
 * Fails when an edit that was saved is not there afterwards or failed otherwise than by its refusal, when none was
 * refused, when the import takes much longer than alone, or when edits wait for it (docs/decisions/0026).
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
/** The import beside edits, to the import alone: they share the machine, and nobody waits for the other. */
const IMPORT_LIMIT = 2;
/** The longest edit, to the import alone: one that waited for the merge would take a good part of it. */
const LONGEST_LIMIT = 0.1;
/** 99 of 100 edits during the import, to those before it: they wait for the processor and for another edit. */
const EDIT_LIMIT = 20;
/** How long edits come before the import, and go on after it, in ms. */
const [BEFORE, AFTER] = [5_000, 2_000];
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Edits titles of the embedded catalogue at an even pace until it is told to stop. */
const startEditing = (db: Database, ids: readonly number[], what: string) => {
  const saved = new Map<number, string>();
  const times: number[] = [];
  const failed: unknown[] = [];
  let refused = 0;
  let editing = true;
  const edit = async (n: number): Promise<void> => {
    const id = ids[n % ids.length] ?? 0;
    const plot = `${what} ${n}`;
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
      await pause(1_000 / Number(values.edits));
    }
    await Promise.all(open);
  })();
  return async () => {
    editing = false;
    await running;
    return { saved, times: times.toSorted((a, b) => a - b), failed, refused };
  };
};

/** The times of edits by how many took no longer: median, 99 of 100, longest. */
const spread = (times: readonly number[]) => {
  const at = (share: number): number => times[Math.floor((times.length - 1) * share)] ?? 0;
  return { median: at(0.5), most: at(0.99), longest: at(1) };
};
const told = ({ median, most, longest }: ReturnType<typeof spread>): string =>
  `median ${median.toFixed(1)} ms, 99% ${most.toFixed(1)} ms, longest ${longest.toFixed(1)} ms`;

/** Whether a ratio stays below its limit; says so. */
const holds = (what: string, ratio: number, limit: number): boolean => {
  const isBelow = ratio < limit;
  say(`${what}: ratio ${ratio.toFixed(3)}, limit ${limit}${isBelow ? '' : ': FAILED'}`);
  return isBelow;
};

/** The embedded catalogue in a database of its own. */
const withCatalogue = async <Result>(name: string, work: (db: Database) => Promise<Result>): Promise<Result> => {
  const db = await openDatabase({
    dataFolder: join(folder, name),
    dataFolderPinned: true,
    log,
    role: 'tool',
    poolSize: 8,
  });
  try {
    await migrate(db.pool, join(import.meta.dirname, '..', 'migrations'));
    await loadSample(db);
    return await work(db);
  } finally {
    await db.close();
  }
};

const alone = (from: string): Promise<number> =>
  withCatalogue('alone', async (db) => (await createImport(db, log).run({ from })).seconds);

const beside = (from: string, importAlone: number): Promise<boolean> =>
  withCatalogue('beside', async (db) => {
    const { rows } = await db.query<{ id: number }>('select id from title order by id');
    const ids = rows.map(({ id }) => id);
    const stopPlain = startEditing(db, ids, 'Before');
    await pause(BEFORE);
    const before = await stopPlain();
    const stop = startEditing(db, ids, 'During');
    const report = await createImport(db, log).run({ from });
    await pause(AFTER);
    const { saved, times, failed, refused } = await stop();
    const plots = await db.query<{ id: number; plot: string }>('select id, plot from title where id = any($1)', [
      [...saved.keys()],
    ]);
    // Two edits of one title at once come to either; here each title's next edit is seconds later.
    const lost = plots.rows.filter(({ id, plot }) => saved.get(id) !== plot).length + saved.size - plots.rows.length;
    const [plain, during] = [spread(before.times), spread(times)];
    say(`import of ${values.titles} titles: alone ${importAlone.toFixed(1)} s, beside ${report.seconds.toFixed(1)} s`);
    say(`${before.times.length} edits before it: ${told(plain)}`);
    say(`${times.length} edits during it: ${told(during)}`);
    say(`${refused} refused with import_running, ${failed.length} failed, ${lost} lost`);
    for (const error of [...before.failed, ...failed].slice(0, 3)) say(String(error));
    const ratios = [
      holds('import beside edits to import alone', report.seconds / importAlone, IMPORT_LIMIT),
      holds('99% of edits during the import to before', during.most / plain.most, EDIT_LIMIT),
      holds('longest edit to import alone', during.longest / 1_000 / importAlone, LONGEST_LIMIT),
    ];
    return ratios.every(Boolean) && before.failed.length + failed.length + lost === 0 && refused > 0;
  });

const folder = mkdtempSync(join(tmpdir(), 'kinodex-edits-'));
// The embedded server may run as another user.
chmodSync(folder, 0o711);
try {
  const out = join(folder, 'set');
  mkdirSync(out);
  await generate({ titles: Number(values.titles), out, gz: false });
  process.exitCode = (await beside(out, await alone(out))) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
