import { networkOf } from '#server/kernel/network.ts';
import { createSpans } from '#server/platform/counters/spans.ts';
import type { Answered } from '#server/platform/http/route.ts';
import type { Entry } from './audit.rules.ts';

const HOUR_MS = 3_600_000;
/** Characters that a network's unknown callers may have kept in an hour: as they came, and with short addresses after that. */
const WHOLE = 1_000_000;
const SHORT = 2_000_000;
/** What a row takes beside its text, at worst: where it is kept alone. */
const ROW = 100;
/** Networks that are counted apart between two batches; what comes on top of them is counted together. */
const NETWORKS = 1_000;

/** How much is kept of a request: all, a short address and no headers, or that it was. */
export type Share = 'whole' | 'short' | 'counted';

/** A request of somebody who has shown no valid token and no session. */
export const isStranger = ({ tokenId, request }: Answered): boolean =>
  tokenId === null && (request.progress?.caller.person ?? null) === null;

interface Crowd {
  rows: number;
  last: Entry;
}

/** Bounds what unknown callers can have written down, by their network and the hour; nothing of it is left uncounted. */
export const createStrangers = () => {
  const spans = createSpans(HOUR_MS);
  const crowds = new Map<string, Crowd>();

  return {
    /** What may be kept of a request with so many characters. */
    shareOf: (ip: string, characters: number, at: number): Share => {
      const { sum } = spans(ip, ROW, at);
      if (sum > SHORT) return 'counted';
      if (sum + characters > WHOLE) return 'short';
      spans(ip, characters, at);
      return 'whole';
    },
    /** Counts a request of which nothing else is kept. */
    count: (entry: Entry): void => {
      const network = networkOf(entry.sender.ip);
      const name = crowds.has(network) || crowds.size < NETWORKS ? network : '';
      const crowd = crowds.get(name);
      if (crowd) {
        crowd.rows += 1;
        crowd.last = entry;
      } else crowds.set(name, { rows: 1, last: entry });
    },
    /** What was counted since the last time, a row for each network: the last request, and how many it stands for. */
    take: (): readonly Entry[] => {
      const rows = [...crowds.values()].map(({ rows, last }) =>
        rows === 1 ? last : { ...last, uri: `${rows} requests, the last: ${last.uri}` },
      );
      crowds.clear();
      return rows;
    },
  };
};
