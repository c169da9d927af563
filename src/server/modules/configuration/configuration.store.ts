import type { Executor } from '#server/platform/db/database.ts';

/** A key that the product reads: what it means and what holds until somebody changes it. */
export interface Setting {
  readonly key: string;
  readonly description: string;
  readonly value: string;
}

/** Lists the settings that the table does not hold yet, with their first values. */
export const ensureKeys = async (db: Executor, settings: readonly Setting[]): Promise<void> => {
  await db.query(
    `insert into configuration (key, value1, description) select * from unnest($1::text[], $2::text[], $3::text[])
      on conflict (key) do nothing`,
    [settings.map((one) => one.key), settings.map((one) => one.value), settings.map((one) => one.description)],
  );
};

export const readAll = async (db: Executor): Promise<[string, string][]> => {
  const { rows } = await db.query<{ key: string; value1: string }>('select key, value1 from configuration');
  return rows.map((row) => [row.key, row.value1]);
};
