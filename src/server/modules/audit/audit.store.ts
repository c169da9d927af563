import { finished } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import type { Executor, Transaction } from '#server/platform/db/database.ts';
import { type Counted, dayAfter, dayOf, type Entry } from './audit.rules.ts';
import { COPY_COLUMNS, copyBytes } from './copy.rules.ts';

/** Held while a partition is made, and by whoever sweeps. */
const PARTITION_LOCK = 7_214_001;
const SWEEP_LOCK = 7_214_002;
/** How long a sweep waits for readers; writers queue behind it meanwhile. */
const SWEEP_PATIENCE = '2s';

const partitionOf = (day: string): string => `audit_${day.replaceAll('-', '')}`;

/** Days as YYYY-MM-DD become part of a statement here, which takes no parameters for them. */
const checkedDay = (day: string): string => {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) throw new Error(`'${day}' is no day`);
  return day;
};

/**
 * Makes the partitions of days that have none. Made beside the table and attached to it, since that keeps nobody from
 * reading and writing meanwhile.
 */
export const makePartitions = async (tx: Transaction, days: readonly string[]): Promise<void> => {
  await tx.query('select pg_advisory_xact_lock($1)', [PARTITION_LOCK]);
  for (const day of days.map(checkedDay)) {
    const name = partitionOf(day);
    const { rows } = await tx.query<{ there: boolean }>('select to_regclass($1) is not null as there', [name]);
    if (rows[0]?.there) continue;
    // Rows are never changed and go by the day: vacuuming what was added would be for nothing, and be in the way.
    await tx.query(`create table ${name} (like audit including all) with (autovacuum_vacuum_insert_threshold = -1)`);
    await tx.query(
      `alter table audit attach partition ${name} for values from ('${day}T00:00:00Z') to ('${dayAfter(day)}T00:00:00Z')`,
    );
  }
};

/** Waits until no other writer is at work; from here on the order of `seq` is this transaction's. */
export const lockOrder = async (tx: Transaction): Promise<void> => {
  await tx.query('select seq from audit_next for update');
};

/** Whether a row that looks exactly like this one is there: what a commit whose answer got lost has left. */
export const isWritten = async (tx: Transaction, entry: Entry): Promise<boolean> => {
  const { rows } = await tx.query(
    'select 1 from audit where at = $1 and elapsed_us = $2 and code = $3 and ip = $4 and uri = $5 limit 1',
    [new Date(entry.at), entry.elapsedUs, entry.code, entry.sender.ip, entry.uri],
  );
  return rows.length > 0;
};

interface Written {
  readonly day: string;
  firstSeq: number;
  lastSeq: number;
  rows: number;
}

const daysWritten = (entries: readonly Entry[], first: number): readonly Written[] => {
  const days = new Map<string, Written>();
  let known: Written | undefined;
  let seq = first;
  for (const { at } of entries) {
    const day = dayOf(at);
    if (known?.day !== day) {
      known = days.get(day) ?? { day, firstSeq: seq, lastSeq: seq, rows: 0 };
      days.set(day, known);
    }
    known.lastSeq = seq++;
    known.rows++;
  }
  return [...days.values()];
};

/** Named, since they run with every batch: a connection reads and plans them once. */
const TAKE_NUMBERS = {
  name: 'audit_numbers',
  text: 'update audit_next set seq = seq + $1::int returning seq - $1::int as first',
};
const ADD_DAYS = {
  name: 'audit_days',
  text: `insert into audit_day as d (day, first_seq, last_seq, rows)
    select * from unnest($1::date[], $2::bigint[], $3::bigint[], $4::bigint[])
    on conflict (day) do update set rows = d.rows + excluded.rows,
      first_seq = least(d.first_seq, excluded.first_seq), last_seq = greatest(d.last_seq, excluded.last_seq)`,
};
const ADD_COUNTS = {
  name: 'audit_counts',
  text: `insert into request_count as c (token_id, day, ip, requests, last_at)
    select * from unnest($1::bigint[], $2::date[], $3::text[], $4::int[], $5::timestamptz[]) order by 1, 2, 3
    on conflict (token_id, day, ip) do update
      set requests = c.requests + excluded.requests, last_at = greatest(c.last_at, excluded.last_at)`,
};

