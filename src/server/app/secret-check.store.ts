import type { Executor } from '#server/platform/db/database.ts';

/** What a secret is known again by. */
export interface Check {
  readonly salt: Buffer;
  readonly hash: Buffer;
}

export const findCheck = async (db: Executor): Promise<Check | undefined> =>
  (await db.query<{ salt: Buffer; hash: Buffer }>('select salt, hash from secret_check')).rows[0];

/** Keeps the first check; another process may have been first. */
export const insertCheck = async (db: Executor, { salt, hash }: Check): Promise<void> => {
  await db.query('insert into secret_check (salt, hash) values ($1, $2) on conflict (one) do nothing', [salt, hash]);
};

/** Puts a check in the place of the one there is. */
export const replaceCheck = async (db: Executor, { salt, hash }: Check): Promise<void> => {
  await db.query(
    `insert into secret_check (salt, hash) values ($1, $2)
      on conflict (one) do update set salt = excluded.salt, hash = excluded.hash`,
    [salt, hash],
  );
};
