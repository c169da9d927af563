import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { billingOn, MINUTE } from '#test/support/billing.ts';
import { testDatabase } from '#test/support/database.ts';
import { startPayPal } from '#test/support/paypal-fake.ts';
import { createPayPal } from './paypal.provider.ts';

const db = await testDatabase();
const fake = await startPayPal();
afterAll(() => fake.close());
const { node, buyer, bought, paid, found, later, now } = billingOn(db, fake);
const billing = node();

beforeEach(() => db.query(`update purchase set status = 'CANCELLED', settled_at = '2020-01-01'`));

/** An account with many open orders at PayPal, from before there was a bound; the oldest of all. */
const crowd = async (many: number): Promise<void> => {
  const { accountId } = await buyer();
  await db.query(
    `with made as (
        insert into purchase (account_id, provider, order_id, amount_cents, asked, test, inserted_at)
          select $1::bigint, 'paypal', 'CROWD' || $1::bigint || 'N' || n, 900, '', false, $2::timestamptz - interval '1 hour'
            from generate_series(1, $3::int) n returning id)
      insert into payment (purchase_id, feature, quantity, period_days, price_cents, role_ids)
        select id, 'Basic', 1, 31, 900, '{}' from made`,
    [accountId, now(), many],
  );
};
/** The orders that a node asks about in one look, in turn; PayPal knows none of them there. */
const asked = async (): Promise<readonly string[]> => {
  const orders: string[] = [];
  const read = async (orderId: string): Promise<null> => {
    orders.push(orderId);
    return null;
  };
  await node({ providers: { paypal: { ...createPayPal(fake.settings), read } } }).reconcile();
  return orders;
};

describe('a look at what is not settled', () => {
  it('completes a paid order at once, though another account has three hundred older ones', async () => {
    await crowd(300);
    const { order } = await bought('Basic');
    fake.approve(order);
    later(2 * MINUTE);
    await billing.reconcile();
    expect((await found(order)).status).toBe('COMPLETED');
  });

  it('serves accounts in turn', async () => {
    await crowd(60);
    await crowd(60);
    const [a, b] = [await bought('Basic'), await bought('Basic')];
    const second = await bought('Basic', 1, a.person);
    later(2 * MINUTE);
    const orders = await asked();
    expect(orders.slice(0, 4).toSorted()).toEqual(
      [a.order, b.order, ...orders.filter((id) => id.endsWith('N1'))].toSorted(),
    );
    expect(orders.indexOf(second.order)).toBeLessThan(7);
    expect(orders).toHaveLength(50);
  });

  it('begins with those whose buyer came back or of which a message came', async () => {
    const open = [];
    for (let at = 0; at < 6; at++) open.push(await bought('Basic'));
    const [back, told] = [open[4], open[5]];
    fake.failBy(() => 'error before');
    await billing.confirm(back?.person as never, back?.order ?? '').catch(() => {});
    fake.approve(told?.order ?? '');
    const { headers, raw } = fake.message('CHECKOUT.ORDER.APPROVED', told?.order ?? '', now());
    await billing.webhook('paypal', headers, raw, '192.0.2.1').catch(() => {});
    fake.failBy(() => null);
    later(2 * MINUTE);
    const orders = await asked();
    expect(orders.slice(0, 2).toSorted()).toEqual([back?.order, told?.order].toSorted());
    expect(orders).toHaveLength(6);
  });

  it('asks about what was settled last of all, and two nodes never about the same', async () => {
    const done = await paid('Basic');
    later(25 * 60 * MINUTE);
    await crowd(70);
    const open = await bought('Basic');
    later(2 * MINUTE);
    const first = await asked();
    expect(first).toContain(open.order);
    expect(first).not.toContain(done.order);
    const [left, right] = await Promise.all([asked(), asked()]);
    expect([...new Set([...first, ...left, ...right])]).toHaveLength(72);
    expect(first.length + left.length + right.length).toBe(72);
  });
});
