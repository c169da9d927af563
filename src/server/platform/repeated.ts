import type { Log } from './log.ts';

export interface RepeatedWords {
  readonly failing: string;
  readonly again: string;
}

/**
 * Tells of work that is done again and again: once when it begins to fail, and once when it succeeds after that. An outage
 * makes it fail each time, and each time for the same reason.
 */
export const createRepeated = (log: Log, words: RepeatedWords, level: 'warn' | 'error' = 'warn') => {
  let failures = 0;
  return {
    failed: (details: object): void => {
      if (failures++ === 0) log[level](details, words.failing);
    },
    done: (): void => {
      if (failures > 0) log.warn({ failures }, words.again);
      failures = 0;
    },
    /** How often it has failed since it last succeeded. */
    failures: (): number => failures,
  };
};
