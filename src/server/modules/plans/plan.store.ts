import type { Executor } from '#server/platform/db/database.ts';
import { PLAN_REQUESTS } from './plan.sql.ts';

/** Grants a plan role for good, unless the account holds it for good already. */
export const grantForGood = async (tx: Executor, accountId: number, rol: string): Promise<void> => {
  await tx.query(
    `insert into plan_grant (account_id, role_id)
      select $1::bigint, r.id from plan_role r where r.rol = $2 and not exists (
        select 1 from plan_grant g where g.account_id = $1::bigint and g.role_id = r.id and g.ends_at is null)`,
    [accountId, rol],
  );
};

/** The largest requests a UTC day of the plan roles that the account holds now; null when it holds none. */
export const findPlanRequests = async (db: Executor, accountId: number): Promise<number | null> => {
  const { rows } = await db.query<{ requests: number | null }>(
    `select ${PLAN_REQUESTS('a.id')} as requests from account a where a.id = $1`,
    [accountId],
  );
  return rows[0]?.requests ?? null;
};

/** Takes everything that an account holds away. */
export const removeGrants = async (tx: Executor, accountId: number): Promise<void> => {
  await tx.query('delete from plan_grant where account_id = $1', [accountId]);
};
