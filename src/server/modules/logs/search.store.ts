import { containing } from '#server/kernel/like.ts';
import type { Database, Executor, Transaction } from '#server/platform/db/database.ts';
import type { IdRange } from '#server/platform/db/steps.ts';
import { partitionOf, SEGMENT } from './line.store.ts';
import type { LogSearch } from './search.rules.ts';

/** A line as it was kept. */
export interface StoredLine {
  readonly seq: number;
  readonly at: Date;
  readonly level: number;
  readonly category: number;
  readonly text: string;
  readonly requestId: string | null;
  readonly run: number | null;
}

const COLUMNS = `seq, at, level, category, text, request_id as "requestId", run_id as run`;

/** Without statistics of a young partition PostgreSQL would read all of it; more processes would be taken from requests. */
export const reading = <Result>(db: Database, work: (tx: Transaction) => Promise<Result>): Promise<Result> =>
  db.transaction(async (tx) => {
    await tx.query('set local enable_seqscan = off; set local max_parallel_workers_per_gather = 0');
    return work(tx);
  });

/** The numbers that are kept: from `first` on, and below `next`. */
export interface Kept {
  readonly first: number;
  readonly next: number;
}

export const readKept = async (db: Executor): Promise<Kept> => {
  const { rows } = await db.query<Kept>('select first_seq as first, seq as next from log_next');
  return rows[0] ?? { first: 1, next: 1 };
};

/** Lines by their numbers, from `low` to `high`, the newest first. */
export const readBetween = async (db: Executor, low: number, high: number): Promise<readonly StoredLine[]> => {
  const { rows } = await db.query<StoredLine>(
    `select ${COLUMNS} from log_line where seq between $1 and $2 order by seq desc`,
    [low, high],
  );
  return rows;
};

/** Lines of these numbers, the newest first. */
export const readLines = async (db: Executor, seqs: readonly number[]): Promise<readonly StoredLine[]> => {
  if (seqs.length === 0) return [];
  const { rows } = await db.query<StoredLine>(
    `select ${COLUMNS} from log_line where seq = any($1::bigint[]) order by seq desc`,
    [seqs],
  );
  return rows;
};

/** The lines of a partition between two numbers, both within, that match; the newest first. */
export const readPart = async (
  db: Executor,
  search: LogSearch,
  segment: number,
  { low, high }: IdRange,
): Promise<readonly StoredLine[]> => {
  const { values, all } = conditions(search);
  const { rows } = await db.query<StoredLine>(
    `select ${COLUMNS} from ${partitionOf(segment)}
      where ${[`seq between ${low} and ${high}`, ...all].join(' and ')} order by seq desc`,
    values,
  );
  return rows;
};

/** A partition, and the moment of its newest line. */
export interface Segment {
  readonly segment: number;
  readonly to: Date;
}

/** The partitions that may hold lines of a search, the newest first. */
export const readSegments = async (db: Executor, { from, to, after }: LogSearch): Promise<readonly Segment[]> => {
  const { rows } = await db.query<Segment>(
    `select segment, to_at as to from log_segment where to_at >= coalesce($1, '-infinity'::timestamptz)
        and from_at <= coalesce($2, 'infinity'::timestamptz) and segment >= $3::bigint / ${SEGMENT} order by segment desc`,
    [from ?? null, to ?? null, after ?? 0],
  );
  return rows;
};

/** A stretch of a partition, and the way in which lines are looked for there. */
export interface Stretch extends Segment {
  /** Numbers: low is within, high is not. */
  readonly low: number;
  readonly high: number;
  /** `walk` reads line by line from the end, `text` and `kind` begin with an index. */
  readonly by: 'walk' | 'text' | 'kind';
}

interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

