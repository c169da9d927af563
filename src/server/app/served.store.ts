import type { Executor } from '#server/platform/db/database.ts';

/** Null where the product was never served. */
export const findServed = async (db: Executor): Promise<string | null> =>
  (await db.query<{ address: string }>('select address from served')).rows[0]?.address ?? null;

export const writeServed = async (db: Executor, address: string): Promise<void> => {
  await db.query(
    'insert into served (address) values ($1) on conflict (one) do update set address = excluded.address',
    [address],
  );
};
