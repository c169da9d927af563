/**
 * The audit at size, on the embedded server: node bench/audit.ts [--rows 10000000] [--folder DIR]
 *   drain: rows/s written in batches against `insert … select unnest` of 500 rows into a table of rows,
 *     which has the cheapest indexes that find them by number, time, token and error (kept: ≥ 0.7);
 *   list: the first page, a deep one and filters over so many rows in four days (kept: unfiltered ≤ 50 ms,
 *   by token ≤ 300 ms), before PostgreSQL has any statistics.
 * Its data is removed afterwards.
 */

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { FastifyRequest } from 'fastify';
import { type AuditSearch, createAudit } from '#server/modules/audit/audit.service.ts';
import { createBlockStorage } from '#server/modules/audit/blocks/block.storage.ts';
import { counters } from '#server/modules/quota/count.service.ts';
import type { Database } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { fillAudit, makeDays } from './fill-audit.ts';
import { log } from './log.ts';

const { values: options } = parseArgs({
  options: { rows: { type: 'string', default: '10000000' }, folder: { type: 'string', default: tmpdir() } },
});
const total = Number(options.rows);
const DAYS = ['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21'] as const;
const NOW = new Date('2026-11-22T00:00:00Z');
const DRAINED = 20_000;
const RAW_BATCH = 500;
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;
const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

const agent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
const request = (index: number) =>
  ({
    url: `/api/v1/movie/tt${String(index).padStart(7, '0')}?include=actors`,
    id: `bench-${index}`,
    address: `192.0.2.${index % 250}`,
    method: 'GET',
    headers: { 'user-agent': agent, accept: 'application/json', 'accept-encoding': 'gzip, br' },
  }) as unknown as FastifyRequest;

/** The other side: what it writes is ready before the clock starts. */
const rawBatches = (): unknown[][] =>
  Array.from({ length: DRAINED / RAW_BATCH }, (_, batch) => {
    const rows = Array.from({ length: RAW_BATCH }, (_, index) => batch * RAW_BATCH + index);
    return [
      rows,
      rows.map(() => NOW),
      rows.map(() => 1_234),
      rows.map(() => 200),
      rows.map(() => 'GET'),
      rows.map((index) => `192.0.2.${index % 250}`),
      rows.map((index) => index % 50),
      rows.map((index) => request(index).url),
      rows.map(() => `user-agent: ${agent} | accept: application/json | accept-encoding: gzip, br`),
    ];
  });

const drain = async (db: Database, audit: ReturnType<typeof createAudit>): Promise<void> => {
  await db.query(`create table raw (seq bigint not null, at timestamptz not null, elapsed_us integer not null, code smallint not null,
    method text not null, ip text not null, token_id bigint, uri text not null, headers text)`);
  await db.query('create index on raw using brin (seq, at, token_id int8_bloom_ops (n_distinct_per_range = 64))');
  await db.query('create index on raw (at, code) where code >= 400');
  const requests = Array.from({ length: DRAINED }, (_, index) => request(index));
  const batches = rawBatches();
  const ours: number[] = [];
  const raw: number[] = [];
  let recording = 0;
  for (let round = 0; round < 12; round++) {
    const our = await timed(async () => {
      const began = performance.now();
      requests.forEach((one, index) => {
        audit.record({
          request: one,
          path: '/api/v1/movie/:imdbId',
          code: 200,
          elapsed: 1.234,
          tokenId: index % 50,
          cost: 1,
        });
      });
      recording = performance.now() - began;
      await audit.flush();
    });
    const theirs = await timed(async () => {
      for (const [numbers, ...rest] of batches)
        await db.query(
          `insert into raw select * from unnest($1::bigint[], $2::timestamptz[], $3::int[], $4::smallint[], $5::text[], $6::text[],
            $7::bigint[], $8::text[], $9::text[])`,
          [(numbers as number[]).map((number) => number + round * DRAINED), ...rest],
        );
    });
    if (round < 2) continue;
    ours.push(our);
    raw.push(theirs);
  }
  const rate = (times: readonly number[]): number => Math.round((DRAINED / median(times)) * 1_000);
  say(
    `drain: ${rate(ours)} rows/s, unnest of ${RAW_BATCH}: ${rate(raw)} rows/s, ratio ${(median(raw) / median(ours)).toFixed(2)}`,
  );
  say(`record: ${((recording * 1_000) / DRAINED).toFixed(2)} µs a request`);
  await db.query('drop table raw');
  await db.query('truncate audit_block, audit_day, request_count');
  await db.query('update audit_next set seq = 1');
};

