import type { LogHistogram, LogLevel, LogLine } from '#contracts/logs.api.ts';
import { bucketsOf } from '#server/kernel/buckets.ts';
import type { Tally } from './find.ts';
import type { LogSearch } from './search.rules.ts';
import type { StoredLine } from './search.store.ts';

const NUMBERS: Readonly<Record<LogLevel, number>> = { TRACE: 10, DEBUG: 20, INFO: 30, WARN: 40, ERROR: 50, FATAL: 60 };
const NAMES = Object.keys(NUMBERS) as readonly LogLevel[];

export const levelNumber = (name: LogLevel): number => NUMBERS[name];
/** The name of a level; one between two is called by the lower one. */
const levelName = (level: number): LogLevel => NAMES[Math.floor(level / 10) - 1] ?? 'TRACE';

export const viewOf = ({ seq, at, level, category, text, requestId, run }: StoredLine): LogLine => ({
  idLog: seq,
  log: text,
  level: levelName(level),
  insertDate: at.toISOString(),
  category,
  requestId,
  idRun: run,
});

/** Counted lines in buckets, up to now. */
export const histogramOf = ({ counts, since, isWhole }: Tally, { from, to }: LogSearch, now: Date): LogHistogram => {
  const end = Math.min(to?.getTime() ?? now.getTime(), now.getTime()) + 1;
  const oldest = Math.min(...counts.map(({ second }) => second * 1_000), end);
  const counted = since === null ? oldest + 1 : Math.min(since.getTime() + 1, end);
  const begin = isWhole ? Math.min(from?.getTime() ?? oldest, end) : counted;
  const { head, dates, placeOf } = bucketsOf({ from: begin, to: end, isWhole }, from?.getTime());
  const buckets = dates.map((date) => ({ date, ...{ TRACE: 0, DEBUG: 0, INFO: 0, WARN: 0, ERROR: 0, FATAL: 0 } }));
  for (const { second, level, n } of counts) {
    const bucket = buckets[placeOf(second)];
    if (bucket) bucket[levelName(level)] += n;
  }
  return { ...head, buckets };
};
