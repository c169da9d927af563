import { TOTAL_CAP } from '#contracts/list-limits.ts';
import { type ClickHouse, literal } from '#server/platform/clickhouse/clickhouse.ts';
import type { IsLate } from '#server/platform/db/late.ts';
import { afterLast } from '#server/platform/db/steps.ts';
import { dayOf } from '../audit.rules.ts';
import type { Found, Search, Slice, StoredRow } from '../storage.ts';
import { COLUMNS, keptDays, storedOf, TABLE, type WrittenRow } from './request.store.ts';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
/** A span is so much longer than the one before it, up to a day. */
const GROWTH = 8;

/** Moments in milliseconds since 1970: from is within, to is not. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** What rows are looked through for, as a condition. */
export const conditionOf = ({ tokenId, codes, ip, method, requestId, elapsedUs, uri, without }: Search): string =>
  [
    ...(tokenId === undefined ? [] : [`token_id = ${tokenId}`]),
    ...(codes === undefined ? [] : [`code >= ${codes[0]} and code <= ${codes[1]}`]),
    ...(ip === undefined ? [] : [`ip = ${literal(ip)}`]),
    ...(method === undefined ? [] : [`method = ${literal(method)}`]),
    ...(requestId === undefined ? [] : [`request_id = ${literal(requestId)}`]),
    ...(elapsedUs === undefined ? [] : [`elapsed_us >= ${elapsedUs}`]),
    ...(uri === undefined ? [] : [`position(uri, ${literal(uri)}) > 0`]),
    ...(without === undefined ? [] : [`not (ip = ${literal(without)} and token_id = 0)`]),
  ]
    .map((one) => ` and ${one}`)
    .join('');

/** Rows of a range that meet a condition. Days are named, so that others are not even looked at. */
export const within = ({ from, to }: Range, condition: string): string =>
  `from ${TABLE} where day >= ${literal(dayOf(from))} and day <= ${literal(dayOf(to - 1))}
    and at >= ${from} and at < ${to}${condition}`;

/** The range of a search as far as anything is kept of it; null where nothing is. */
export const rangeOf = async (clickHouse: ClickHouse, { from, to }: Search): Promise<Range | null> => {
  const days = await keptDays(clickHouse);
  const [oldest, newest] = [days[0], days.at(-1)];
  if (oldest === undefined || newest === undefined) return null;
  const range = {
    from: Math.max(Date.parse(oldest), from?.getTime() ?? 0),
    to: Math.min(Date.parse(newest) + DAY, to === undefined ? Number.POSITIVE_INFINITY : to.getTime() + 1),
  };
  return range.from < range.to ? range : null;
};

/** A range in spans, the newest first: short ones where most is looked for, and soon days. */
export function* spansBack({ from, to }: Range, now: number): Generator<Range> {
  let end = to;
  let start = Math.min(to, now) - MINUTE;
  for (let width = MINUTE; end > from; width = Math.min(width * GROWTH, DAY)) {
    const span = { from: Math.max(from, start), to: end };
    if (span.from < span.to) yield span;
    end = span.from;
    start = end - width * GROWTH;
  }
}

/** A search among no more rows than these always comes to its end. */
const LONG = 250_000;

/** Whether so much is kept in a range that a search may be late. */
export const isLong = async (clickHouse: ClickHouse, range: Range): Promise<boolean> =>
  (await countIn(clickHouse, `from (select 1 ${within(range, '')} limit ${LONG + 1})`)) > LONG;

const countIn = async (clickHouse: ClickHouse, what: string): Promise<number> => {
  const [row] = await clickHouse.rows<{ n: number | string }>(`select count() as n ${what}`);
  return Number(row?.n ?? 0);
};

const NOTHING: Found = { rows: [], total: 0, since: null };

/**
 * Rows that match, newest first. Without anything to look for all are counted, else up to one more than 10,000, as far as
 * it gets before it is late.
 */
export const findRows = async (
  clickHouse: ClickHouse,
  search: Search,
  { offset, limit }: Slice,
  { now, isLate }: { readonly now: number; readonly isLate: IsLate },
): Promise<Found> => {
  const isAll = Object.values(search).every((value) => value === undefined);
  const range = await rangeOf(clickHouse, search);
  if (range === null) return NOTHING;
  const condition = conditionOf(search);
  const mayBeLate = !isAll && (await isLong(clickHouse, range));
  const all = isAll ? await countIn(clickHouse, `from ${TABLE}`) : null;
  const needed = isAll ? offset + limit : Math.max(TOTAL_CAP + 1, offset + limit);
  const rows: StoredRow[] = [];
  let found = 0;
  let since: Date | null = null;
  for (const span of spansBack(range, now)) {
    const matching = within(span, condition);
    const held = await countIn(clickHouse, `from (select 1 ${matching} limit ${needed - found})`);
    const skipped = Math.max(0, offset - found);
    if (held > skipped && rows.length < limit) {
      const some = await clickHouse.rows<WrittenRow>(
        `select ${COLUMNS} ${matching} order by at desc, seq desc limit ${skipped}, ${limit - rows.length}`,
      );
      rows.push(...some.map(storedOf));
    }
    found += held;
    if (found >= needed) break;
    if (mayBeLate && span.from > range.from && isLate()) {
      since = new Date(span.from - 1);
      break;
    }
  }
  return { rows, total: all ?? Math.min(found, TOTAL_CAP + 1), since };
};

/** Rows of a step. */
const STEP = 2_000;

/** Every row that matches, the newest first, a step at a time. */
export async function* walkRows(
  clickHouse: ClickHouse,
  search: Search,
  now: number,
): AsyncGenerator<readonly StoredRow[]> {
  const range = await rangeOf(clickHouse, search);
  if (range === null) return;
  const condition = conditionOf(search);
  for (const span of spansBack(range, now)) {
    const read = (last: WrittenRow | undefined, most: number): Promise<readonly WrittenRow[]> => {
      const before = last ? ` and (at < ${last.at} or at = ${last.at} and seq < ${last.seq})` : '';
      return clickHouse.rows(
        `select ${COLUMNS} ${within(span, condition + before)} order by at desc, seq desc limit ${most}`,
      );
    };
    // Also where nothing was found: whoever waits sees that it goes on.
    for await (const some of afterLast(read, STEP)) yield some.map(storedOf);
  }
}
