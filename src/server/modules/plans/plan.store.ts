import type { Executor } from '#server/platform/db/database.ts';

/** Grants a plan role for good, unless the account holds it for good already. */
export const grantForGood = async (tx: Executor, accountId: number, rol: string): Promise<void> => {
  await tx.query(
    `insert into plan_grant (account_id, role_id)
      select $1::bigint, r.id from plan_role r where r.rol = $2 and not exists (
        select 1 from plan_grant g where g.account_id = $1::bigint and g.role_id = r.id and g.ends_at is null)`,
    [accountId, rol],
  );
};

/** Takes everything that an account holds away. */
export const removeGrants = async (tx: Executor, accountId: number): Promise<void> => {
  await tx.query('delete from plan_grant where account_id = $1', [accountId]);
};

export const readGrants = async (db: Executor, accountId: number): Promise<readonly object[]> => {
  const { rows } = await db.query<{ rol: string; startDate: string; endDate: string | null }>(
    `select r.rol, wire_time(g.starts_at) as "startDate", wire_time(g.ends_at) as "endDate"
      from plan_grant g join plan_role r on r.id = g.role_id where g.account_id = $1 order by g.id desc`,
    [accountId],
  );
  return rows;
};
