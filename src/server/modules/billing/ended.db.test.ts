import { afterAll, describe, expect, it } from 'vitest';
import { failureOf } from '#server/modules/tokens/people.fixture.ts';
import { allOf } from '#server/platform/db/steps.ts';
import { billingOn, DAY, MINUTE } from '#test/support/billing.ts';
import { testDatabase } from '#test/support/database.ts';
import { startPayPal } from '#test/support/paypal-fake.ts';

const db = await testDatabase();
const fake = await startPayPal();
afterAll(() => fake.close());
const { node, bought, paid, found, rights, notices, later, now } = billingOn(db, fake);
const billing = node();

describe('giving up', () => {
  it('cancels, as often as it is asked', async () => {
    const { person, order } = await bought('Basic');
    expect(await billing.cancel(person, order)).toBe('Payment cancelled');
    expect(await billing.cancel(person, order)).toBe('Payment cancelled');
    expect((await found(order)).events).toEqual(['CREATED', 'CANCELLED']);
  });

  it('is too late once it is paid', async () => {
    const { person, order } = await paid('Basic');
    expect((await failureOf(() => billing.cancel(person, order))).reason).toBe('payment_completed');
    expect(await rights(person.accountId)).toEqual(['BASIC']);
  });

  it('takes no money of an order that was approved, then or later', async () => {
    const captured = fake.captured();
    const { person, order } = await bought('Basic');
    fake.approve(order);
    expect(await billing.cancel(person, order)).toBe('Payment cancelled');
    expect((await failureOf(() => billing.confirm(person, order))).reason).toBe('payment_refused');
    later(5 * MINUTE);
    await billing.reconcile();
    expect([(await found(order)).status, fake.captured() - captured]).toEqual(['CANCELLED', 0]);
  });

  it('of what is paid in truth gives it', async () => {
    const { person, order } = await bought('Basic');
    fake.approve(order);
    fake.failBy(({ path, method }) => (path.endsWith('/capture') || method === 'GET' ? 'cut after' : null));
    fake.captureAs('COMPLETED');
    await billing.confirm(person, order).catch(() => {});
    fake.failBy(({ path }) => (path.endsWith('/capture') ? 'cut after' : null));
    await billing.confirm(person, order).catch(() => {});
    fake.failBy(() => null);
    expect((await failureOf(() => billing.cancel(person, order))).reason).toBe('payment_completed');
    expect(await rights(person.accountId)).toEqual(['BASIC']);
  });

  it('just before the money is taken leaves what was paid for in force, at the latest after one more look', async () => {
    const { person, order } = await bought('Basic');
    fake.approve(order);
    fake.failBy(({ path }) => (path.endsWith('/capture') ? 'cut after' : null));
    await failureOf(() => billing.confirm(person, order));
    fake.failBy(() => null);
    await db.query(`update purchase set status = 'CANCELLED', settled_at = $2 where order_id = $1`, [order, now()]);
    later(3 * MINUTE);
    fake.failBy(() => 'error before');
    await billing.reconcile();
    expect((await found(order)).status).toBe('CANCELLED');
    fake.failBy(() => null);
    later(MINUTE);
    await billing.reconcile();
    expect(await found(order)).toMatchObject({ status: 'COMPLETED', grants: 1 });
    expect(await rights(person.accountId)).toEqual(['BASIC']);
  });
});

describe('what was bought again', () => {
  it('begins when the running time of the same product ends', async () => {
    const { person } = await paid('Basic', 1);
    later(10 * DAY);
    await paid('Basic', 2, person);
    const [second, first] = await billing.payments(person);
    expect(second?.startDate).toBe(first?.endDate);
    expect(Date.parse(second?.endDate ?? '') - Date.parse(second?.startDate ?? '')).toBe(62 * DAY);
    expect(await allOf(await billing.paidActives())).toContainEqual(
      expect.objectContaining({ rol: 'BASIC', maxRequests: 25_000, endDate: first?.endDate }),
    );
  });

  it('begins at once when that has ended', async () => {
    const { person } = await paid('Basic', 1);
    later(32 * DAY);
    await paid('Basic', 1, person);
    expect((await billing.payments(person))[0]?.startDate).toBe(now().toISOString());
  });
});

describe('a refund', () => {
  it('of the first of two years lets the second begin now, and says so', async () => {
    const first = await paid('Pro', 12);
    const { person, order } = await paid('Pro', 12, first.person);
    later(40 * DAY);
    fake.refund(first.order);
    const { headers, raw } = fake.message('PAYMENT.CAPTURE.REFUNDED', first.order, now());
    expect(await billing.webhook('paypal', headers, raw, '192.0.2.1')).toBe('done');
    expect(await rights(person.accountId)).toEqual(['PRO']);
    expect((await billing.payments(person))[0]).toMatchObject({
      startDate: now().toISOString(),
      endDate: new Date(now().getTime() + 372 * DAY).toISOString(),
    });
    expect((await found(order)).events).toEqual(['CREATED', 'COMPLETED', 'GRANTED', 'MOVED']);
    later(372 * DAY);
    expect(await rights(person.accountId)).toEqual([]);
  });

  it('of one between two moves the last and not the one that runs, also when the product is no more', async () => {
    const { person } = await paid('Basic', 1);
    const middle = await paid('Basic', 2, person);
    await paid('Basic', 3, person);
    later(10 * DAY);
    const [, , running] = await billing.payments(person);
    await db.query(
      `update payment set product_id = null where product_id = (select id from product where name = 'Basic')`,
    );
    fake.refund(middle.order);
    later(DAY + MINUTE);
    await billing.reconcile();
    const [last, , first] = await billing.payments(person);
    expect([first?.startDate, first?.endDate]).toEqual([running?.startDate, running?.endDate]);
    expect(last?.startDate).toBe(running?.endDate);
  });
});

describe('the end', () => {
  it('of a paid time is told once, and its rights are over', async () => {
    later(MINUTE);
    const { person, order } = await paid('Basic', 1);
    later(31 * DAY - 1);
    await billing.expire();
    expect(await rights(person.accountId)).toEqual(['BASIC']);
    const told = await notices('A paid period has ended');
    later(1);
    expect(await billing.expire()).toBe(1);
    expect(await node().expire()).toBe(0);
    expect(await rights(person.accountId)).toEqual([]);
    expect(await found(order)).toMatchObject({
      status: 'COMPLETED',
      events: ['CREATED', 'COMPLETED', 'GRANTED', 'EXPIRED'],
    });
    expect((await notices('A paid period has ended')) - told).toBe(1);
  });

  it('of an order that is abandoned for three days is its cancellation, without money', async () => {
    const { order } = await bought('Basic');
    later(3 * DAY + MINUTE);
    await billing.reconcile();
    expect((await found(order)).status).toBe('CANCELLED');
  });

  it('by a refund that nobody announced is noticed within a day', async () => {
    const { person, order } = await paid('Basic', 3);
    fake.refund(order);
    later(DAY + MINUTE);
    await billing.reconcile();
    expect(await found(order)).toMatchObject({ status: 'REFUNDED' });
    expect(await rights(person.accountId)).toEqual([]);
    expect((await failureOf(() => billing.confirm(person, order))).reason).toBe('payment_refused');
  });

  it('is looked for in a round', async () => {
    const { order } = await bought('Basic');
    fake.approve(order);
    later(2 * MINUTE);
    await billing.round(new AbortController().signal);
    expect(await found(order)).toMatchObject({ status: 'COMPLETED', grants: 1 });
  });
});
