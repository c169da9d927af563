import type { Executor, Transaction } from '#server/platform/db/database.ts';
import { LOCKS } from '#server/platform/db/locks.ts';
import { dayAfter, dayOf } from '../audit.rules.ts';
import type { Block } from './block.rules.ts';

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
  await tx.query('select pg_advisory_xact_lock($1)', [LOCKS.auditPartitions]);
  for (const day of days.map(checkedDay)) {
    const name = partitionOf(day);
    const { rows } = await tx.query<{ there: boolean }>('select to_regclass($1) is not null as there', [name]);
    if (rows[0]?.there) continue;
    // Rows are never changed and go by the day: vacuuming what was added would be for nothing, and be in the way.
    await tx.query(
      `create table ${name} (like audit_block including all) with (autovacuum_vacuum_insert_threshold = -1)`,
    );
    await tx.query(
      `alter table audit_block attach partition ${name} for values from ('${day}T00:00:00Z') to ('${dayAfter(day)}T00:00:00Z')`,
    );
  }
};

/** Waits until no other writer is at work; from here on the order of `seq` is this transaction's. */
export const lockOrder = async (tx: Transaction): Promise<void> => {
  await tx.query('select seq from audit_next for update');
};

/** What a batch holds of a day: how many rows, and how many of the batch stand before the first and up to the last. */
interface DayPart {
  readonly day: string;
  readonly before: number;
  last: number;
  rows: number;
}

const dayPartsOf = (blocks: readonly Block[]): readonly DayPart[] => {
  const parts = new Map<string, DayPart>();
  let before = 0;
  for (const { firstAt, rows } of blocks) {
    const day = dayOf(firstAt);
    const part = parts.get(day) ?? { day, before, last: 0, rows: 0 };
    parts.set(day, part);
    part.rows += rows;
    before += rows;
    part.last = before;
  }
  return [...parts.values()];
};

/**
 * Takes the next numbers, and adds to the counters of days. Named, since it runs with every batch.
 */
const COUNT = {
  name: 'audit_count',
  text: `with taken as (update audit_next set seq = seq + $1::int returning seq - $1::int as first),
    day as (
      insert into audit_day as d (day, first_seq, last_seq, rows)
        select n.day, t.first + n.before, t.first + n.last - 1, n.rows
          from taken t, unnest($2::date[], $3::int[], $4::int[], $5::int[]) n (day, before, last, rows)
        on conflict (day) do update set rows = d.rows + excluded.rows,
          first_seq = least(d.first_seq, excluded.first_seq), last_seq = greatest(d.last_seq, excluded.last_seq))
    select first from taken`,
};
/** The tags stand in the column `marks`. */
const ADD_BLOCK = {
  name: 'audit_block',
  text: `insert into audit_block (first_seq, first_at, rows, slowest_us, marks, senders, facts, uris, first_id)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
};

/** Writes blocks under the next numbers. The partitions have to be there. */
export const writeBlocks = async (tx: Transaction, blocks: readonly Block[]): Promise<void> => {
  const days = dayPartsOf(blocks);
  const { rows } = await tx.query<{ first: number }>(COUNT, [
    blocks.reduce((sum, block) => sum + block.rows, 0),
    days.map((one) => one.day),
    days.map((one) => one.before),
    days.map((one) => one.last),
    days.map((one) => one.rows),
  ]);
  let seq = rows[0]?.first;
  if (seq === undefined) throw new Error('audit_next is empty');
  for (const { firstAt, rows, slowestUs, tags, senders, facts, uris, firstId } of blocks) {
    await tx.query(ADD_BLOCK, [seq, new Date(firstAt), rows, slowestUs, tags, senders, facts, uris, firstId]);
    seq += rows;
  }
};

/** Whether this transaction is the one that sweeps; another node's may be at it. */
export const mayISweep = async (tx: Transaction): Promise<boolean> => {
  const { rows } = await tx.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [
    LOCKS.auditSweep,
  ]);
  return rows[0]?.mine ?? false;
};

/** The days before `oldest` that have a partition. */
export const daysBefore = async (db: Executor, oldest: string): Promise<readonly string[]> => {
  const { rows } = await db.query<{ day: string }>(
    `select to_date(right(c.relname, 8), 'YYYYMMDD') as day from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'audit_block'::regclass and c.relname ~ '^audit_\\d{8}$' and right(c.relname, 8) < $1 order by 1`,
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
