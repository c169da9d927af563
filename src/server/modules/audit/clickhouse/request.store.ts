import { type ClickHouse, literal } from '#server/platform/clickhouse/clickhouse.ts';
import { dayOf, type Entry } from '../audit.rules.ts';
import type { StoredRow } from '../storage.ts';

export const TABLE = 'audit_request';

/**
 * A row for each request. Its number and its moment are given once, so that a row that was sent twice is one again when
 * ClickHouse merges parts. Only what the oldest servers know: operators may add codecs and indexes.
 */
const MADE = `create table if not exists ${TABLE} (
    day Date, at Int64, seq UInt64, batch String, elapsed_us UInt32, code UInt16, method String, ip String,
    token_id Int64, uri String, headers Nullable(String), request_id String)
  engine = ReplacingMergeTree partition by day order by (at, seq)`;

export const makeTable = (clickHouse: ClickHouse): Promise<void> => clickHouse.run(MADE);

/** As far as a Date goes in every version. */
const LAST_MOMENT = Date.parse('2105-01-01T00:00:00Z');

/** What a batch holds of one UTC day, a line for each request. */
export interface DayPart {
  readonly day: string;
  readonly from: number;
  readonly to: number;
  readonly lines: readonly { readonly seq: number; readonly text: string }[];
}

const lineOf = (batch: string, day: string, seq: number, { at, elapsedUs, code, uri, id, sender }: Entry): string => {
  const { method, ip, tokenId, headers } = sender;
  return JSON.stringify({
    ...{ day, at, seq, batch, elapsed_us: elapsedUs, code, method, ip, token_id: tokenId ?? 0 },
    uri: uri.toWellFormed(),
    headers: headers?.toWellFormed() ?? null,
    request_id: id.toWellFormed(),
  });
};

/** A batch by days, since what is added to one is added at once. Throws a RangeError for a moment that no column takes. */
export const partsOf = (entries: readonly Entry[], batch: string, first: number): readonly DayPart[] =>
  [...Map.groupBy(entries.entries(), ([, { at }]) => dayOf(at))].map(([day, some]) => ({
    day,
    from: Math.min(...some.map(([, { at }]) => at)),
    to: Math.max(...some.map(([, { at }]) => at)),
    lines: some.map(([place, entry]) => ({ seq: first + place, text: lineOf(batch, day, first + place, entry) })),
  }));

/** Throws a RangeError for requests of moments that no column takes. */
export const checkMoments = (entries: readonly Entry[]): void => {
  const wrong = entries.find(({ at }) => !(at >= 0 && at < LAST_MOMENT));
  if (wrong) throw new RangeError(`no day has the moment ${wrong.at}`);
};

const idOf = ({ day }: DayPart, batch: string): string => `kinodex-audit-${batch}-${day}`;

const add = (clickHouse: ClickHouse, part: DayPart, batch: string, lines: DayPart['lines']): Promise<void> =>
  clickHouse.insert(TABLE, lines.map(({ text }) => text).join('\n'), idOf(part, batch));

export const addPart = (clickHouse: ClickHouse, part: DayPart, batch: string): Promise<void> =>
  add(clickHouse, part, batch, part.lines);

/** Adds what is not there of a part that may have been sent already. Throws while it is still being added. */
export const addMissing = async (clickHouse: ClickHouse, part: DayPart, batch: string): Promise<void> => {
  if (await clickHouse.isAtWork(idOf(part, batch))) throw new Error('an earlier attempt is still at work');
  const rows = await clickHouse.rows<{ seq: number | string }>(
    `select seq from ${TABLE} where day = ${literal(part.day)} and at >= ${part.from} and at <= ${part.to}
      and batch = ${literal(batch)}`,
  );
  const there = new Set(rows.map(({ seq }) => Number(seq)));
  const missing = part.lines.filter(({ seq }) => !there.has(seq));
  if (missing.length > 0) await add(clickHouse, part, batch, missing);
};

/** The UTC days of which anything is kept, the oldest first. */
export const keptDays = async (clickHouse: ClickHouse): Promise<readonly string[]> => {
  const rows = await clickHouse.rows<{ partition: string }>(
    `select distinct partition from system.parts
      where database = currentDatabase() and table = ${literal(TABLE)} and active order by partition`,
  );
  return rows.map(({ partition }) => partition);
};

export const dropDay = (clickHouse: ClickHouse, day: string): Promise<void> =>
  clickHouse.run(`alter table ${TABLE} drop partition ${literal(day)}`);

/** A row as ClickHouse writes it. */
export interface WrittenRow {
  readonly at: number | string;
  readonly seq: number | string;
  readonly elapsed_us: number;
  readonly code: number;
  readonly method: string;
  readonly ip: string;
  readonly token_id: number | string;
  readonly uri: string;
  readonly headers: string | null;
  readonly request_id: string;
}

export const COLUMNS = 'at, seq, elapsed_us, code, method, ip, token_id, uri, headers, request_id';

export const storedOf = (row: WrittenRow): StoredRow => ({
  seq: Number(row.seq),
  at: new Date(Number(row.at)),
  elapsedUs: row.elapsed_us,
  code: row.code,
  method: row.method,
  ip: row.ip,
  tokenId: Number(row.token_id) || null,
  uri: row.uri,
  headers: row.headers,
  requestId: row.request_id || null,
});
