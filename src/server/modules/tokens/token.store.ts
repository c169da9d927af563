import type { Executor } from '#server/platform/db/database.ts';

export interface TokenOwner {
  readonly tokenId: number;
  readonly accountId: number;
  readonly valid: boolean;
  readonly maxRegs: number;
}

/** The account behind a token's hash; null when there is none. */
export const findToken = async (db: Executor, tokenHash: Buffer): Promise<TokenOwner | null> => {
  const { rows } = await db.query<{ id: number; account_id: number; valid: boolean; max_regs: number }>({
    name: 'token_owner',
    text: 'select t.id, t.account_id, t.valid, a.max_regs from api_token t join account a on a.id = t.account_id where t.hash = $1',
    values: [tokenHash],
  });
  const [row] = rows;
  return row ? { tokenId: row.id, accountId: row.account_id, valid: row.valid, maxRegs: row.max_regs } : null;
};

/** The newest token of an account that is still valid, as it was sealed; null when there is none. */
export const findSealed = async (db: Executor, accountId: number): Promise<Buffer | null> => {
  const { rows } = await db.query<{ sealed: Buffer }>(
    'select sealed from api_token where account_id = $1 and valid order by id desc limit 1',
    [accountId],
  );
  return rows[0]?.sealed ?? null;
};

export const insertToken = async (
  db: Executor,
  accountId: number,
  tokenHash: Buffer,
  sealed: Buffer,
): Promise<void> => {
  await db.query('insert into api_token (account_id, hash, sealed) values ($1, $2, $3)', [
    accountId,
    tokenHash,
    sealed,
  ]);
};