const lists = async (db: Database, audit: ReturnType<typeof createAudit>): Promise<void> => {
  const all = Math.floor(total / DAYS.length) * DAYS.length;
  const hour = { from: new Date('2026-11-19T09:00:00Z'), to: new Date('2026-11-19T09:59:59.999Z') };
  const day = { from: new Date('2026-11-19T00:00:00Z'), to: new Date('2026-11-19T23:59:59.999Z') };
  const cases: [string, AuditSearch, number, string?][] = [
    ['first page', {}, 0],
    ['deep page', {}, Math.floor(all / 2)],
    ['last page', {}, all - 20],
    ['common token', { token: '300' }, 0, 'token_id = 300'],
    ['rare token', { token: '5000' }, 0, 'token_id = 5000'],
    ['404', { codes: [404, 404] }, 0, 'code = 404'],
    ['5xx', { codes: [500, 599] }, 0, 'code between 500 and 599'],
    ['503, none', { codes: [503, 503] }, 0, 'code = 503'],
    ['an hour', hour, 0, 'at >= $1 and at < $2'],
    ['a day', day, 0, 'at >= $1 and at < $2'],
    ['an hour, page 200', hour, 4_000, 'at >= $1 and at < $2'],
    ['an hour and a token', { ...hour, token: '300' }, 0, 'token_id = 300 and at >= $1 and at < $2'],
    ['a day and a rare token', { ...day, token: '5000' }, 0, 'token_id = 5000 and at >= $1 and at < $2'],
    ['a day and 5xx', { ...day, codes: [500, 599] }, 0, 'code >= 500 and at >= $1 and at < $2'],
    ['an address', { ip: '192.0.2.9' }, 0, "ip = '192.0.2.9'"],
    ['an id', { requestId: `bench-${Math.floor(all / 3)}` }, 0, `seq = ${Math.floor(all / 3)}`],
    ['an id, none', { requestId: 'other-1' }, 0, 'false'],
    ['at least 20 ms', { elapsedUs: 20_000 }, 0, 'elapsed_us >= 20000'],
    ['part of an address', { uri: 'tt0004711' }, 0, "uri like '%tt0004711%'"],
    ['an hour and a part', { ...hour, uri: 'tt00047' }, 0, "uri like '%tt00047%' and at >= $1 and at < $2"],
    ['a day and a part, none', { ...day, uri: '/search' }, 0, "uri like '%/search%' and at >= $1 and at < $2"],
    ['without mine', { without: '192.0.2.9' }, 0, "not (ip = '192.0.2.9' and token_id is null)"],
  ];
  const counter = await db.pool.connect();
  await counter.query('set statement_timeout = 0');
  for (const [name, search, offset, where] of cases) {
    const times: number[] = [];
    let found = { total: 0, rows: [] as readonly unknown[] };
    for (let round = 0; round < 11; round++)
      times.push(
        await timed(async () => {
          found = await audit.list(search, { offset, limit: 20 });
        }),
      );
    const span = where?.includes('$1') ? [search.from, new Date((search.to?.getTime() ?? 0) + 1)] : [];
    const { rows } = await counter.query<{ n: number }>(
      `select count(*) as n from (select from audit where ${where ?? 'true'} ${where ? 'limit 10001' : ''}) matching`,
      span,
    );
    const right = rows[0]?.n === found.total ? 'right' : `WRONG, there are ${rows[0]?.n}`;
    say(
      `${name.padEnd(24)} first ${(times[0] ?? 0).toFixed(1).padStart(7)} ms  p50 ${median(times).toFixed(1).padStart(7)} ms   ${found.rows.length} rows of ${found.total} (${right})`,
    );
  }
  counter.release(true);
  const counts = [['all time', {}] as const, ['an hour', hour] as const, ['a day', day] as const];
  for (const [name, search] of counts) {
    const [counted, clients]: [number[], number[]] = [[], []];
    for (let round = 0; round < 7; round++) {
      counted.push(await timed(() => audit.histogram(search)));
      clients.push(await timed(() => audit.clients(search, 'requests')));
    }
    say(`${name}: histogram p50 ${median(counted).toFixed(0)} ms, top clients p50 ${median(clients).toFixed(0)} ms`);
  }
};

const work = mkdtempSync(join(options.folder, 'kinodex-bench-audit-'));
chmodSync(work, 0o711);
const db = await openDatabase({ dataFolder: work, dataFolderPinned: true, log, role: 'serve', poolSize: 4 });
try {
  await migrate(db.pool, join(import.meta.dirname, '..', 'migrations'));
  const audit = createAudit({
    db,
    storage: createBlockStorage({ db, now: () => NOW }),
    log,
    now: () => NOW,
    spillFolder: join(work, 'waiting'),
    days: () => 90,
    countDays: () => 400,
    counters,
    tokenId: async (text) => Number(text),
    tokensOf: async () => new Map(),
    setTimer: () => () => {},
  });
  await makeDays(db, DAYS);
  await audit.sweep();
  await drain(db, audit);
  say(
    `filling ${total} rows: ${((await timed(() => fillAudit(db, { total, days: DAYS, say }))) / 1_000).toFixed(0)} s`,
  );
  await lists(db, audit);
  await audit.close();
} finally {
  await db.close();
  rmSync(work, { recursive: true, force: true });
}
