import type { Executor } from '#server/platform/db/database.ts';

export interface ProfileRow {
  readonly email: string;
  readonly maxRequests: number;
  readonly maxRegs: number;
  readonly darkTheme: boolean;
}

const COLUMNS = 'email, max_requests as "maxRequests", max_regs as "maxRegs", dark_theme as "darkTheme"';

/** Null for an account that has been deleted. */
export const findProfile = async (db: Executor, accountId: number): Promise<ProfileRow | null> => {
  const { rows } = await db.query<ProfileRow>(`select ${COLUMNS} from account where id = $1 and deleted_at is null`, [
    accountId,
  ]);
  return rows[0] ?? null;
};

export const changeProfile = async (
  db: Executor,
  accountId: number,
  { maxRequests, maxRegs, darkTheme }: Omit<ProfileRow, 'email'>,
): Promise<ProfileRow | null> => {
  const { rows } = await db.query<ProfileRow>(
    `update account set max_requests = $2, max_regs = $3, dark_theme = $4 where id = $1 and deleted_at is null
      returning ${COLUMNS}`,
    [accountId, maxRequests, maxRegs, darkTheme],
  );
  return rows[0] ?? null;
};
