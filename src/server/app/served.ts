import { isDiskFull } from '#server/platform/db/away.ts';
import type { Executor } from '#server/platform/db/database.ts';

/** The address at which this database's product was served last; null where it never was. */
export const servedAddress = async (db: Executor): Promise<string | null> =>
  (await db.query<{ address: string }>('select address from served')).rows[0]?.address ?? null;

/** Has commands know the address; a start goes on where the database takes no changes. */
export const keepServedAddress = async (db: Executor, address: string): Promise<void> => {
  if ((await servedAddress(db)) === address) return;
  await db
    .query('insert into served (address) values ($1) on conflict (one) do update set address = excluded.address', [
      address,
    ])
    .catch((error: unknown) => {
      if (!isDiskFull(error)) throw error;
    });
};
