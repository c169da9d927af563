import { KEY_USAGE_DAYS } from '#contracts/keys.api.ts';
import { daysBefore, utcDay } from '#server/kernel/utc-day.ts';
import type { Executor } from '#server/platform/db/database.ts';
import type { Answered } from '#server/platform/http/route.ts';
import { addCalls, callsOfAccount, callsOfKey, dropCalls, type TokenCall } from './calls.store.ts';

export interface CallOptions {
  readonly db: Executor;
  readonly now: () => Date;
  /** The paths of the calls that are told apart. */
  readonly paths: ReadonlySet<string>;
}

/** What waits at most while the table takes nothing; more is left out. */
const MOST_CELLS = 20_000;
const LONGEST_US = 2 ** 31 - 1;

type Cell = { -readonly [K in keyof TokenCall]: TokenCall[K] };

/**
 * What tokens were answered, by call and status. It is added up in memory and written every few seconds: figures for people,
 * of which a process that is killed may lose its last ones.
 */
export const createCalls = ({ db, now, paths }: CallOptions) => {
  let cells = new Map<string, Cell>();
  let sweptOn = '';

  const add = (one: TokenCall): void => {
    const key = `${one.tokenId} ${one.day} ${one.code} ${one.call}`;
    const cell = cells.get(key);
    if (!cell) {
      if (cells.size < MOST_CELLS) cells.set(key, { ...one });
      return;
    }
    cell.requests += one.requests;
    cell.elapsedUs += one.elapsedUs;
    cell.slowestUs = Math.max(cell.slowestUs, one.slowestUs);
  };

  const firstDay = (): string => utcDay(daysBefore(now(), KEY_USAGE_DAYS - 1));

  /** Writes what waits, and forgets what is too old. What cannot be written waits on. */
  const flush = async (): Promise<void> => {
    const taken = cells;
    if (taken.size === 0) return;
    cells = new Map();
    try {
      await addCalls(db, [...taken.values()]);
    } catch (error) {
      for (const cell of taken.values()) add(cell);
      throw error;
    }
    const first = firstDay();
    if (first === sweptOn) return;
    await dropCalls(db, first);
    sweptOn = first;
  };

  return {
    record: ({ tokenId, path, code, elapsed }: Answered): void => {
      if (tokenId === null) return;
      const us = Math.min(Math.max(Math.round(elapsed * 1_000), 0), LONGEST_US);
      const call = paths.has(path) ? path : '';
      add({ tokenId, day: utcDay(now()), call, code, requests: 1, elapsedUs: us, slowestUs: us });
    },

    flush,
    /** What the tokens of an account's key were answered, of the days that are shown; here until just now. */
    ofKey: async (accountId: number, idKey: number) => {
      await flush().catch(() => {});
      return callsOfKey(db, accountId, idKey, firstDay());
    },
    /** All that is kept of what the tokens of an account were answered. */
    ofAccount: async (accountId: number) => {
      await flush().catch(() => {});
      return callsOfAccount(db, accountId);
    },
  };
};