/** Conditions on a line with their values; those that lead to an index are left out where they are met already. */
const conditions = ({ text, from, to, level, category, requestId, run, after }: LogSearch) => {
  const values: unknown[] = [];
  const all: string[] = [];
  const add = (condition: string, value: unknown): void => {
    if (value === undefined) return;
    values.push(value);
    all.push(condition.replace('?', `$${values.length}`));
  };
  add('at >= ?', from);
  add('at <= ?', to);
  add('level = ?', level);
  add('category = ?', category);
  add('request_id = ?', requestId);
  add('run_id = ?', run);
  add('seq > ?', after);
  add('text ilike ?', text === undefined ? undefined : containing(text));
  return { values, all };
};

const LEVELS = [10, 20, 30, 40, 50, 60];
const CATEGORIES = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/** The newest lines of a stretch that match, at most so many, as their numbers, moments and levels. */
const matching = (search: LogSearch, { segment, low, high, by }: Stretch, most: number): Statement => {
  const { values, all } = conditions(search);
  const table = partitionOf(segment);
  // No index can serve these two, so that none is tempted to.
  const within = `seq + 0 >= ${low} and seq + 0 < ${high}`;
  const also = all.length > 0 ? ` and ${all.join(' and ')}` : '';
  if (by === 'walk')
    return {
      text: `select seq, at, level from ${table} where seq >= ${low} and seq < ${high}${also} order by seq desc limit ${most}`,
      values,
    };
  if (by === 'text')
    return {
      text: `select seq, at, level from ${table} where ${within}${also} order by seq + 0 desc limit ${most}`,
      values,
    };
  const levels = search.level === undefined ? LEVELS : [search.level];
  const categories = search.category === undefined ? CATEGORIES : [search.category];
  return {
    text: `select m.seq, m.at, m.level from unnest('{${levels.join()}}'::smallint[]) l, unnest('{${categories.join()}}'::smallint[]) c,
        lateral (select seq, at, level from ${table} s where s.category = c and s.level = l
          and s.seq >= ${low} and s.seq < ${high}${also} order by s.seq desc limit ${most}) m
      order by m.seq desc limit ${most}`,
    values,
  };
};

/** The numbers of the newest lines of a stretch that match, the newest first. */
export const readMatches = async (
  db: Executor,
  search: LogSearch,
  stretch: Stretch,
  most: number,
): Promise<readonly number[]> => {
  const { text, values } = matching(search, stretch, most);
  const { rows } = await db.query<{ seqs: string | null }>(
    `select string_agg(seq::text, ',' order by seq desc) as seqs from (${text}) m`,
    values,
  );
  return rows[0]?.seqs?.split(',').map(Number) ?? [];
};

/** Lines of a second and a level. */
export interface Counted {
  /** Seconds since 1970. */
  readonly second: number;
  readonly level: number;
  readonly n: number;
}

/** The same lines, counted. */
export const countMatches = async (
  db: Executor,
  search: LogSearch,
  stretch: Stretch,
  most: number,
): Promise<readonly Counted[]> => {
  const { text, values } = matching(search, stretch, most);
  const { rows } = await db.query<Counted>(
    `select extract(epoch from second)::bigint as second, level, n from (
        select date_bin('1 second', at, 'epoch'::timestamptz) as second, level, count(*) as n from (${text}) m group by 1, 2) c`,
    values,
  );
  return rows;
};

/** How many of the newest lines of a stretch there are of the kind that is looked for, and with the text. */
export const readShares = async (
  db: Executor,
  { level, category, text = '' }: LogSearch,
  { segment, low, high }: Pick<Stretch, 'segment' | 'low' | 'high'>,
): Promise<{ readonly kind: number; readonly text: number }> => {
  const { rows } = await db.query<{ kind: number; text: number }>(
    `select count(*) filter (where level = coalesce($1, level) and category = coalesce($2, category)) as kind,
        count(*) filter (where text ilike $3) as text
      from ${partitionOf(segment)} where seq >= $4 and seq < $5`,
    [level ?? null, category ?? null, containing(text), low, high],
  );
  return rows[0] ?? { kind: 0, text: 0 };
};
