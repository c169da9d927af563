import { nearest } from '#server/kernel/near.ts';
import { Problem } from '#server/kernel/problem.ts';
import { isDiskFull } from '#server/platform/db/away.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { afterLast, atOnce, viewed } from '#server/platform/db/steps.ts';
import {
  ensureKeys,
  type Row,
  readAfter,
  readAll,
  readPrefix,
  readRecords,
  writeValue,
} from './configuration.store.ts';
import { createReader, type Setting } from './reader.rules.ts';
import { shownOf } from './shown.rules.ts';

export type { Setting };

/** Records of a step: each may be 20,000 characters long. */
const LONG_RECORDS = 100;

/** A setting as an operator sees it. */
export interface Shown extends Setting {
  readonly now: string;
  /** Whether its value is used; one that does not fit counts as the first value. */
  readonly usable: boolean;
}

interface Asked {
  readonly offset: number;
  readonly limit: number;
  /** Only those in whose key or description it stands. */
  readonly text?: string | undefined;
}

/**
 * The operator's settings that take effect without a restart. Kept in memory; `reload` after a change,
 * which the database tells of.
 */
export const createConfiguration = ({ db, settings }: { db: Executor; settings: readonly Setting[] }) => {
  let values: ReadonlyMap<string, string> = new Map();
  const { text, number } = createReader(settings, (key) => values.get(key));
  const shown = shownOf(settings);

  /** Reads every value again, after listing keys that are new. */
  const reload = async (): Promise<void> => {
    values = new Map(await readAll(db));
  };

  /** The setting of a key. Throws a Problem where there is none. */
  const settingOf = (key: string): Setting => {
    const found = settings.find((one) => one.key === key);
    if (found) return found;
    const keys = settings.map((one) => one.key);
    const meant = nearest(key.toUpperCase(), keys) ?? keys.find((one) => one === key.toUpperCase());
    throw new Problem(
      `${key} is not a setting${meant ? ` (did you mean ${meant}?)` : ''}; kinodex config list shows them all`,
    );
  };

  const show = (setting: Setting): Shown => {
    const now = values.get(setting.key) ?? setting.value;
    return { ...setting, now, usable: setting.takes.read(now) !== null };
  };

  return {
    /** Every setting, by key. */
    all: (): readonly Shown[] => settings.map(show).sort((a, b) => (a.key < b.key ? -1 : 1)),
    /** One of them. Throws a Problem where there is no such key. */
    one: (key: string): Shown => show(settingOf(key)),
    /** Changes a setting; every node follows by itself. Throws a Problem for an unknown key and a value that does not fit. */
    change: async (key: string, value: string): Promise<void> => {
      const { takes } = settingOf(key);
      if (takes.read(value) === null) throw new Problem(`${key} takes ${takes.words}, not '${value}'`);
      await ensureKeys(db, settings);
      await writeValue(db, key, value);
      await reload();
    },
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
    list: async ({ text: having, ...slice }: Asked) => {
      const { rows, total } = await readRecords(db, having ?? '', slice);
      return { records: rows.map(shown), total };
    },
    /** Every record that would be listed, in the same order. */
    walk: async ({ prefix, text: having = '' }: { readonly prefix?: string; readonly text?: string }) =>
      viewed(
        prefix === undefined
          ? afterLast<Row>((last, most) => readAfter(db, having, last?.idConfiguration ?? 0, most), LONG_RECORDS)
          : atOnce(await readPrefix(db, prefix)),
        (rows) => rows.map(shown),
      ),
    startingWith: async (prefix: string) => (await readPrefix(db, prefix)).map(shown),
  };
};

export type Configuration = ReturnType<typeof createConfiguration>;
