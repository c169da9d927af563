/**
 * The log table at size: node bench/logs.ts [--rows 10000000] [--folder DIR | --url postgres://…]
 *   list: the first page and the one at line 10,000 (kept: ≤ 50 ms), also the deepest, filters, histogram;
 *   text: searches of three letters and more, common, rare and without a match (kept: ≤ 300 ms);
 *   write: lines a second in batches;
 *   say: what a line costs whoever says it, with the table and without.
 * On the embedded server, or in a database of its own on another one. Its data is removed afterwards.
 */

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { createLogTable } from '#server/modules/logs/log.service.ts';
import type { LogSearch } from '#server/modules/logs/search.rules.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { createLogs } from '#server/platform/log.ts';
import { createLogLines } from '#server/platform/log-lines.ts';
import { fillLogs } from './fill-logs.ts';
import { percentile } from './load.ts';
import { log } from './log.ts';

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000000' },
    folder: { type: 'string', default: tmpdir() },
    url: { type: 'string' },
    rounds: { type: 'string', default: '50' },
  },
});
const total = Number(options.rows);
const rounds = Number(options.rounds);
const NOW = new Date('2026-11-22T00:00:00Z');
const DAYS = 30;
const SAID = 20_000;
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};
const ms = (time: number | undefined): string => `${(time ?? 0).toFixed(1).padStart(7)} ms`;

const DAY_3 = { from: new Date('2026-11-03T00:00:00Z'), to: new Date('2026-11-03T23:59:59.999Z') };
const CASES: readonly (readonly [name: string, search: LogSearch, offset: number, most: number | null])[] = [
  ['first page', {}, 0, 50],
  ['page at line 10,000', {}, 10_000, 50],
  ['deepest page', {}, total - 20, 50],
  ['level ERROR, first page', { level: 50 }, 0, 50],
  ['level ERROR, page at 9,980', { level: 50 }, 9_980, 50],
  ['level INFO', { level: 30 }, 0, 50],
  ['category 8', { category: 8 }, 0, 50],
  ['a day', DAY_3, 0, null],
  ['a day and WARN', { ...DAY_3, level: 40 }, 0, null],
  ['a request', { requestId: 'bench-4002' }, 0, null],
  ['a run', { run: 100 }, 0, null],
  ["text 'ms'-like, in half", { text: 'finished' }, 0, 300],
  ["text 'the', nowhere", { text: 'qqq' }, 0, 300],
  ["text 'med', 1 of 10", { text: 'med' }, 0, 300],
  ["text 'seldom', 1 of 1,000", { text: 'seldom' }, 0, 300],
  ["text 'xyl', 10 in all", { text: 'xyl' }, 0, 300],
  ["text 'ECONN', 200,000 long ago", { text: 'econn' }, 0, 300],
  ['text of common parts, nowhere', { text: 'import of records' }, 0, 300],
  ['text, an id', { text: 'bench-4002 ' }, 0, 300],
  ['text, an email', { text: 'person4711@example.org' }, 0, 300],
  ['common text and rare level', { text: 'request', level: 50 }, 0, 300],
  ['common text, page at 9,980', { text: 'request' }, 9_980, 300],
];

const lists = async (table: ReturnType<typeof createLogTable>): Promise<boolean> => {
  let holds = true;
  for (const [name, search, offset, most] of CASES) {
    const times: number[] = [];
    let found = { total: 0, rows: [] as readonly unknown[] };
    for (let round = 0; round < rounds; round++)
      times.push(
        await timed(async () => {
          found = await table.list(search, { offset, limit: 20 });
        }),
      );
    const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)];
    const verdict = most === null ? '' : p50 <= most ? `≤ ${most}: holds` : `≤ ${most}: MISSED`;
    if (most !== null && p50 > most) holds = false;
    say(
      `${name.padEnd(32)} first ${ms(times[0])}  p50 ${ms(p50)}  p99 ${ms(p99)}  ${found.rows.length} of ${found.total}  ${verdict}`,
    );
  }
  for (const [name, search] of [
    ['histogram of all', {}],
    ['histogram of WARN', { level: 40 }],
    ["histogram of 'seldom'", { text: 'seldom' }],
  ] as const) {
    const times: number[] = [];
    for (let round = 0; round < Math.min(rounds, 10); round++) times.push(await timed(() => table.histogram(search)));
    say(`${name.padEnd(32)} first ${ms(times[0])}  p50 ${ms(percentile(times, 0.5))}`);
  }
  return holds;
};

const speak = async (
  table: ReturnType<typeof createLogTable>,
  lines: ReturnType<typeof createLogLines>,
): Promise<void> => {
  const times = { apart: [] as number[], kept: [] as number[] };
  const common = { level: 'info', isOutage: () => false, forPeople: false, write: () => {} } as const;
  const logs = { apart: createLogs(common), kept: createLogs({ ...common, onLine: lines.add }) };
  const writing: number[] = [];
  for (let round = 0; round < 12; round++)
    for (const way of ['apart', 'kept'] as const) {
      const one = logs[way]({ module: 'bench', category: 'other' });
      const began = performance.now();
      for (let index = 0; index < SAID / 10; index++)
        one.info({ requestId: `said-${index}`, took: index }, 'a line that somebody says');
      times[way].push(((performance.now() - began) * 1_000) / (SAID / 10));
      const took = await timed(() => table.flush());
      if (way === 'kept') writing.push(took);
    }
  say(
    `say: ${percentile(times.apart, 0.5).toFixed(2)} µs a line without the table, ${percentile(times.kept, 0.5).toFixed(2)} with; written at ${Math.round(SAID / 10 / (percentile(writing, 0.5) / 1_000))} lines/s`,
  );
};

const name = `kinodex_bench_logs_${process.pid}`;
const admin = async (statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: options.url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
};
const work = mkdtempSync(join(options.folder, 'kinodex-bench-logs-'));
chmodSync(work, 0o711);
if (options.url !== undefined) await admin(`create database ${name} template template0 encoding 'UTF8'`);
const own = options.url && Object.assign(new URL(options.url), { pathname: `/${name}` }).href;
const db = await openDatabase({
  databaseUrl: own,
  dataFolder: work,
  dataFolderPinned: true,
  log,
  role: 'serve',
  poolSize: 4,
});
const lines = createLogLines();
try {
  await migrate(db.pool, join(import.meta.dirname, '..', 'migrations'));
  const table = createLogTable({
    ...{ db, lines, log, now: () => NOW, days: () => DAYS + 1 },
    spillFolder: join(work, 'waiting'),
    setTimer: () => () => {},
  });
  say(
    `filling ${total} lines: ${((await timed(() => fillLogs(db, { total, days: DAYS, now: NOW, say }))) / 1_000).toFixed(0)} s`,
  );
  if (!(await lists(table))) process.exitCode = 1;
  await speak(table, lines);
  await table.close();
} finally {
  await db.close();
  if (options.url !== undefined) await admin(`drop database ${name} with (force)`);
  rmSync(work, { recursive: true, force: true });
}
