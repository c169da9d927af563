import type { Executor } from '#server/platform/db/database.ts';

export interface KnownAddress {
  readonly address: string;
  readonly since: Date;
}

/** The public address that is known; held until the transaction ends. Null where none was ever asked for. */
export const holdPublicAddress = async (tx: Executor): Promise<KnownAddress | null> => {
  const { rows } = await tx.query<{ address: string; since: Date }>(
    'select address, since from public_address for update',
  );
  return rows[0] ?? null;
};

export const writePublicAddress = async (tx: Executor, { address, since }: KnownAddress): Promise<void> => {
  await tx.query(
    `insert into public_address (address, since) values ($1, $2)
      on conflict (one) do update set address = excluded.address, since = excluded.since`,
    [address, since],
  );
};
