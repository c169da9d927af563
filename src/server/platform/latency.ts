import type { Reply } from '#contracts/endpoint.ts';
import type { latency } from '#contracts/public.api.ts';
import { BUCKETS, bucketOf, FEWEST, quantile } from './durations.ts';

export type Latency = Reply<typeof latency>;

const MINUTE_MS = 60_000;
/** One-minute slots: the minute that is going and the 59 before it. */
const SLOTS = 60;
const QUICK_MS = 300;

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

/**
 * How long answers took within the last hour, as counts by logarithmic buckets and minutes: a note costs next to nothing
 * and the memory does not grow.
 */
export const createLatency = ({ now }: { readonly now: () => Date }) => {
  const counts = new Uint32Array(SLOTS * BUCKETS);
  const quick = new Uint32Array(SLOTS);
  const minutes = new Float64Array(SLOTS).fill(Number.NEGATIVE_INFINITY);
  const minuteNow = (): number => Math.floor(now().getTime() / MINUTE_MS);

  return {
    /** Notes an answer by the milliseconds it took. */
    record: (ms: number): void => {
      const minute = minuteNow();
      const slot = minute % SLOTS;
      if (minutes[slot] !== minute) {
        counts.fill(0, slot * BUCKETS, (slot + 1) * BUCKETS);
        quick[slot] = 0;
        minutes[slot] = minute;
      }
      const at = slot * BUCKETS + bucketOf(ms);
      counts[at] = (counts[at] ?? 0) + 1;
      if (ms < QUICK_MS) quick[slot] = (quick[slot] ?? 0) + 1;
    },

    read: (): Latency => {
      const minute = minuteNow();
      const buckets = new Float64Array(BUCKETS);
      let count = 0;
      let under = 0;
      for (const [slot, of] of minutes.entries()) {
        if (of <= minute - SLOTS || of > minute) continue;
        under += quick[slot] ?? 0;
        for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
          const held = counts[slot * BUCKETS + bucket] ?? 0;
          buckets[bucket] = (buckets[bucket] ?? 0) + held;
          count += held;
        }
      }
      if (count < FEWEST) return { window: '1h', count, p50: null, p95: null, under300: null };
      return {
        window: '1h',
        count,
        p50: rounded(quantile(buckets, count, 0.5), 2),
        p95: rounded(quantile(buckets, count, 0.95), 2),
        under300: rounded(under / count, 4),
      };
    },
  };
};

export type LatencyMeter = ReturnType<typeof createLatency>;
