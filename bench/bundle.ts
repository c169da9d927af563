/**
 * Takes a bundle with 5,000 credits in, and says how long it keeps requests waiting: node bench/bundle.ts [--credits 5000]
 * Prints the longest turn of the thread that answers requests, in ms of the processor, reading the bundle there and in a
 * thread of its own, and fails when that is over 50 ms.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { followRecords } from '#server/app/import.ts';
import { createBundleReader } from '#server/modules/catalog/editor/bundle.reader.ts';
import { readBundle } from '#server/modules/catalog/editor/bundle.rules.ts';
import { createEditor } from '#server/modules/catalog/editor/editor.service.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { watchTurns } from '#test/support/lived.ts';
import { NO_PICTURES } from '#test/support/pictures.ts';
import { log } from './log.ts';

const { values } = parseArgs({ options: { credits: { type: 'string', default: '5000' } } });
const LONGEST_MS = 50;
const ROUNDS = 5;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const bundleOf = (key: number): string =>
  JSON.stringify({
    ...{ format: 'kinodex-bundle/1', exported: '2026-01-01T00:00:00.000Z', source: 'bundle' },
    ...{ imdbId: `tt${key}`, picture: null, fields: { type: 'M', title: `Film ${key}` } },
    parts: {
      actors: Array.from({ length: Number(values.credits) }, (_, at) => ({
        ...{ imdbId: `nm${2_000_000 + at}`, name: `Person ${at}`, main: at < 10, ordering: at + 1 },
        characters: [`Somebody ${at}`],
        remark: null,
      })),
    },
  });

const folder = mkdtempSync(join(tmpdir(), 'kinodex-bundle-'));
const db = await openDatabase({ dataFolder: folder, log, role: 'tool', poolSize: 4 });
const reader = createBundleReader();
try {
  await migrate(db.pool, join(import.meta.dirname, '..', 'migrations'));
  const parts = {
    ...{ db, follow: followRecords, firstOwnId: () => 9_000_000_000, priorities: () => new Map() },
    ...{ callsOf: async () => new Map<number, string>(), now: () => new Date(), pictures: NO_PICTURES },
  };
  let key = 1_000_000;
  /** The longest turn, in ms; of several rounds the least, since the engine clears up whenever it likes. */
  const waitFor = async (work: (file: Buffer<ArrayBuffer>) => Promise<unknown>): Promise<number> => {
    const waits: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      key += 1;
      const file = Buffer.from(bundleOf(key));
      await pause(50);
      const turns = watchTurns();
      await pause(10);
      turns.longest();
      await work(file);
      await pause(5);
      turns.end();
      waits.push(turns.longest());
    }
    return Math.min(...waits);
  };
  const here = createEditor({ ...parts, readBundle: async (kind, file) => readBundle(kind, file) });
  const there = createEditor({ ...parts, readBundle: reader.read });
  say(`reading alone, here: ${(await waitFor(async (file) => readBundle('movie', file))).toFixed(1)} ms`);
  say(`reading alone, in its own thread: ${(await waitFor((file) => reader.read('movie', file))).toFixed(1)} ms`);
  const before = await waitFor((file) => here.importRecord('movie', file, null));
  say(`taking it in, read here: ${before.toFixed(1)} ms`);
  const after = await waitFor((file) => there.importRecord('movie', file, null));
  say(`taking it in, read in its own thread: ${after.toFixed(1)} ms (${(before / after).toFixed(1)} times less)`);
  if (after > LONGEST_MS) process.exitCode = 1;
} finally {
  await reader.close();
  await db.close();
  rmSync(folder, { recursive: true, force: true });
}
