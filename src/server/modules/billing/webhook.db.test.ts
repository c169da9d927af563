import { afterAll, describe, expect, it } from 'vitest';
import { failureOf } from '#server/modules/tokens/people.fixture.ts';
import { billingOn, MINUTE } from '#test/support/billing.ts';
import { testDatabase } from '#test/support/database.ts';
import { startPayPal } from '#test/support/paypal-fake.ts';

const db = await testDatabase();
const fake = await startPayPal();
afterAll(() => fake.close());
const { patientNode, bought, found, later, now } = billingOn(db, fake);
const billing = patientNode();

const VERIFY = '/v1/notifications/verify-webhook-signature';
const asked = (): number => fake.calls.filter(({ path }) => path === VERIFY).length;
const PAYPAL = '198.51.100.1';
let networks = 0;
const newNetwork = (): string => `203.0.113.${++networks}`;

type Message = ReturnType<typeof fake.message>;
const send = ({ headers, raw }: Message, ip: string) =>
  billing.webhook('paypal', headers, raw, ip).catch((error: { reason: string }) => error.reason);
const about = (order: string): Message => fake.message('CHECKOUT.ORDER.APPROVED', order, now());
/** What somebody writes who knows the order and cannot sign. */
const forged = (order: string): Message => {
  const { headers, raw } = about(order);
  return { raw, headers: { ...headers, 'paypal-transmission-sig': 'forged' } };
};
/** So many, a few at a time. */
const many = async (count: number, work: () => Promise<unknown>): Promise<readonly unknown[]> => {
  const answers: unknown[] = [];
  while (answers.length < count) answers.push(...(await Promise.all([work(), work(), work(), work()])));
  return answers;
};

describe('a message from anybody', () => {
  it('about no order of ours is asked about nowhere and kept nowhere, however many there are', async () => {
    const { order } = await bought('Basic');
    const made = about(order);
    const garbage = { ...made, raw: Buffer.from(made.raw.toString().replaceAll(order, 'NOSUCHORDER')) };
    const before = asked();
    const ip = newNetwork();
    const answers = await many(40, () => send(garbage, ip));
    expect([new Set(answers), asked() - before]).toEqual([new Set(['done']), 0]);
    expect((await db.query('select 1 from webhook_event')).rows).toEqual([]);
  });

  it('that was heard is asked about no more', async () => {
    const { order } = await bought('Basic');
    fake.approve(order);
    const message = about(order);
    expect(await send(message, PAYPAL)).toBe('done');
    const before = asked();
    expect(await many(20, () => send(message, newNetwork()))).toEqual(Array(20).fill('seen'));
    expect(asked()).toBe(before);
  });

  it('about one order is asked about twenty times a minute, whoever sends it, and another order is not held up', async () => {
    const [{ order }, other] = [await bought('Basic'), await bought('Basic')];
    const before = asked();
    const answers = await many(40, () => send(forged(order), newNetwork()));
    expect(answers.filter((answer) => answer === 'refused')).toHaveLength(20);
    expect(answers.filter((answer) => answer === 'too_many_tries')).toHaveLength(20);
    expect(asked() - before).toBe(20);
    const refused = await failureOf(() => billing.webhook('paypal', about(order).headers, about(order).raw, PAYPAL));
    expect([refused.status, refused.headers['Retry-After']]).toEqual([429, '60']);
    fake.approve(other.order);
    expect(await send(about(other.order), PAYPAL)).toBe('done');
    expect((await found(other.order)).status).toBe('COMPLETED');
    // PayPal sends it again.
    later(MINUTE);
    fake.approve(order);
    expect(await send(about(order), PAYPAL)).toBe('done');
  });

  it('that could not be checked makes its order one of the first that is looked at', async () => {
    const { order } = await bought('Basic');
    fake.approve(order);
    fake.failBy(() => 'error before');
    expect(await send(about(order), PAYPAL)).toBe('provider_away');
    fake.failBy(() => null);
    const { rows } = await db.query('select told_at is not null as told from purchase where order_id = $1', [order]);
    expect(rows).toEqual([{ told: true }]);
    later(MINUTE + 1);
    await billing.reconcile();
    expect((await found(order)).status).toBe('COMPLETED');
  });
});
