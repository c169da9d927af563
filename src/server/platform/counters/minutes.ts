import { LRUCache } from 'lru-cache';
import { networkOf } from '#server/kernel/network.ts';

const MINUTE_MS = 60_000;
/** Networks that are counted at once; beyond it the one that has been quiet for longest is forgotten. */
const NETWORKS = 20_000;

interface Minute {
  count: number;
  readonly endsAt: number;
}

/** Counts by the network of an address, or by any other name, within a minute of the first; in this process only. */
export const createMinutes = () => {
  const minutes = new LRUCache<string, Minute>({ max: NETWORKS });
  /**
   * Counts one at a moment in ms, or takes one back (-1). Answers 0 up to `most` a minute, beyond it the seconds to wait.
   */
  return (ip: string, most: number, at: number, by: 1 | -1 = 1): number => {
    const network = networkOf(ip);
    const kept = minutes.get(network);
    // Further ahead than a minute: the clock was put back.
    const open = kept !== undefined && kept.endsAt > at && kept.endsAt <= at + MINUTE_MS;
    const minute = open ? kept : { count: 0, endsAt: at + MINUTE_MS };
    minute.count = Math.max(0, minute.count + by);
    if (!open) minutes.set(network, minute);
    return minute.count <= most ? 0 : Math.ceil((minute.endsAt - at) / 1_000);
  };
};
