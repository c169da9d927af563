/**
 * What a quota costs a call, with the bare way to count beside it: `node bench/quota.ts` with Node.js 24.
 * TEST_REDIS_URL names another Redis than the local one; without any, that part is left out.
 */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@redis/client';
import { createQuota } from '#server/modules/quota/quota.service.ts';
import { createMemoryLeases } from '#server/platform/counters/memory-leases.ts';
import { createRedisLeases } from '#server/platform/counters/redis-leases.ts';
import type { Database } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import type { Caller } from '#server/platform/http/route.ts';
import { log } from './log.ts';

const ROUNDS = 5;
const MEMORY_CALLS = 1_000_000;
const REDIS_CALLS = 50_000;
const SQL_CALLS = 2_000;
/** Calls at once, as many as a busy server has. */
const AT_ONCE = 50;
const LIMIT = 2_000_000_000;

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const load = (): string => readFileSync('/proc/loadavg', 'utf8').split(' ').slice(0, 3).join(' ');
const now = (): Date => new Date();
const url = process.env.TEST_REDIS_URL || 'redis://127.0.0.1:6379';

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

/** ns a call, all calls by turns of both ways. */
const compared = async (
  name: string,
  calls: number,
  ours: (calls: number) => Promise<void>,
  bare: (calls: number) => Promise<void>,
): Promise<void> => {
  const times = { ours: [] as number[], bare: [] as number[] };
  const timed = async (work: (calls: number) => Promise<void>): Promise<number> => {
    const began = performance.now();
    await work(calls);
    return ((performance.now() - began) * 1e6) / calls;
  };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const [a, b] = [await timed(ours), await timed(bare)];
    if (round === 0) continue;
    times.ours.push(a);
    times.bare.push(b);
  }
  const [a, b] = [median(times.ours), median(times.bare)];
  const shown = (ns: number): string => `${ns.toFixed(0)} ns (${Math.round(1e9 / ns).toLocaleString('en')}/s)`;
  say(`${name}: ${shown(a)}, bare ${shown(b)}, ratio ${(a / b).toFixed(2)}`);
};

/** Runs calls with so many of them under way at any time. */
const together = async (calls: number, call: () => Promise<unknown>): Promise<void> => {
  let left = calls;
  const worker = async (): Promise<void> => {
    while (left-- > 0) await call();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
};

const inMemory = async (db: Database, caller: Caller): Promise<void> => {
  const quota = createQuota({ db, leases: createMemoryLeases(), now, log });
  const counts = new Map<number, number>();
  let kept = 0;
  await compared(
    'a call in memory, with its headers, against a count in a Map',
    MEMORY_CALLS,
    async (calls) => {
      for (let call = 0; call < calls; call += 1) {
        const spent = quota.spend(caller, 1);
        kept += (spent instanceof Promise ? await spent : spent).granted ? 1 : 0;
      }
    },
    async (calls) => {
      for (let call = 0; call < calls; call += 1) counts.set(7, (counts.get(7) ?? 0) + 1);
    },
  );
  say(`  (${kept} granted)`);
  await quota.close();
};

const inRedis = async (db: Database, caller: Caller): Promise<void> => {
  const client = createClient({ url, socket: { reconnectStrategy: false } });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch {
    say('skipped: no Redis');
    return;
  }
  const prefix = `kinodex-bench-${process.pid}:`;
  const leases = createRedisLeases({ url, prefix, log });
  await leases.opened;
  const quota = createQuota({ db, leases, now, log });
  await compared(
    `a call in Redis, ${AT_ONCE} at once, against INCR`,
    REDIS_CALLS,
    (calls) => together(calls, async () => quota.spend(caller, 1)),
    (calls) => together(calls, () => client.incr(`${prefix}count`)),
  );
  await quota.close();
  for await (const keys of client.scanIterator({ MATCH: `*${prefix}*`, COUNT: 1000 }))
    if (keys.length > 0) await client.unlink(keys);
  client.destroy();
};

const inTable = async (db: Database, accountId: number): Promise<void> => {
  const statement = {
    name: 'bench_guarded',
    text: `update quota_day set reserved = reserved + 1
      where account_id = $1 and day = current_date and reserved + 1 <= $2 returning reserved`,
    values: [accountId, LIMIT],
  };
  await compared(
    'a guarded UPDATE for each call, one after the other, against select 1',
    SQL_CALLS,
    async (calls) => {
      for (let call = 0; call < calls; call += 1) await db.query(statement);
    },
    async (calls) => {
      for (let call = 0; call < calls; call += 1) await db.query({ name: 'bench_one', text: 'select 1' });
    },
  );
};

const dataFolder = mkdtempSync(join(tmpdir(), 'kinodex-bench-quota-'));
chmodSync(dataFolder, 0o755);
const db = await openDatabase({ dataFolder, dataFolderPinned: true, log, role: 'serve', poolSize: 4 });
try {
  await migrate(db.pool, join(import.meta.dirname, '..', 'migrations'));
  const { rows } = await db.query<{ id: number }>("insert into account (email) values ('b@example.org') returning id");
  const accountId = rows[0]?.id ?? 0;
  await db.query('insert into quota_day (account_id, day, reserved) values ($1, current_date, 0)', [accountId]);
  const caller = { maxRegs: 20, accountId, tokenId: 1, limit: LIMIT, person: null };
  say(`load before: ${load()}`);
  await inMemory(db, caller);
  await inRedis(db, caller);
  await inTable(db, accountId);
  say(`load after: ${load()}`);
} finally {
  await db.close();
  rmSync(dataFolder, { recursive: true, force: true });
}
