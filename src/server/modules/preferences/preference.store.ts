import type { Preference } from '#contracts/preference.api.ts';
import type { Executor } from '#server/platform/db/database.ts';

export const readPreferences = async (db: Executor, accountId: number): Promise<readonly Preference[]> => {
  const { rows } = await db.query<Preference>(
    'select key, value from preference where account_id = $1 order by key collate "C"',
    [accountId],
  );
  return rows;
};

/** Keeps a value under a key; false where the account has `most` others already. The account has to be held. */
export const putPreference = async (
  tx: Executor,
  accountId: number,
  { key, json }: { readonly key: string; readonly json: string },
  most: number,
): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `insert into preference (account_id, key, value) select $1, $2, $3::jsonb
      where (select count(*) from preference where account_id = $1 and key <> $2) < $4
      on conflict (account_id, key) do update set value = excluded.value`,
    [accountId, key, json, most],
  );
  return rowCount === 1;
};

export const removePreference = async (tx: Executor, accountId: number, key: string): Promise<void> => {
  await tx.query('delete from preference where account_id = $1 and key = $2', [accountId, key]);
};

export const removePreferences = async (tx: Executor, accountId: number): Promise<void> => {
  await tx.query('delete from preference where account_id = $1', [accountId]);
};
