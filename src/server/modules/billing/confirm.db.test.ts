import { afterAll, describe, expect, it } from 'vitest';
import { failureOf } from '#server/modules/tokens/people.fixture.ts';
import { isDatabaseAway } from '#server/platform/db/away.ts';
import { billingOn, DAY, MINUTE } from '#test/support/billing.ts';
import { testDatabase } from '#test/support/database.ts';
import { startPayPal } from '#test/support/paypal-fake.ts';
import type { FakeOrder } from '#test/support/paypal-orders.ts';

const db = await testDatabase();
const fake = await startPayPal();
afterAll(() => fake.close());
const { node, paypal, buyer, bought, found, rights, notices, later, now } = billingOn(db, fake);
const billing = node();
/** Gives a silent provider up soon. */
const impatient = node({ providers: { paypal: paypal(300) } });

describe('a confirmation', () => {
  it('takes the money and gives what was bought', async () => {
    const { person, order } = await bought('Basic', 2);
    fake.approve(order);
    expect(await rights(person.accountId)).toEqual([]);
    expect(await billing.confirm(person, order)).toBe('Payment completed');
    expect(await billing.confirm(person, order)).toBe('Payment completed');
    expect(await found(order)).toMatchObject({
      status: 'COMPLETED',
      grants: 1,
      events: ['CREATED', 'COMPLETED', 'GRANTED'],
    });
    expect(await rights(person.accountId)).toEqual(['BASIC']);
    const [payment] = await billing.payments(person);
    expect(payment?.startDate).toBe(now().toISOString());
    expect(payment?.endDate).toBe(new Date(now().getTime() + 62 * DAY).toISOString());
  });

  it('by fifty at once on two nodes takes the money once and gives it once', async () => {
    const [captured, told] = [fake.captured(), await notices('Payment completed')];
    const { person, order } = await bought('Basic');
    fake.approve(order);
    const nodes = [billing, node()];
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        (nodes[at % 2] ?? billing)
          .confirm(person, order)
          // On a busy machine some wait too long for one of the few connections, and are told to ask again.
          .catch((error) => (isDatabaseAway(error) ? 'away' : error.reason)),
      ),
    );
    expect(answers).toContain('Payment completed');
    expect(answers.filter((answer) => !['Payment completed', 'payment_pending', 'away'].includes(answer))).toEqual([]);
    expect(fake.captured() - captured).toBe(1);
    expect(await found(order)).toMatchObject({ status: 'COMPLETED', grants: 1 });
    expect((await notices('Payment completed')) - told).toBe(1);
  });

  it('by somebody else is of no order, and changes nothing', async () => {
    const { order } = await bought('Basic');
    fake.approve(order);
    const before = await found(order);
    const other = await buyer();
    for (const call of [billing.confirm, billing.cancel])
      expect((await failureOf(() => call(other, order))).reason).toBe('payment_unknown');
    expect((await failureOf(() => billing.confirm(other, 'NOSUCHORDER'))).reason).toBe('payment_unknown');
    expect(await found(order)).toEqual(before);
    expect(await rights(other.accountId)).toEqual([]);
    expect(await billing.payments(other)).toEqual([]);
  });

  it('before the buyer has agreed waits', async () => {
    const { person, order } = await bought('Basic');
    expect((await failureOf(() => billing.confirm(person, order))).reason).toBe('payment_pending');
    expect((await found(order)).status).toBe('CREATED');
  });

  it('of a means of payment that does not bear it is refused, and another may be tried', async () => {
    const { person, order } = await bought('Basic');
    fake.approveInVain(order);
    expect((await failureOf(() => billing.confirm(person, order))).reason).toBe('payment_refused');
    expect((await found(order)).status).toBe('CREATED');
  });

  const lies: readonly (readonly [string, (order: FakeOrder) => void])[] = [
    ['a smaller amount', (order) => Object.assign(order.purchase_units[0]?.amount ?? {}, { value: '0.01' })],
    ['another currency', (order) => Object.assign(order.purchase_units[0]?.amount ?? {}, { currency_code: 'JPY' })],
    ['another payee', (order) => Object.assign(order.purchase_units[0]?.payee ?? {}, { merchant_id: 'THEF223456789' })],
    ['no approval', (order) => Object.assign(order, { status: 'CREATED' })],
    ['another order', (order) => Object.assign(order, { id: 'ANOTHER0RDER' })],
    ['another purchase', (order) => Object.assign(order.purchase_units[0] ?? {}, { custom_id: '1' })],
    ['two purchase units', (order) => order.purchase_units.push(structuredClone(order.purchase_units[0] as never))],
    [
      'less captured',
      ({ purchase_units: [unit] }) => {
        for (const capture of unit?.payments?.captures ?? []) capture.amount.value = '0.01';
      },
    ],
  ];

  it.each(lies)('of an order with %s completes nothing, however often it is asked', async (_, lie) => {
    const { person, order } = await bought('Basic');
    fake.approve(order);
    fake.lieBy(lie);
    await failureOf(() => billing.confirm(person, order));
    await failureOf(() => billing.confirm(person, order));
    later(2 * MINUTE);
    await billing.reconcile();
    fake.lieBy(() => {});
    expect(await found(order)).toMatchObject({ status: 'CREATED', grants: 0 });
    expect(await rights(person.accountId)).toEqual([]);
    await billing.cancel(person, order).catch(() => {});
  });

  it.each([
    ['PENDING', 'payment_pending', 'CREATED'],
    ['DECLINED', 'payment_refused', 'CANCELLED'],
  ])('of money that is %s completes nothing', async (capture, reason, status) => {
    const { person, order } = await bought('Basic');
    fake.approve(order);
    fake.captureAs(capture);
    expect((await failureOf(() => billing.confirm(person, order))).reason).toBe(reason);
    fake.captureAs('COMPLETED');
    expect(await found(order)).toMatchObject({ status, grants: 0 });
  });

  it.each([
    'cut before',
    'cut after',
    'error before',
    'error after',
    'silent before',
    'silent after',
    'twice',
  ] as const)('that goes wrong at the provider (%s) is right after one round of looking after it', async (trouble) => {
    const captured = fake.captured();
    const { person, order } = await bought('Basic');
    fake.approve(order);
    fake.failBy(({ path }) => (path.endsWith('/capture') ? trouble : null));
    await impatient.confirm(person, order).catch((error: { reason: string }) => {
      expect(error.reason).toBe('provider_away');
    });
    fake.failBy(() => null);
    later(2 * MINUTE);
    await billing.reconcile();
    expect(await found(order)).toMatchObject({ status: 'COMPLETED', grants: 1 });
    expect(fake.captured() - captured).toBe(1);
  });
});
