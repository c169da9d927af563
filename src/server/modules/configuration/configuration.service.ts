import type { Executor } from '#server/platform/db/database.ts';
import { ensureKeys, readAll, type Setting } from './configuration.store.ts';

export type { Setting };

/** The operator's settings that take effect without a restart. Kept in memory; `reload` after a change. */
export const createConfiguration = ({ db, settings }: { db: Executor; settings: readonly Setting[] }) => {
  const defaults = new Map(settings.map(({ key, value }) => [key, value]));
  let values: ReadonlyMap<string, string> = defaults;

  /** Reads every value again, after listing keys that are new. */
  const reload = async (): Promise<void> => {
    values = new Map([...defaults, ...(await readAll(db))]);
  };

  return {
    install: async (): Promise<void> => {
      await ensureKeys(db, settings);
      await reload();
    },
    reload,
    /** The value of a key that is among the settings. */
    text: (key: string): string => {
      const value = values.get(key);
      if (value === undefined) throw new Error(`${key} is not a setting`);
      return value;
    },
  };
};

export type Configuration = ReturnType<typeof createConfiguration>;
