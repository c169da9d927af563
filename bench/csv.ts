/**
 * Lists as files, taken through the product as a user starts it: node bench/csv.ts [--rows 10000000] [--export 1000000] [--folder DIR]
 * From tables of so many lines of the log and audited requests so many are exported over HTTP, in turns with
 * `COPY (select …) TO STDOUT` of the same rows (of the audit: out of a table of rows, already taken out of their blocks).
 *   rate: rows and bytes a second, as a ratio to COPY's (kept: ≥ 0.1 of the rows);
 *   memory: by how much the serving process grows at most, for all of them and for a tenth (kept: ≤ 64 MB);
 *   beside: what a reader of the catalogue waits meanwhile.
 * Its data is removed afterwards.
 */

import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { to as copyTo } from 'pg-copy-streams';
import type { Database } from '#server/platform/db/database.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { auditDays, fillBoth, LOG_DAYS, PASSWORD, signIn } from './filled.ts';
import { type Product, startProduct } from './import-product.ts';
import { percentile } from './load.ts';
import { log } from './log.ts';

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000000' },
    export: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '3' },
    folder: { type: 'string', default: tmpdir() },
  },
});
const [total, exported, rounds] = [Number(options.rows), Number(options.export), Number(options.rounds)];
const [LEAST_RATIO, MOST_GROWTH] = [0.1, 64 * 2 ** 20];
const DAY_MS = 86_400_000;
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`;

const now = new Date();
const days = auditDays(now);
/** The moment from which on so many rows are, of rows that lie evenly up to an end. */
const since = (end: number, spanMs: number, rows: number): string =>
  new Date(end - Math.floor((spanMs * rows) / total)).toISOString();
const endOfAudit = Date.parse(`${days.at(-1)}T00:00:00Z`) + DAY_MS;

interface Taken {
  readonly rows: number;
  readonly bytes: number;
  readonly ms: number;
}

/** Takes all of a stream, counting the bytes that end rows and stand nowhere else. */
const taken = async (chunks: AsyncIterable<Buffer>, ending: number, began: number): Promise<Taken> => {
  let [rows, bytes] = [0, 0];
  for await (const chunk of chunks) {
    bytes += chunk.length;
    for (let at = chunk.indexOf(ending); at >= 0; at = chunk.indexOf(ending, at + 1)) rows += 1;
  }
  return { rows: rows - 1, bytes, ms: performance.now() - began };
};

const download = async ({ origin }: Product, path: string, token: string): Promise<Taken> => {
  const began = performance.now();
  const asking = request(`${origin}${path}`, { headers: { authorization: `Bearer ${token}` } });
  asking.end();
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}`);
  // A carriage return ends a row, and stands nowhere else.
  return taken(answer, 13, began);
};

const copied = async (db: Database, query: string): Promise<Taken> => {
  const client = await db.pool.connect();
  try {
    await client.query('set statement_timeout = 0; set max_parallel_workers_per_gather = 0');
    const began = performance.now();
    return await taken(client.query(copyTo(`copy (${query}) to stdout (format csv, header)`)), 10, began);
  } finally {
    client.release(true);
  }
};

/** The same with the most that the product's memory grew by. */
const watched = async (product: Product, work: () => Promise<Taken>): Promise<Taken & { readonly growth: number }> => {
  const before = product.memory();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, product.memory());
  }, 20);
  const done = await work().finally(() => clearInterval(timer));
  return { ...done, growth: most - before };
};

const median = (values: readonly number[]): number => percentile(values, 0.5);

interface Case {
  readonly name: string;
  readonly path: (rows: number) => string;
  readonly query: string;
}

const measured = async (product: Product, db: Database, token: string, { name, path, query }: Case) => {
  await download(product, path(exported / 10), token);
  const small = await watched(product, () => download(product, path(exported / 10), token));
  const [ours, theirs]: [Awaited<ReturnType<typeof watched>>[], Taken[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    ours.push(await watched(product, () => download(product, path(exported), token)));
    theirs.push(await copied(db, query));
  }
  const rate = (all: readonly Taken[]): number => median(all.map(({ rows, ms }) => (rows / ms) * 1_000));
  const ratio = rate(ours) / rate(theirs);
  const growth = Math.max(...ours.map((one) => one.growth));
  const [first] = ours;
  const times = (all: readonly Taken[]): string => all.map(({ ms }) => (ms / 1_000).toFixed(1)).join(' ');
  say(
    `${name}: ${first?.rows} rows, ${megabytes(first?.bytes ?? 0)}: ${Math.round(rate(ours))} rows/s (${times(ours)} s); COPY ${Math.round(rate(theirs))} rows/s (${theirs[0]?.rows} rows, ${times(theirs)} s); ratio ${ratio.toFixed(2)}`,
  );
  say(`${name}: memory grew by at most ${megabytes(growth)}, for ${small.rows} rows by ${megabytes(small.growth)}`);
  const stop = product.readers();
  await download(product, path(exported), token);
  const { times: waits, failed } = await stop();
  say(
    `${name}: beside it ${waits.length} calls, ${failed} failed, p50 ${median(waits).toFixed(0)} ms, p99 ${percentile(waits, 0.99).toFixed(0)} ms`,
  );
  if (ratio < LEAST_RATIO || growth > MOST_GROWTH || first?.rows !== theirs[0]?.rows || failed > 0)
    process.exitCode = 1;
};

/** Requests have been made with a thousand tokens, which are shown. */
const makeTokens = (db: Database): Promise<unknown> =>
  db.query(
    `insert into api_token (id, account_id, hash, sealed, retired_at) overriding system value
      select i, account_id, decode(md5(i::text), 'hex'), sealed, now() from generate_series(100, 999) i,
        (select account_id, sealed from api_token order by id limit 1) one`,
  );

const work = mkdtempSync(join(options.folder, 'kinodex-bench-csv-'));
chmodSync(work, 0o711);
try {
  await fillBoth(work, { total, now, say });
  process.env.KINODEX_ADMIN_PASSWORD = PASSWORD;
  const product = await startProduct(work);
  const db = await openDatabase({ dataFolder: work, dataFolderPinned: true, log, role: 'tool', poolSize: 2 });
  try {
    await makeTokens(db);
    const token = await signIn(product);
    const from = (rows: number): string => since(now.getTime(), LOG_DAYS * DAY_MS, rows);
    const end = new Date(now.getTime() + 1).toISOString();
    await measured(product, db, token, {
      name: 'logs',
      path: (rows) => `/api/admin/logs/export?startDate=${from(rows)}&endDate=${end}`,
      query: `select seq, text, level, at, category, request_id, run_id from log_line
        where at >= '${from(exported)}' and at <= '${end}' order by seq desc`,
    });
    const auditFrom = (rows: number): string => since(endOfAudit, days.length * DAY_MS, rows);
    const auditEnd = new Date(endOfAudit - 1).toISOString();
    const maker = await db.pool.connect();
    await maker.query('set statement_timeout = 0');
    await maker.query(
      `create unlogged table bench_audit as select seq, ip, token_id, uri, at, elapsed_us, code, method, request_id from audit
        where at >= '${auditFrom(exported)}' and at <= '${auditEnd}'`,
    );
    maker.release(true);
    await measured(product, db, token, {
      name: 'audit',
      path: (rows) => `/api/admin/audit/export?startDate=${auditFrom(rows)}&endDate=${auditEnd}`,
      query: 'select ip, token_id, uri, at, elapsed_us, code, method, request_id from bench_audit order by seq desc',
    });
  } finally {
    await db.close();
    await product.stop();
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
