import { isDiskFull } from '#server/platform/db/away.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { findServed, writeServed } from './served.store.ts';

/** The address at which this database's product was served last; null where it never was. */
export const servedAddress = (db: Executor): Promise<string | null> => findServed(db);

/** Has commands know the address; a start goes on where the database takes no changes. */
export const keepServedAddress = async (db: Executor, address: string): Promise<void> => {
  if ((await findServed(db)) === address) return;
  await writeServed(db, address).catch((error: unknown) => {
    if (!isDiskFull(error)) throw error;
  });
};
