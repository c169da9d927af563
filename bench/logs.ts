/**
 * The log table at size: node bench/logs.ts [--rows 10000000] [--folder DIR | --url postgres://…]
 *   list: the first page and the one at line 10,000 (kept: ≤ 50 ms), also the deepest, filters, histogram;
 *   text: searches of three letters and more, common, rare and without a match (kept: ≤ 300 ms);
 *   write: lines a second in batches;
 *   say: what a line costs whoever says it, with the table and without.
 * On the embedded server, or in a database of its own on another one. Its data is removed afterwards.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { partitionOf, SEGMENT, segmentOf } from '#server/modules/logs/line.store.ts';
import { createLogTable } from '#server/modules/logs/log.service.ts';
import type { LogSearch } from '#server/modules/logs/search.rules.ts';
import type { Database } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { createLogs } from '#server/platform/log.ts';
import { createLogLines } from '#server/platform/log-lines.ts';
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

/** A line of number i: nine of ten INFO, ERROR in one of a hundred; words that are common, rare, and there once. */
const LINE = `select i, timestamptz '${NOW.toISOString()}' - make_interval(secs => ($3::bigint - i) * ${DAYS * 86_400}.0 / $3),
  (case when i % 100 = 0 then 50 when i % 33 = 0 then 40 when i % 17 = 0 then 20 else 30 end)::smallint,
  (case when i % 10 < 6 then 5 when i % 10 < 8 then 1 else i % 9 + 1 end)::smallint,
  (case i % 4 when 0 then 'catalog.import Import of tt' || lpad((i * 7919 % 10000000)::text, 7, '0') || ' finished in ' || i % 900 || ' ms'
    when 1 then 'tasks.executor run=' || i / 40 || ' 20,000 records of title.ratings were read, ' || md5(i::text)
    when 2 then 'http request failed requestId=bench-' || i || ' method=GET url=/api/v1/movie/tt' || lpad((i % 9999991)::text, 7, '0') || ' ip=192.0.2.' || i % 250
    else 'accounts a session of person' || i % 50000 || '@example.org was renewed in ' || i % 70 || ' ms' end)
  || case when i % 10 = 3 then ' medium' else '' end || case when i % 1000 = 7 then ' seldom' else '' end
  || case when i % 1000003 = 5 then ' xylophone' else '' end
  || case when i > $3::bigint / 2 and i < $3::bigint / 2 + 200000 then ' ECONNREFUSED burst' else '' end,
  case when i % 4 = 2 then 'bench-' || i end, case when i % 4 = 1 then i / 40 end
  from generate_series($1::bigint, $2::bigint) i`;

/** Partitions with their indexes made at the end, as nobody reads them meanwhile. */
const fill = async (db: Database): Promise<void> => {
  const client = await db.pool.connect();
  await client.query("set statement_timeout = 0; set maintenance_work_mem = '512MB'; set synchronous_commit = off");
  const { rows: made } = await client.query<{ make: string }>(
    `select indexdef as make from pg_indexes where tablename = 'log_line' and indexname <> 'log_line_pkey'`,
  );
  const indexes = made.map(({ make }) => make);
  for (let segment = 0; segment <= segmentOf(total); segment++) {
    const name = partitionOf(segment);
    const [low, high] = [segment * SEGMENT, (segment + 1) * SEGMENT];
    await client.query(`create table ${name} (like log_line)`);
    await client.query(`insert into ${name} (seq, at, level, category, text, request_id, run_id) ${LINE}`, [
      Math.max(1, low),
      Math.min(total, high - 1),
      total,
    ]);
    await client.query(`alter table ${name} add primary key (seq)`);
    for (const make of indexes) await client.query(make.replace(/index \S+ on only \S+/i, `index on ${name}`));
    await client.query(`alter table log_line attach partition ${name} for values from (${low}) to (${high})`);
    await client.query(`insert into log_segment select ${segment}, min(at), max(at) from ${name} having count(*) > 0`);
  }
  await client.query('update log_next set seq = $1', [total + 1]);
  await client.query('vacuum analyze log_line');
  const { rows } = await client.query<{ heap: number; size: number }>(
    `select sum(pg_table_size(inhrelid))::bigint as heap, sum(pg_total_relation_size(inhrelid))::bigint as size
      from pg_inherits where inhparent = 'log_line'::regclass`,
  );
  say(
    `on disk: ${Math.round((rows[0]?.heap ?? 0) / total)} bytes a line, ${Math.round((rows[0]?.size ?? 0) / total)} with indexes`,
  );
  client.release(true);
};

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
  say(`filling ${total} lines: ${((await timed(() => fill(db))) / 1_000).toFixed(0)} s`);
  if (!(await lists(table))) process.exitCode = 1;
  await speak(table, lines);
  await table.close();
} finally {
  await db.close();
  if (options.url !== undefined) await admin(`drop database ${name} with (force)`);
  rmSync(work, { recursive: true, force: true });
}
