import type { Executor } from '#server/platform/db/database.ts';

export interface FactorRow {
  readonly sealed: Buffer;
  readonly isOn: boolean;
  /** How many recovery codes are left. */
  readonly recoveryCodes: number;
}

/** The second factor of an account, turned on or only shown; null when there is none. */
export const findFactor = async (db: Executor, accountId: number): Promise<FactorRow | null> => {
  const { rows } = await db.query<FactorRow & Record<string, unknown>>(
    `select sealed, confirmed_at is not null as "isOn", cardinality(recovery) as "recoveryCodes"
      from second_factor where account_id = $1`,
    [accountId],
  );
  return rows[0] ?? null;
};

/** Keeps a key that was just shown, in place of one that was only shown; false where one is turned on. */
export const putKey = async (db: Executor, accountId: number, sealed: Buffer): Promise<boolean> => {
  const { rowCount } = await db.query(
    `insert into second_factor as f (account_id, sealed) values ($1, $2)
      on conflict (account_id) do update set sealed = excluded.sealed, used_step = 0 where f.confirmed_at is null`,
    [accountId, sealed],
  );
  return rowCount === 1;
};

interface TurnedOn {
  readonly sealed: Buffer;
  readonly step: number;
  /** SHA-256 of the recovery codes. */
  readonly recovery: readonly Buffer[];
  readonly at: Date;
}

/** Turns on the key that was shown; false where it is another one by now. */
export const turnOn = async (
  db: Executor,
  accountId: number,
  { sealed, step, recovery, at }: TurnedOn,
): Promise<boolean> => {
  const { rowCount } = await db.query(
    `update second_factor set confirmed_at = $3, used_step = $4, recovery = $5
      where account_id = $1 and sealed = $2 and confirmed_at is null`,
    [accountId, sealed, at, step, recovery],
  );
  return rowCount === 1;
};

/** Uses the code of a step, once: false when a code of it or of a later one was used already. */
export const takeStep = async (db: Executor, accountId: number, sealed: Buffer, step: number): Promise<boolean> => {
  const { rowCount } = await db.query(
    'update second_factor set used_step = $3 where account_id = $1 and sealed = $2 and used_step < $3',
    [accountId, sealed, step],
  );
  return rowCount === 1;
};

/** Uses a recovery code, once; false when it is none of those that are left. */
export const takeRecovery = async (db: Executor, accountId: number, hash: Buffer): Promise<boolean> => {
  const { rowCount } = await db.query(
    'update second_factor set recovery = array_remove(recovery, $2) where account_id = $1 and $2 = any (recovery)',
    [accountId, hash],
  );
  return rowCount === 1;
};

/** False where none was turned on. */
export const removeFactor = async (db: Executor, accountId: number): Promise<boolean> => {
  const { rows } = await db.query<{ was: boolean }>(
    'delete from second_factor where account_id = $1 returning confirmed_at is not null as was',
    [accountId],
  );
  return rows[0]?.was ?? false;
};
