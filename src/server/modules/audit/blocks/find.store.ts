import type { Database, Executor, Transaction } from '#server/platform/db/database.ts';
import type { Search } from '../storage.ts';

/** What rows are looked through for; a range of moments is not part of it. */
export type Filter = Omit<Search, 'from' | 'to'>;

/** Moments in milliseconds since 1970: from is within, to is not. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

export interface KeptDay {
  readonly day: string;
  readonly first_seq: number;
  readonly last_seq: number;
  /** 0: dropped, with gaps in the numbers up to its last. */
  readonly rows: number;
}

/**
 * Reads the way that these tables are made for. Until a day has statistics PostgreSQL takes its rows for scattered, and
 * would read all of them.
 */
export const reading = <Result>(db: Database, work: (tx: Transaction) => Promise<Result>): Promise<Result> =>
  db.transaction(async (tx) => {
    await tx.query('set local enable_seqscan = off');
    return work(tx);
  });

/** The next number, and what each day holds, as of one moment. */
export const readDays = async (db: Executor): Promise<{ next: number; days: readonly KeptDay[] }> => {
  const { rows } = await db.query<{ next: number } & { [K in keyof KeptDay]: KeptDay[K] | null }>(
    'select n.seq as next, d.day, d.first_seq, d.last_seq, d.rows from audit_next n left join audit_day d on true order by d.day',
  );
  return { next: rows[0]?.next ?? 1, days: rows.filter(({ day }) => day !== null) as unknown as readonly KeptDay[] };
};

/** A block as it is kept, without what is only needed for the rows that are shown. */
export interface KeptBlock {
  readonly first_seq: number;
  readonly first_at: Date;
  readonly rows: number;
  readonly senders: string;
  readonly facts: Buffer;
  readonly first_id: string | null;
  /** Where they are looked through, or read along: a line each. */
  readonly uris?: string;
}

export interface WholeBlock extends KeptBlock {
  readonly uris: string;
}

const COLUMNS = 'b.first_seq, b.first_at, b.rows, b.senders, b.facts, b.first_id';

export interface Numbers {
  /** The number to begin with. */
  readonly high: number;
  readonly skip: number;
  readonly limit: number;
}

/**
 * The blocks of so many rows below a number, the highest first, each with how many of those rows come before its own. The
 * range is what lets other days' partitions alone.
 */
export const readNumbers = async (
  db: Executor,
  { high, skip, limit }: Numbers,
  { from, to }: Range,
): Promise<readonly (WholeBlock & { readonly above: number })[]> => {
  // A block has a row at least, so that no more blocks than rows are looked at.
  const { rows } = await db.query<WholeBlock & { above: number }>(
    `with near as (
        select first_seq, first_at, least(rows, $1::bigint - first_seq + 1) as own from audit_block
          where first_seq <= $1 and first_at >= $2 and first_at < $3 order by first_seq desc limit $4::int + $5::int),
      placed as (select *, sum(own) over (order by first_seq desc) - own as above from near)
      select ${COLUMNS}, b.uris, p.above::int as above from placed p join audit_block b using (first_at, first_seq)
        where p.above + p.own > $4 and p.above < $4::int + $5::int and b.first_at >= $2 and b.first_at < $3
        order by b.first_seq desc`,
    [high, new Date(from), new Date(to), skip, limit],
  );
  return rows;
};

/** What a block is known by, and where a walk through blocks has come to. */
export type BlockKey = Pick<KeptBlock, 'first_at' | 'first_seq'>;

export interface Wanted {
  /** What they have to be tagged with. */
  readonly tags: readonly string[];
  /** Part of one of their addresses. */
  readonly uri?: string;
  /** With their addresses, also where none is looked for. */
  readonly isWhole?: boolean;
  /** Their slowest request took at least so many microseconds. */
  readonly slowestUs: number;
  /** They begin no earlier, and before this one. */
  readonly from: Date;
  readonly before: BlockKey;
  readonly limit: number;
}

/** Blocks, the newest first. Never a named statement: which index serves depends on the values. */
export const readBlocks = async (
  db: Executor,
  { tags, uri, isWhole = uri !== undefined, slowestUs, from, before, limit }: Wanted,
): Promise<readonly KeptBlock[]> => {
  const more = [...(tags.length > 0 ? [tags] : []), ...(uri === undefined ? [] : [uri])];
  const { rows } = await db.query<KeptBlock>(
    `select ${COLUMNS}${isWhole ? ', b.uris' : ''} from audit_block b
      where first_at >= $1 and first_at <= $2 and (first_at, first_seq) < ($2, $3) and slowest_us >= $4
        ${tags.length > 0 ? 'and marks @> $6' : ''} ${uri === undefined ? '' : `and strpos(b.uris, $${5 + more.length}) > 0`}
      order by first_at desc, first_seq desc limit $5`,
    [from, before.first_at, before.first_seq, slowestUs, limit, ...more],
  );
  return rows;
};

/** The number that the first request from each of these moments on has, or will have; of several nodes within a second. */
export const readFirstNumbers = async (db: Executor, moments: readonly Date[]): Promise<readonly number[]> => {
  const { rows } = await db.query<{ seq: number }>(
    `select coalesce((select first_seq from audit_block where first_at >= m.at order by first_at, first_seq limit 1),
        (select seq from audit_next), 1) as seq
      from unnest($1::timestamptz[]) with ordinality m (at, place) order by m.place`,
    [moments],
  );
  return rows.map(({ seq }) => seq);
};

/** The addresses of blocks, a line each, by the number of their first. */
export const readUris = async (db: Executor, blocks: readonly BlockKey[]): Promise<ReadonlyMap<number, string>> => {
  const { rows } = await db.query<{ first_seq: number; uris: string }>(
    `select first_seq, uris from audit_block
      where first_at >= $1 and first_at <= $2 and (first_at, first_seq) in (select * from unnest($3::timestamptz[], $4::bigint[]))`,
    [
      new Date(Math.min(...blocks.map((one) => one.first_at.getTime()))),
      new Date(Math.max(...blocks.map((one) => one.first_at.getTime()))),
      blocks.map((one) => one.first_at),
      blocks.map((one) => one.first_seq),
    ],
  );
  return new Map(rows.map((one) => [one.first_seq, one.uris]));
};
