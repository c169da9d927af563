import type { Executor, Transaction } from '#server/platform/db/database.ts';
import type { Line } from './line.rules.ts';

/** Numbers of a partition, which is named by the number that it has among them. */
export const SEGMENT = 131_072;
export const segmentOf = (seq: number): number => Math.floor(seq / SEGMENT);
export const partitionOf = (segment: number): string => `log_line_${segment}`;

/** Takes the next numbers; other writers wait until the commit. */
export const takeNumbers = async (tx: Transaction, count: number): Promise<number> => {
  const { rows } = await tx.query<{ first: number }>({
    name: 'log_take',
    text: 'update log_next set seq = seq + $1::int returning seq - $1::int as first',
    values: [count],
  });
  const first = rows[0]?.first;
  if (first === undefined) throw new Error('log_next is empty');
  return first;
};

/**
 * Makes a partition that is not there; its writer holds the numbers. It is made beside the table and attached, since that
 * keeps nobody from reading and writing.
 */
export const makeSegment = async (tx: Transaction, segment: number): Promise<void> => {
  const name = partitionOf(segment);
  const { rows } = await tx.query<{ there: boolean }>('select to_regclass($1) is not null as there', [name]);
  if (rows[0]?.there) return;
  await tx.query(`create table ${name} (like log_line including all)`);
  await tx.query(
    `alter table log_line attach partition ${name} for values from (${segment * SEGMENT}) to (${(segment + 1) * SEGMENT})`,
  );
};

const ADD = `with added as (
    insert into log_line (seq, at, level, category, text, request_id, run_id)
      select $1::bigint + n.place - 1, n.at, n.level, n.category, n.text, n.request_id, n.run_id
        from unnest($2::timestamptz[], $3::smallint[], $4::smallint[], $5::text[], $6::text[], $7::bigint[])
          with ordinality n (at, level, category, text, request_id, run_id, place)
      returning seq, at)
  insert into log_segment as s (segment, from_at, to_at)
    select seq / ${SEGMENT}, min(at), max(at) from added group by 1
    on conflict (segment) do update
      set from_at = least(s.from_at, excluded.from_at), to_at = greatest(s.to_at, excluded.to_at)
      where s.from_at > excluded.from_at or s.to_at < excluded.to_at`;

/** Writes lines under numbers from `first` on. Their partitions have to be there. */
export const addLines = async (tx: Transaction, first: number, lines: readonly Line[]): Promise<void> => {
  await tx.query({
    name: 'log_add',
    text: ADD,
    values: [
      first,
      lines.map(({ at }) => at),
      lines.map(({ level }) => level),
      lines.map(({ category }) => category),
      lines.map(({ text }) => text),
      lines.map(({ requestId }) => requestId),
      lines.map(({ run }) => run),
    ],
  });
};

/** Whether a line that says the same at the same moment is there. */
export const isThere = async (tx: Transaction, { at, text }: Line): Promise<boolean> => {
  const { rows } = await tx.query('select from log_line where text = $1 and at = $2 limit 1', [text, at]);
  return rows.length > 0;
};

/** How long a sweep waits for readers; writers queue behind it meanwhile. */
const SWEEP_PATIENCE = '2s';

/** A partition all of whose lines are from before a moment; null when there is none. The one that is written to is none. */
export const oldSegment = async (db: Executor, before: Date): Promise<number | null> => {
  const { rows } = await db.query<{ segment: number }>(
    `select s.segment from log_segment s, log_next n
      where s.to_at < $1 and s.segment < (n.seq - 1) / ${SEGMENT} order by s.segment limit 1`,
    [before],
  );
  return rows[0]?.segment ?? null;
};

/** Drops the oldest partition; answers how many lines that were. */
export const dropSegment = async (tx: Transaction, segment: number): Promise<number> => {
  await tx.query(`set local lock_timeout = '${SWEEP_PATIENCE}'`);
  const { rows } = await tx.query<{ first: number }>('select first_seq as first from log_next for update');
  const next = (segment + 1) * SEGMENT;
  await tx.query(`drop table if exists ${partitionOf(segment)}`);
  await tx.query('delete from log_segment where segment = $1', [segment]);
  await tx.query('update log_next set first_seq = $1 where first_seq < $1', [next]);
  return Math.max(0, next - (rows[0]?.first ?? next));
};

/** Deletes the oldest lines up to the first that is not from before a moment, at most so many; answers how many. */
export const deleteLines = async (tx: Transaction, before: Date, most: number): Promise<number> => {
  const { rows } = await tx.query<{ first: number; until: number }>(
    `select n.first_seq as first, coalesce(
        (select l.seq from log_line l
          where l.seq >= n.first_seq and l.seq < n.first_seq + $2::int and l.at >= $1 order by l.seq limit 1),
        least(n.first_seq + $2::int, n.seq)) as until
      from log_next n for update of n`,
    [before, most],
  );
  const { first = 0, until = 0 } = rows[0] ?? {};
  if (until <= first) return 0;
  await tx.query('delete from log_line where seq >= $1 and seq < $2', [first, until]);
  await tx.query('update log_next set first_seq = $1', [until]);
  return until - first;
};
