import type { ClickHouse } from '#server/platform/clickhouse/clickhouse.ts';
import type { IsLate } from '#server/platform/db/late.ts';
import { BUCKETS, SHORTEST, STEP } from '#server/platform/durations.ts';
import type { Clients, Reach, Search, Stretch, Sums, Tally } from '../storage.ts';
import { conditionOf, isLong, type Range, rangeOf, spansBack, within } from './find.store.ts';

/** When it is, and when it takes too long. */
interface Bounds {
  readonly now: number;
  readonly isLate: IsLate;
}

/** Seconds and classes that are counted at once, about. */
const MOST_COUNTS = 300_000;

type Numbers<Name extends string> = { readonly [K in Name]: number | string };

/** What arrived up to now, as far as anything is kept of it, and what an answer says of its reach. */
const reachOf = async (clickHouse: ClickHouse, search: Search, now: number) => {
  const end = Math.min((search.to?.getTime() ?? now) + 1, now + 1);
  const range = await rangeOf(clickHouse, { ...search, to: new Date(end - 1) });
  const begin = search.from?.getTime() ?? range?.from ?? end;
  return { range, whole: { from: begin, to: Math.max(begin, end), isWhole: true } satisfies Reach };
};

/** Counts what matches by the second and the class. */
export const readTally = async (clickHouse: ClickHouse, search: Search, { now, isLate }: Bounds): Promise<Tally> => {
  const { range, whole } = await reachOf(clickHouse, search, now);
  const counts = new Map<number, number>();
  const condition = conditionOf(search);
  const mayBeLate = range !== null && (await isLong(clickHouse, range));
  for (const span of range ? spansBack(range, now) : []) {
    const rows = await clickHouse.rows<Numbers<'place' | 'n'>>(
      `select intDiv(at, 1000) * 10 + intDiv(code, 100) as place, count() as n ${within(span, condition)} group by place`,
    );
    for (const { place, n } of rows) counts.set(Number(place), (counts.get(Number(place)) ?? 0) + Number(n));
    if (mayBeLate && span.from > range.from && (counts.size >= MOST_COUNTS || isLate()))
      return { ...whole, from: span.from, isWhole: false, counts };
  }
  return { ...whole, counts };
};

/** Clients that are answered of each kind, the first by each of their sums. */
const MOST_CLIENTS = 100;
const SUMS = ['requests', 'c4', 'c5', 'refused', 'elapsed'] as const;
type SumRow = Numbers<(typeof SUMS)[number]> & { readonly who: string | number };

const sumsOf = (row: SumRow): Sums => ({
  requests: Number(row.requests),
  classes: { 4: Number(row.c4), 5: Number(row.c5) },
  refused: Number(row.refused),
  elapsedUs: Number(row.elapsed),
});

/** Those who are among the first by any of their sums. */
const firstBy = async (clickHouse: ClickHouse, who: string, matching: string): Promise<readonly SumRow[]> => {
  const grouped = `select ${who} as who, count() as requests, countIf(code >= 400 and code < 500) as c4,
    countIf(code >= 500) as c5, countIf(code = 429) as refused, sum(elapsed_us) as elapsed ${matching} group by who`;
  // One at a time: each may hold every client in the server's memory.
  const found: SumRow[] = [];
  for (const sum of SUMS)
    found.push(
      ...(await clickHouse.rows<SumRow>(`${grouped} order by ${sum} desc, requests desc limit ${MOST_CLIENTS}`)),
    );
  return found;
};

/** Adds up what matches by network address and by token: of the last hour, then of ever more until it is late. */
export const readClients = async (
  clickHouse: ClickHouse,
  search: Search,
  { now, isLate }: Bounds,
): Promise<Clients> => {
  const { range, whole } = await reachOf(clickHouse, search, now);
  if (range === null) return { ...whole, addresses: new Map(), tokens: new Map() };
  const condition = conditionOf(search);
  const froms = (await isLong(clickHouse, range)) ? beginnings(range) : [range.from];
  for (const from of froms) {
    const span = { from, to: range.to };
    const isWhole = from === range.from;
    const addresses = await firstBy(clickHouse, 'ip', within(span, condition));
    const tokens = await firstBy(clickHouse, 'token_id', within(span, `${condition} and token_id > 0`));
    if (!isWhole && !isLate()) continue;
    return {
      ...whole,
      ...(!isWhole && { from, isWhole }),
      addresses: new Map(addresses.map((row) => [String(row.who), sumsOf(row)])),
      tokens: new Map(tokens.map((row) => [Number(row.who), sumsOf(row)])),
    };
  }
  throw new Error('a range without a beginning');
};

const HOUR = 3_600_000;

/** From where a range is read: its last hour, eight times as much each time, and the whole. */
function* beginnings({ from, to }: Range): Generator<number> {
  for (let width = HOUR; to - width > from; width *= 8) yield to - width;
  yield from;
}

/** What `bucketOf` says of a duration. */
const BUCKET = `if(elapsed_us / 1000 >= ${SHORTEST},
  least(${BUCKETS - 1}, 1 + toInt32(floor(log(elapsed_us / 1000 / ${SHORTEST}) / ${STEP}))), 0)`;
const TIMED = 'token_id > 0 and code < 500 and code != 429';

/** Counts what arrived from each moment to the next, all of it. */
export const readStretches = async (
  clickHouse: ClickHouse,
  bounds: readonly Date[],
  now: number,
): Promise<readonly Stretch[]> => {
  const stretches: Stretch[] = [];
  for (const [at, next] of bounds.entries()) {
    const from = bounds[at - 1]?.getTime();
    if (from === undefined) continue;
    const span = { from, to: Math.min(next.getTime(), now + 1) };
    const rows =
      span.from < span.to
        ? await clickHouse.rows<Numbers<'bucket' | 'n' | 'c4' | 'c5' | 'timed'>>(
            `select ${BUCKET} as bucket, count() as n, countIf(code >= 400 and code < 500) as c4,
              countIf(code >= 500 and code < 600) as c5, countIf(${TIMED}) as timed ${within(span, '')} group by bucket`,
          )
        : [];
    const sum = (name: 'n' | 'c4' | 'c5'): number => rows.reduce((all, row) => all + Number(row[name]), 0);
    const durations = new Float64Array(BUCKETS);
    for (const { bucket, timed } of rows) durations[Number(bucket)] = Number(timed);
    stretches.push({ requests: sum('n'), looked: sum('n'), classes: { 4: sum('c4'), 5: sum('c5') }, durations });
  }
  return stretches;
};
