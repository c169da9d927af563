import { describe, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { createPlans } from './plan.service.ts';
import { PLAN_REQUESTS } from './plan.sql.ts';

const db = await testDatabase();
const plans = createPlans();

let made = 0;
const newAccount = async (): Promise<number> => {
  const { rows } = await db.query<{ id: number }>('insert into account (email) values ($1) returning id', [
    `plan-${++made}@example.org`,
  ]);
  return rows[0]?.id ?? 0;
};
const grant = (accountId: number, rol: string, from: string, to: string | null) =>
  db.query(
    `insert into plan_grant (account_id, role_id, starts_at, ends_at)
      select $1, id, now() + $3::interval, now() + $4::interval from plan_role where rol = $2`,
    [accountId, rol, from, to],
  );

const planRequests = async (...accountIds: number[]): Promise<(number | null)[]> => {
  const { rows } = await db.query<{ requests: number | null }>(
    `select ${PLAN_REQUESTS('a.id')} as requests from account a where a.id = any($1) order by a.id`,
    [accountIds],
  );
  return rows.map(({ requests }) => requests);
};

describe('the requests of an account by its plan', () => {
  it('are none without a plan role', async () => {
    expect(await planRequests(await newAccount())).toEqual([null]);
  });

  it('are the largest of the roles that hold now', async () => {
    const accountId = await newAccount();
    await plans.grantFree(db, accountId);
    expect(await planRequests(accountId)).toEqual([1000]);
    await grant(accountId, 'PRO', '-31 days', '-1 second');
    await grant(accountId, 'PRO', '1 minute', '31 days');
    expect(await planRequests(accountId)).toEqual([1000]);
    await grant(accountId, 'BASIC', '-1 second', '31 days');
    expect(await planRequests(accountId)).toEqual([25_000]);
  });

  it('stand in other statements as one value', async () => {
    const accountId = await newAccount();
    await grant(accountId, 'BASIC', '-1 second', null);
    expect(await planRequests(accountId, await newAccount())).toEqual([25_000, null]);
  });
});

describe('the free plan', () => {
  const grantsOf = async (accountId: number): Promise<number> =>
    (await db.query('select 1 from plan_grant where account_id = $1', [accountId])).rows.length;

  it('is given once, also by two at once', async () => {
    const accountId = await newAccount();
    await Promise.all([1, 2, 3].map(() => db.transaction((tx) => plans.grantFree(tx, accountId))));
    expect(await grantsOf(accountId)).toBe(1);
  });

  it('is given for good to one who has it for a time', async () => {
    const accountId = await newAccount();
    await grant(accountId, 'FREE', '-1 day', '1 day');
    await plans.grantFree(db, accountId);
    expect(await grantsOf(accountId)).toBe(2);
  });
});
