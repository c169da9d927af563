import type { PackageLevel } from '#contracts/logging.api.ts';
import type { LogLevel } from '#contracts/logs.api.ts';
import { failure } from '#server/kernel/failure.ts';
import { type SetTimer, setClockTimer } from '#server/platform/batch/timer.ts';
import type { Executor } from '#server/platform/db/database.ts';
import type { Log } from '#server/platform/log.ts';
import type { Levels } from '#server/platform/log-levels.ts';
import { deleteEnded, deleteLevel, readLevels, type SetLevel, writeLevel } from './level.store.ts';

/** What writes so much is not forgotten: it ends by itself. */
const TRACE_MS = 3_600_000;
/** Where the level of the settings stands. */
const SETTING = 'LOG_LEVEL';

interface LevelParts {
  readonly db: Executor;
  readonly levels: Levels;
  readonly now: () => Date;
  readonly log: Log;
  readonly setTimer?: SetTimer;
}

/** The levels of packages that administrators have set, in force at this node; `reload` after a change. */
export const createPackageLevels = ({ db, levels, now, log, setTimer = setClockTimer }: LevelParts) => {
  let set: ReadonlyMap<string, SetLevel> = new Map();
  let dropTimer = (): void => {};

  const end = (): void => {
    // Every node does it: whichever comes first, all hear of it.
    deleteEnded(db, now())
      .then(reload)
      .catch((err: unknown) => log.warn({ err }, 'levels that have ended could not be taken out'));
  };

  /** Reads the levels again, and ends them when it is time. */
  const reload = async (): Promise<void> => {
    const rows = await readLevels(db, now());
    set = new Map(rows.map((row) => [row.name, row]));
    levels.apply(new Map(rows.map(({ name, level }) => [name, level])));
    dropTimer();
    const next = Math.min(...rows.map(({ until }) => until?.getTime() ?? Number.POSITIVE_INFINITY));
    dropTimer = Number.isFinite(next) ? setTimer(end, Math.max(1, next - now().getTime())) : () => {};
  };

  const shown = (packageName: string): PackageLevel => {
    const { level, from } = levels.of(packageName);
    return {
      packageName,
      level,
      inheritedFrom: from === packageName ? null : (from ?? SETTING),
      until: set.get(packageName)?.until?.toISOString() ?? null,
    };
  };

  const known = (packageName: string): string => {
    if (levels.packages().includes(packageName)) return packageName;
    const details = [{ field: 'packageName', message: 'is no package of the product' }];
    throw failure('package_unknown', undefined, { details });
  };

  return {
    reload,
    /** Every package, or one. Throws `package_unknown`. */
    list: (packageName?: string): readonly PackageLevel[] =>
      packageName === undefined ? levels.packages().map(shown) : [shown(known(packageName))],
    /** Throws `package_unknown`. */
    change: async (packageName: string, level: LogLevel, by: string): Promise<PackageLevel> => {
      const until = level === 'TRACE' ? new Date(now().getTime() + TRACE_MS) : null;
      await writeLevel(db, { name: known(packageName), level, until });
      await reload();
      log.warn({ package: packageName, level, by }, 'the level of a package was set');
      return shown(packageName);
    },
    /** Throws `package_unknown`. */
    reset: async (packageName: string, by: string): Promise<PackageLevel> => {
      await deleteLevel(db, known(packageName));
      await reload();
      log.warn({ package: packageName, by }, 'the level of a package is that of the one above it again');
      return shown(packageName);
    },
    close: (): void => dropTimer(),
  };
};

export type PackageLevels = ReturnType<typeof createPackageLevels>;
