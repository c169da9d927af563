import { isDiskFull } from '#server/platform/db/away.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { ensureKeys, readAll, readPrefix, readRecords, type Setting } from './configuration.store.ts';

export type { Setting };

const WHOLE = /^[+-]?\d{1,15}$/;

/** The whole number within bounds that a text stands for; null when it is none. */
const wholeNumber = (text: string, { min, max }: { readonly min: number; readonly max: number }): number | null => {
  const value = WHOLE.test(text.trim()) ? Number(text) : Number.NaN;
  return value >= min && value <= max ? value : null;
};

/** The operator's settings that take effect without a restart. Kept in memory; `reload` after a change. */
export const createConfiguration = ({ db, settings }: { db: Executor; settings: readonly Setting[] }) => {
  const defaults = new Map(settings.map(({ key, value }) => [key, value]));
  let values: ReadonlyMap<string, string> = defaults;

  /** Reads every value again, after listing keys that are new. */
  const reload = async (): Promise<void> => {
    values = new Map([...defaults, ...(await readAll(db))]);
  };

  /** The value of a key that is among the settings. */
  const text = (key: string): string => {
    const value = values.get(key);
    if (value === undefined) throw new Error(`${key} is not a setting`);
    return value;
  };

  /** The same as a whole number; the first value where somebody has written anything else, or out of bounds. */
  const number = (key: string, bounds: { readonly min: number; readonly max: number }): number => {
    const first = defaults.get(key);
    if (first === undefined) throw new Error(`${key} is not a setting`);
    return wholeNumber(text(key), bounds) ?? Number(first);
  };

  return {
    install: async (): Promise<void> => {
      await ensureKeys(db, settings).catch((error: unknown) => {
        // A start goes on without room on the disk; the next one lists them.
        if (!isDiskFull(error)) throw error;
      });
      await reload();
    },
    reload,
    text,
    number,
    list: (slice: { readonly offset: number; readonly limit: number }) => readRecords(db, slice),
    startingWith: (prefix: string) => readPrefix(db, prefix),
  };
};

export type Configuration = ReturnType<typeof createConfiguration>;
