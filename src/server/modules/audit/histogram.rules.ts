import type { AuditHistogram } from '#contracts/audit.api.ts';
import { bucketsOf } from '#server/kernel/buckets.ts';
import type { Tally } from './storage.ts';

/** A tally in buckets of one length, which begin where the search does (milliseconds since 1970, or nothing said). */
export const histogramOf = (tally: Tally, searched?: number): AuditHistogram => {
  const { head, dates, placeOf } = bucketsOf(tally, searched);
  const buckets = dates.map((date) => ({ date, ...{ '1xx': 0, '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0 } }));
  for (const [key, count] of tally.counts) {
    const bucket = buckets[placeOf(Math.floor(key / 10))];
    const name = `${key % 10}xx` as '1xx';
    if (bucket && name in bucket) bucket[name] += count;
  }
  return { ...head, buckets };
};
