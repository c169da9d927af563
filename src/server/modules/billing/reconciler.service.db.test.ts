import { describe, expect, it } from 'vitest';
import { notify } from '#server/modules/notifications/notification.service.ts';
import { grants } from '#server/modules/plans/role.grants.ts';
import { billingOn, DAY, MINUTE } from '#test/support/billing.ts';
import { testDatabase } from '#test/support/database.ts';
import { keptLog } from '#test/support/log.ts';
import type { PayPalFake } from '#test/support/paypal-fake.ts';
import { type AccountStep, createAccountStep } from './account-step.ts';
import { createReconciler, type ReconcilerParts } from './reconciler.service.ts';

const db = await testDatabase();
const { buyer, tellings, later, now } = billingOn(db, { settings: {} } as PayPalFake);
const log = keptLog();
const accountStep = createAccountStep(db, grants);
/** Looking after accounts; nothing is due at a provider. */
const reconcilerBy = (step: AccountStep = accountStep) =>
  createReconciler({
    db,
    accountStep: step,
    providers: {},
    notify,
    now,
    log,
  } as unknown as ReconcilerParts);
const reconciler = reconcilerBy();

const purchase = async (status: 'CREATED' | 'COMPLETED', test = false) => {
  const { accountId } = await buyer();
  const { rows } = await db.query<{ id: number }>(
    `insert into purchase (account_id, provider, amount_cents, asked, test, status, order_id, capture_id, inserted_at)
      values ($1::bigint, 'paypal', 900, '', $2, $3::text, case when $3 = 'COMPLETED' then 'O' || $1::bigint end,
        case when $3 = 'COMPLETED' then 'C' || $1::bigint end, $4) returning id`,
    [accountId, test, status, now()],
  );
  return { accountId, id: rows[0]?.id ?? 0 };
};
/** One whose time is over in a minute. */
const ending = async (test = false) => {
  const made = await purchase('COMPLETED', test);
  await db.query(
    `insert into payment (purchase_id, feature, quantity, period_days, price_cents, role_ids, starts_at, ends_at)
      values ($1, 'Basic', 1, 31, 900, '{}', $2, $3)`,
    [made.id, new Date(now().getTime() - DAY), new Date(now().getTime() + MINUTE)],
  );
  return made;
};
const eventsOf = async (id: number) =>
  (await db.query('select what, source, at, detail from purchase_event where purchase_id = $1', [id])).rows;
const told = async () =>
  (
    await db.query(
      'with taken as (delete from notification returning *) select message, detail, level from taken order by id',
    )
  ).rows;

describe('a purchase that never got an order', () => {
  it('is given up after an hour, and that is written down', async () => {
    const { id } = await purchase('CREATED');
    later(60 * MINUTE);
    await reconciler.reconcile();
    expect(await eventsOf(id)).toEqual([]);
    later(1);
    await reconciler.reconcile();
    await reconciler.reconcile();
    const event = { what: 'CANCELLED', source: 'reconcile', at: now(), detail: 'no order' };
    expect(await eventsOf(id)).toEqual([event]);
    expect((await db.query('select status from purchase where id = $1', [id])).rows).toEqual([{ status: 'CANCELLED' }]);
  });
});

describe('a paid time that is over', () => {
  it('is ended once, and those who have to know are told', async () => {
    const [one, test] = [await ending(), await ending(true)];
    expect(await reconciler.expire()).toBe(0);
    later(MINUTE);
    const heard = await tellings(async () => {
      expect(await reconciler.expire()).toBe(2);
      expect(await reconciler.expire()).toBe(0);
    });
    expect(heard).toBe(2);
    for (const { id } of [one, test])
      expect(await eventsOf(id)).toEqual([{ what: 'EXPIRED', source: 'reconcile', at: now(), detail: 'Basic' }]);
    const notice = { message: 'A paid period has ended', level: 'INFO' };
    expect(await told()).toEqual([
      { ...notice, detail: `Basic of account ${one.accountId}.` },
      { ...notice, detail: `Test payment. Basic of account ${test.accountId}.` },
    ]);
  });

  it('is told of nowhere when another node has ended it meanwhile', async () => {
    const { accountId } = await ending();
    later(MINUTE);
    const slow = reconcilerBy(async (account, work) => {
      if (account === accountId) await reconciler.expire();
      return accountStep(account, work);
    });
    const heard = await tellings(async () => {
      expect(await slow.expire()).toBe(0);
    });
    expect(heard).toBe(1);
    expect(await told()).toHaveLength(1);
  });

  it('of one account is ended though that of another cannot be', async () => {
    const [broken, well] = [await ending(), await ending()];
    later(MINUTE);
    const half = reconcilerBy((accountId, work) =>
      accountId === broken.accountId ? Promise.reject(new Error('broken')) : accountStep(accountId, work),
    );
    expect(await half.expire()).toBe(1);
    expect(log.lines).toEqual(['warn the payments of an account could not be looked after']);
    expect([await eventsOf(broken.id), (await eventsOf(well.id)).length]).toEqual([[], 1]);
    expect(await reconciler.expire()).toBe(1);
  });
});

describe('a message that was heard', () => {
  it('is remembered for ninety days', async () => {
    await db.query(`insert into webhook_event (provider, event_id, received_at) values ('paypal', 'WH-1', $1)`, [
      now(),
    ]);
    const isKept = async (): Promise<boolean> =>
      (await db.query(`select 1 from webhook_event where event_id = 'WH-1'`)).rows.length > 0;
    later(90 * DAY);
    await reconciler.expire();
    expect(await isKept()).toBe(true);
    later(1);
    await reconciler.expire();
    expect(await isKept()).toBe(false);
  });
});