/** Takes the next numbers and writes the entries under them, in their order. The partitions have to be there. */
export const writeEntries = async (tx: Transaction, entries: readonly Entry[]): Promise<void> => {
  const { rows } = await tx.query<{ first: number }>(TAKE_NUMBERS, [entries.length]);
  const first = rows[0]?.first;
  if (first === undefined) throw new Error('audit_next is empty');
  const bytes = copyBytes(entries, first);
  const copy = tx.query(copyFrom(`copy audit (${COPY_COLUMNS}) from stdin (format binary)`));
  copy.end(bytes);
  await finished(copy);
  const days = daysWritten(entries, first);
  await tx.query(ADD_DAYS, [
    days.map((one) => one.day),
    days.map((one) => one.firstSeq),
    days.map((one) => one.lastSeq),
    days.map((one) => one.rows),
  ]);
};

/** Pages at the end that are left alone: rows still come to them, and each would change what is known of its range. */
const OPEN_PAGES = 128;
const PLACE_PATIENCE = '100ms';

/**
 * Notes down what lies in the pages of a day from `page` on, which makes them quick to find; the answer is where to go on.
 * PostgreSQL would do so by itself, a minute later. Fails where others keep the table busy; then a later call does it.
 */
export const notePlaces = async (tx: Transaction, day: string, page: number): Promise<number> => {
  await tx.query(`set local lock_timeout = '${PLACE_PATIENCE}'`);
  const { rows } = await tx.query<{ next: number }>(
    `with place as (
        select i.indexrelid, greatest($2::bigint, pg_relation_size(i.indrelid) / current_setting('block_size')::int - $3::int) as next
          from pg_index i join pg_inherits h on h.inhrelid = i.indexrelid
          where i.indrelid = to_regclass($1) and h.inhparent = 'audit_place'::regclass)
      select next, (select sum(brin_summarize_range(indexrelid, p)) from generate_series($2::bigint, next - 1, 8) p) from place`,
    [partitionOf(day), page, OPEN_PAGES],
  );
  return rows[0]?.next ?? page;
};

/** Adds what tokens have cost to the day's counters, in the order in which a manager locks them: neither waits for both. */
export const addCounts = async (tx: Transaction, counts: readonly Counted[]): Promise<void> => {
  if (counts.length === 0) return;
  await tx.query(ADD_COUNTS, [
    counts.map((one) => one.tokenId),
    counts.map((one) => one.day),
    counts.map((one) => one.ip),
    counts.map((one) => one.requests),
    counts.map((one) => new Date(one.lastAt)),
  ]);
};

/** Whether this transaction is the one that sweeps; another node's may be at it. */
export const mayISweep = async (tx: Transaction): Promise<boolean> => {
  const { rows } = await tx.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [SWEEP_LOCK]);
  return rows[0]?.mine ?? false;
};

/** The days before `oldest` that have a partition. */
export const daysBefore = async (db: Executor, oldest: string): Promise<readonly string[]> => {
  const { rows } = await db.query<{ day: string }>(
    `select to_date(right(c.relname, 8), 'YYYYMMDD') as day from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'audit'::regclass and c.relname ~ '^audit_\\d{8}$' and right(c.relname, 8) < $1 order by 1`,
    [oldest.replaceAll('-', '')],
  );
  return rows.map(({ day }) => day);
};

/**
 * Drops a day. Its line in `audit_day` stays, with no rows, as long as later days have numbers among its own: up to its
 * last number there are gaps.
 */
export const dropDay = async (tx: Transaction, day: string): Promise<void> => {
  await tx.query(`set local lock_timeout = '${SWEEP_PATIENCE}'`);
  await tx.query(`drop table if exists ${partitionOf(checkedDay(day))}`);
  await tx.query('update audit_day set rows = 0 where day = $1', [day]);
  await tx.query(
    `delete from audit_day d where d.rows = 0
      and not exists (select 1 from audit_day o where o.rows > 0 and o.first_seq <= d.last_seq)`,
  );
};

export const dropCounts = async (db: Executor, before: string): Promise<void> => {
  await db.query('delete from request_count where day < $1', [before]);
};
