import type { Executor } from '#server/platform/db/database.ts';

export interface ProfileRow {
  readonly email: string;
  readonly maxRequests: number;
  readonly maxRegs: number;
  readonly darkTheme: boolean;
  readonly version: number;
}

const COLUMNS =
  'email, max_requests as "maxRequests", max_regs as "maxRegs", dark_theme as "darkTheme", record_version as version';

/** Null for an account that has been deleted. */
export const findProfile = async (db: Executor, accountId: number): Promise<ProfileRow | null> => {
  const { rows } = await db.query<ProfileRow>(`select ${COLUMNS} from account where id = $1 and deleted_at is null`, [
    accountId,
  ]);
  return rows[0] ?? null;
};

/** The theme is switched by itself and shown in no form: it makes no other version. */
export const changeProfile = async (
  db: Executor,
  accountId: number,
  { maxRequests, maxRegs, darkTheme }: Omit<ProfileRow, 'email' | 'version'>,
): Promise<ProfileRow | null> => {
  const { rows } = await db.query<ProfileRow>(
    `update account set max_requests = $2, max_regs = $3, dark_theme = $4,
        record_version = record_version + (max_requests <> $2 or max_regs <> $3)::int where id = $1 and deleted_at is null
      returning ${COLUMNS}`,
    [accountId, maxRequests, maxRegs, darkTheme],
  );
  return rows[0] ?? null;
};
