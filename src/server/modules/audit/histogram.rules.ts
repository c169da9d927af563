import type { AuditHistogram } from '#contracts/audit.api.ts';
import type { Tally } from './storage.ts';

const MOST_BUCKETS = 60;
const [MINUTE, HOUR, DAY] = [60, 3_600, 86_400];
/** Seconds that a bucket may be long; what is longer is so many times thirty days. */
const LENGTHS = [
  ...[1, 5, 15, 30, MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE],
  ...[HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 7 * DAY, 30 * DAY],
];
const LONGEST = 30 * DAY;

/** The shortest length of which so many seconds are 60 at most, also where the first begins before them. */
const lengthOf = (seconds: number): number =>
  LENGTHS.find((length) => seconds / length < MOST_BUCKETS) ??
  Math.ceil(seconds / (MOST_BUCKETS - 1) / LONGEST) * LONGEST;

const iso = (second: number): string => new Date(second * 1_000).toISOString();

/**
 * A tally in buckets of one length, which begin where the search does (milliseconds since 1970, or nothing said): a day that
 * begins at somebody's midnight has their hours.
 */
export const histogramOf = ({ from, to, isWhole, counts }: Tally, searched?: number): AuditHistogram => {
  const end = Math.ceil(to / 1_000);
  const counted = isWhole ? Math.floor(from / 1_000) : Math.ceil(from / 1_000);
  const seconds = lengthOf(end - counted);
  const origin = searched === undefined ? 0 : Math.floor(searched / 1_000);
  // A bucket of which a part is not counted would be too low.
  const places = (counted - origin) / seconds;
  const start = origin + (isWhole ? Math.floor(places) : Math.ceil(places)) * seconds;
  const many = to > from ? Math.max(0, Math.ceil((end - start) / seconds)) : 0;
  const buckets = Array.from({ length: many }, (_, at) => ({
    date: iso(start + at * seconds),
    ...{ '1xx': 0, '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0 },
  }));
  for (const [key, count] of counts) {
    const bucket = buckets[Math.floor((Math.floor(key / 10) - start) / seconds)];
    const name = `${key % 10}xx` as '1xx';
    if (bucket && name in bucket) bucket[name] += count;
  }
  const spans = many > 0;
  return { startDate: spans ? iso(start) : null, endDate: spans ? iso(end) : null, seconds, isWhole, buckets };
};
