import type { LogLevel } from '#contracts/logs.api.ts';
import type { Executor } from '#server/platform/db/database.ts';

/** A level that was set, and when that ends. */
export interface SetLevel {
  readonly name: string;
  readonly level: LogLevel;
  readonly until: Date | null;
}

/** The levels that hold at a moment. */
export const readLevels = async (db: Executor, at: Date): Promise<readonly SetLevel[]> => {
  const { rows } = await db.query<SetLevel & Record<string, unknown>>(
    'select package as name, level, until from log_level where until is null or until > $1',
    [at],
  );
  return rows;
};

export const writeLevel = async (db: Executor, { name, level, until }: SetLevel): Promise<void> => {
  await db.query(
    `insert into log_level (package, level, until) values ($1, $2, $3)
      on conflict (package) do update set level = excluded.level, until = excluded.until, set_at = now()`,
    [name, level, until],
  );
};

export const deleteLevel = async (db: Executor, name: string): Promise<void> => {
  await db.query('delete from log_level where package = $1', [name]);
};

/** Takes those out that have ended. */
export const deleteEnded = async (db: Executor, at: Date): Promise<void> => {
  await db.query('delete from log_level where until <= $1', [at]);
};
