import type { Executor } from '#server/platform/db/database.ts';

/** What an account is, in the words that its owner reads. */
export const readOwnAccount = async (db: Executor, id: number): Promise<object | null> => {
  const { rows } = await db.query(
    `select email, role, wire_time(inserted_at) as "registrationDate", ip, max_requests as "maxRequests",
        max_regs as "maxRegs", dark_theme::int as "darkTheme", unconfirmed::int as unconfirmed,
        (password is not null)::int as "hasPassword", wire_time(delete_at) as "deleteAt",
        (select wire_time(confirmed_at) from second_factor where account_id = account.id) as "secondFactorSince"
      from account where id = $1 and deleted_at is null`,
    [id],
  );
  return rows[0] ?? null;
};

export const readOwnIdentities = async (db: Executor, id: number): Promise<readonly object[]> => {
  const { rows } = await db.query<{ issuer: string; subject: string }>(
    `select issuer, subject, email, wire_time(linked_at) as "linkedAt", wire_time(used_at) as "usedAt" from identity
      where account_id = $1 order by linked_at, id`,
    [id],
  );
  return rows;
};

export const readKnownAddresses = async (db: Executor, id: number): Promise<readonly object[]> => {
  const { rows } = await db.query<{ network: string; lastSeen: string }>(
    `select ip as network, wire_time(seen_at) as "lastSeen" from known_address
      where account_id = $1 order by seen_at desc, ip`,
    [id],
  );
  return rows;
};
