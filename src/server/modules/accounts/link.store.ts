import type { Executor } from '#server/platform/db/database.ts';

/** `email`: the account gets the address that the link is for. */
export type LinkPurpose = 'password' | 'address' | 'email';

interface NewLink {
  readonly hash: Buffer;
  readonly accountId: number;
  readonly purpose: LinkPurpose;
  readonly email: string;
  /** The account's address, where that is another one. */
  readonly former?: string;
  readonly mailed: boolean;
  readonly now: Date;
  readonly endsAt: Date;
}

/** Links of an account for one purpose that hold beside each other, the latest ones: mails overtake each other. */
const MOST = 5;

export const insertLink = async (tx: Executor, link: NewLink): Promise<void> => {
  await tx.query(
    `delete from account_link where hash in
      (select hash from account_link where ends_at <= $1 limit 100 for update skip locked)`,
    [link.now],
  );
  await tx.query(
    `delete from account_link where account_id = $1 and purpose = $2 and hash in
      (select hash from account_link where account_id = $1 and purpose = $2 order by ends_at desc, hash offset $3)`,
    [link.accountId, link.purpose, MOST - 1],
  );
  await tx.query(
    `insert into account_link (hash, account_id, purpose, email, former, mailed, ends_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
    [link.hash, link.accountId, link.purpose, link.email, link.former ?? null, link.mailed, link.endsAt],
  );
};

export interface Given {
  readonly hash: Buffer;
  readonly purpose: LinkPurpose;
  readonly email: string;
  readonly now: Date;
}

/** The link ($1) for a purpose ($2) and an address ($3) that holds at a moment ($4), of the account that has its address still. */
const HOLDS = `l.hash = $1 and l.purpose = $2 and lower(l.email) = lower($3) and l.ends_at > $4
  and a.id = l.account_id and lower(a.email) = lower(coalesce(l.former, l.email)) and a.deleted_at is null`;

const valuesOf = ({ hash, purpose, email, now }: Given) => [hash, purpose, email, now];

/** Whose link it is, without using it; null where it does not hold. */
export const holderOf = async (db: Executor, given: Given): Promise<number | null> => {
  const { rows } = await db.query<{ id: number }>(
    `select a.id from account_link l, account a where ${HOLDS}`,
    valuesOf(given),
  );
  return rows[0]?.id ?? null;
};

/** Uses a link up; of several that try to, one has it. Null where it does not hold. */
export const takeLink = async (
  tx: Executor,
  given: Given,
): Promise<{ readonly accountId: number; readonly email: string; readonly mailed: boolean } | null> => {
  const { rows } = await tx.query<{ accountId: number; email: string; mailed: boolean }>(
    `delete from account_link l using account a where ${HOLDS} returning l.account_id as "accountId", l.email, l.mailed`,
    valuesOf(given),
  );
  return rows[0] ?? null;
};
