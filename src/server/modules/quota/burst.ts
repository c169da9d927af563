import { LRUCache } from 'lru-cache';
import { failure } from '#server/kernel/failure.ts';
import { networkOf } from '#server/kernel/network.ts';
import type { Configuration } from '../configuration/configuration.service.ts';

export interface BurstOptions {
  readonly configuration: Pick<Configuration, 'number'>;
  readonly now: () => Date;
}

/** Tokens, and addresses, that are remembered at most. */
const REMEMBERED = 20_000;
const SECOND = 1000;

/** A bucket that holds a second's requests, told by the time in ms at which it will be full again. */
const createBuckets = <Key extends number | string>() => {
  const fullAt = new LRUCache<Key, number>({ max: REMEMBERED });
  return {
    /** When it will be full again after one more; null when there is none left. */
    after: (key: Key, rate: number, ms: number): number | null => {
      const interval = SECOND / rate;
      const full = fullAt.get(key) ?? ms;
      // Further ahead than a bucket is deep: the clock was put back.
      const from = full < ms || full > ms + Math.max(SECOND, interval) ? ms : full;
      const next = from + interval;
      return next - ms > Math.max(SECOND, interval) + 1e-6 ? null : next;
    },
    set: (key: Key, at: number): void => void fullAt.set(key, at),
  };
};

/** Keeps tokens and addresses from taking more than their share of a second. Each node counts for itself. */
export const createBurst = ({ configuration, now }: BurstOptions) => {
  const tokens = createBuckets<number>();
  const addresses = createBuckets<string>();
  return {
    /** Counts a request, or throws `burst` and counts nothing. */
    check: (tokenId: number, ip: string): void => {
      const ofToken = configuration.number('API_BURST_TOKEN');
      const ofAddress = configuration.number('API_BURST_ADDRESS');
      if (ofToken === 0 && ofAddress === 0) return;
      const ms = now().getTime();
      const token = ofToken === 0 ? ms : tokens.after(tokenId, ofToken, ms);
      const network = ofAddress === 0 ? '' : networkOf(ip);
      const address = ofAddress === 0 ? ms : addresses.after(network, ofAddress, ms);
      if (token === null || address === null) throw failure('burst', undefined, { headers: { 'Retry-After': '1' } });
      if (ofToken > 0) tokens.set(tokenId, token);
      if (ofAddress > 0) addresses.set(network, address);
    },
  };
};

export type Burst = ReturnType<typeof createBurst>;
