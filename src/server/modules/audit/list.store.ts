import type { Database, Executor, Transaction } from '#server/platform/db/database.ts';

export interface KeptRow {
  readonly seq: number;
  readonly at: Date;
  readonly elapsed_us: number;
  readonly code: number;
  readonly method: string;
  readonly ip: string;
  readonly token_id: number | null;
  readonly uri: string;
  readonly headers: string | null;
}

/** What is looked for; a moment range is not part of it. */
export interface Filter {
  readonly tokenId?: number;
  /** The lowest and the highest status. */
  readonly codes?: readonly [number, number];
  readonly ip?: string;
  readonly method?: string;
  /** Microseconds. */
  readonly elapsedUs?: number;
}

/** Moments: from is within, to is not. */
export interface Span {
  readonly from: Date;
  readonly to: Date;
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

const COLUMNS = 'a.seq, a.at, a.elapsed_us, a.code, a.method, a.ip, a.token_id, a.uri, a.headers';

export interface Numbers {
  /** The highest number that may be among them. */
  readonly high: number;
  /** Below the lowest. */
  readonly low: number;
  readonly skip: number;
  readonly limit: number;
}

/** Rows by number, highest first. The span is what lets other days' partitions alone. */
export const readNumbers = async (
  db: Executor,
  { high, low, skip, limit }: Numbers,
  { from, to }: Span,
): Promise<readonly KeptRow[]> => {
  const { rows } = await db.query<KeptRow>(
    `select ${COLUMNS} from audit a where a.seq <= $1 and a.seq > $2 and a.at >= $3 and a.at < $4
      order by a.seq desc offset $5 limit $6`,
    [high, low, from, to, skip, limit],
  );
  return rows;
};

const conditions = (filter: Filter, span: Span): { readonly where: string; readonly values: unknown[] } => {
  const values: unknown[] = [span.from, span.to];
  const parts = ['at >= $1', 'at < $2'];
  const add = (text: string, value: unknown): void => {
    if (value === undefined) return;
    values.push(value);
    parts.push(`${text} $${values.length}`);
  };
  const [low, high] = filter.codes ?? [];
  add('token_id =', filter.tokenId);
  if (low !== undefined && low === high) add('code =', low);
  else {
    add('code >=', low);
    add('code <=', high);
  }
  add('ip =', filter.ip);
  add('method =', filter.method);
  add('elapsed_us >=', filter.elapsedUs);
  return { where: parts.join(' and '), values };
};

export interface Wanted {
  /** At most so many are counted. */
  readonly count: number;
  readonly skip: number;
  readonly take: number;
}

/**
 * How many rows of a span match, newest first, and some of them. Never a named statement: which index serves depends on
 * the values.
 */
export const readMatches = async (
  db: Executor,
  filter: Filter,
  span: Span,
  { count, skip, take }: Wanted,
): Promise<{ found: number; rows: readonly KeptRow[] }> => {
  const { where, values } = conditions(filter, span);
  const n = values.length;
  const { rows } = await db.query<KeptRow & { found: number }>(
    `with found as materialized (
        select seq, at, tableoid as day, ctid as place from audit where ${where} order by at desc, seq desc limit $${n + 1}),
      page as (
        select ${COLUMNS} from (select * from found order by at desc, seq desc offset $${n + 2} limit $${n + 3}) k
          join audit a on a.ctid = k.place and a.tableoid = k.day where a.at >= $1 and a.at < $2)
      select (select count(*) from found)::int as found, page.* from (values (1)) as one left join page on true
        order by page.at desc, page.seq desc`,
    [...values, count, skip, take],
  );
  return { found: rows[0]?.found ?? 0, rows: rows.filter(({ seq }) => seq !== null) };
};
