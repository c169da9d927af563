import type { LogLevel } from '#contracts/logs.api.ts';

/** The package of all packages. */
export const ROOT = 'kinodex';

/** Whose level can be set. */
interface Levelled {
  level: string;
}

/** The level of a package, and the package that has it set; null: it is that of the settings. */
export interface PackageLevel {
  readonly level: LogLevel;
  readonly from: string | null;
}

const parentOf = (name: string): string => name.slice(0, Math.max(name.lastIndexOf('.'), ROOT.length));

/** The package of a module. */
export const packageOf = (module: string): string => `${ROOT}.${module}`;

/** The level of a package: its own, else that of the nearest package above it that has one, else the first one. */
export const levelIn = (set: ReadonlyMap<string, LogLevel>, name: string, first: LogLevel): PackageLevel => {
  for (let at = name; ; at = parentOf(at)) {
    const level = set.get(at);
    if (level !== undefined) return { level, from: at };
    if (at === ROOT) return { level: first, from: null };
  }
};

/** The levels of a process, the first one in small letters. A log does nothing for lines below its level. */
export const createLevels = (first: string) => {
  let set: ReadonlyMap<string, LogLevel> = new Map();
  const logs = new Map<string, Levelled[]>();
  const of = (name: string): PackageLevel => levelIn(set, name, first.toUpperCase() as LogLevel);
  const adapt = (name: string, log: Levelled): void => {
    log.level = of(name).level.toLowerCase();
  };
  return {
    /** From now on the log of a package has its level. */
    follow: (name: string, log: Levelled): void => {
      logs.set(name, [...(logs.get(name) ?? []), log]);
      adapt(name, log);
    },
    /** These packages have levels of their own, and no others. */
    apply: (next: ReadonlyMap<string, LogLevel>): void => {
      set = next;
      for (const [name, own] of logs) for (const log of own) adapt(name, log);
    },
    of,
    /** Every package that says anything, and those above them, by name. */
    packages: (): readonly string[] => {
      const all = new Set([ROOT]);
      for (const name of logs.keys()) for (let at = name; at !== ROOT; at = parentOf(at)) all.add(at);
      return [...all].sort();
    },
  };
};

export type Levels = ReturnType<typeof createLevels>;
