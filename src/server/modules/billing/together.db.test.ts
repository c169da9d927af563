import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '#server/modules/tokens/people.fixture.ts';
import { createDatabase } from '#server/platform/db/database.ts';
import { billingOn, DAY, MINUTE } from '#test/support/billing.ts';
import { testDatabase } from '#test/support/database.ts';
import { silentLog } from '#test/support/log.ts';
import { type FakeCall, startPayPal } from '#test/support/paypal-fake.ts';
import { MOST_OPEN } from './billing.rules.ts';

const db = await testDatabase();
const fake = await startPayPal();
afterAll(() => fake.close());
const { patientNode, buyer, product, bought, found, orderOf, later, now } = billingOn(db, fake);
/** A node with connections of its own, enough for all that it does at once here. */
const nodeAlone = () => {
  const own = createDatabase({ ...db, poolSize: 12, log: silentLog });
  afterAll(own.close);
  return patientNode({ db: own });
};
const nodes = [nodeAlone(), nodeAlone()] as const;
const [billing] = nodes;
const nodeOf = (at: number) => (at % 2 === 0 ? nodes[0] : nodes[1]);
const together = <Result>(many: number, work: (at: number) => Promise<Result>) =>
  Promise.allSettled(Array.from({ length: many }, (_, at) => work(at)));
const reasonsOf = (calls: readonly PromiseSettledResult<unknown>[]): string[] =>
  calls.flatMap((call) => (call.status === 'rejected' ? [call.reason.reason ?? String(call.reason)] : []));

let basic = 0;
let pro = 0;
beforeAll(async () => {
  [basic, pro] = [await product('Basic'), await product('Pro')];
});

/** Orders of one account for both products, in either order. */
const twelveOrders = async (person: { readonly accountId: number }): Promise<readonly string[]> => {
  const orders: string[] = [];
  for (let at = 0; at < 12; at++) {
    const cart = [basic, pro].map((idProduct) => ({ idProduct, period: 1 }));
    orders.push(orderOf((await billing.purchase(person, at % 2 === 0 ? cart : cart.toReversed())).link));
  }
  return orders;
};

/** From when until when a product is paid for, one period after the other. */
const periodsOf = async (person: { readonly accountId: number }, name: string) =>
  (await billing.payments(person))
    .filter(({ feature, status }) => feature === name && status === 'COMPLETED')
    .map(({ startDate, endDate }) => [startDate, endDate] as const)
    .toSorted(([a], [b]) => String(a).localeCompare(String(b)));

const expectChained = (periods: readonly (readonly (string | null)[])[]): void => {
  for (const [at, [startsAt]] of periods.entries()) if (at > 0) expect(startsAt).toBe(periods[at - 1]?.[1]);
};

describe('twelve orders of one account, at once on two nodes', { timeout: 60_000 }, () => {
  it('are all completed, and the periods of a product follow each other', async () => {
    const person = await buyer();
    const orders = await twelveOrders(person);
    for (const order of orders) fake.approve(order);
    const answers = await together(12, (at) => nodeOf(at).confirm(person, orders[at] ?? ''));
    expect(reasonsOf(answers)).toEqual([]);
    for (const name of ['Basic', 'Pro']) {
      const periods = await periodsOf(person, name);
      expect(periods).toHaveLength(12);
      expect(periods[0]?.[0]).toBe(now().toISOString());
      expectChained(periods);
    }
  });

  it('are settled, refunded, cancelled, ended and bought without one of them failing', async () => {
    const person = await buyer();
    const orders = await twelveOrders(person);
    for (const order of orders.slice(0, 9)) fake.approve(order);
    for (const order of orders.slice(0, 3)) await billing.confirm(person, order);
    later(31 * DAY);
    for (const order of orders.slice(0, 3)) fake.refund(order);
    const told = orders.slice(0, 3).map((order) => fake.message('PAYMENT.CAPTURE.REVERSED', order, now()));
    const answers = await together(18, async (at) => {
      const [billingHere, order = ''] = [nodeOf(at), orders[at] ?? ''];
      const message = told[at];
      if (message) return billingHere.webhook('paypal', message.headers, message.raw, '192.0.2.1');
      if (at < 9) return billingHere.confirm(person, order);
      if (at < 12) return billingHere.cancel(person, order);
      if (at < 14) return billingHere.expire();
      if (at < 16) return billingHere.reconcile();
      return billingHere.purchase(person, [{ idProduct: basic, period: 1 }]);
    });
    expect(reasonsOf(answers)).toEqual([]);
    const statuses = await Promise.all(orders.map(async (order) => (await found(order)).status));
    expect(statuses).toEqual([
      ...Array(3).fill('REFUNDED'),
      ...Array(6).fill('COMPLETED'),
      ...Array(3).fill('CANCELLED'),
    ]);
    const periods = await periodsOf(person, 'Basic');
    expect(periods).toHaveLength(6);
    expect(periods[0]?.[0]).toBe(now().toISOString());
    expectChained(periods);
  });
});

describe('open payments of one account', { timeout: 60_000 }, () => {
  const openOf = async ({ accountId }: { readonly accountId: number }): Promise<number> =>
    (await db.query(`select 1 from purchase where account_id = $1 and status = 'CREATED'`, [accountId])).rows.length;
  const one = () => [{ idProduct: basic, period: 1 }];

  it('are so many and no more, also when they are begun at once, and the refusal says what to do', async () => {
    const [person, orders] = [await buyer(), fake.orderIds().length];
    const until = new Date(now().getTime() + 3 * DAY).toISOString().slice(0, 16).replace('T', ' ');
    for (let at = 0; at < MOST_OPEN - 4; at++) await billing.purchase(person, one());
    const answers = await together(12, (at) => nodeOf(at).purchase(person, one()));
    expect(reasonsOf(answers)).toEqual(Array(8).fill('orders_open'));
    expect([await openOf(person), fake.orderIds().length - orders]).toEqual([MOST_OPEN, MOST_OPEN]);
    const refused = await failureOf(() => billing.purchase(person, one()));
    expect([refused.status, refused.message]).toEqual([
      409,
      `You have 20 open payments. Finish or cancel one of them under Payments; the oldest is given up at ${until} UTC.`,
    ]);
    await bought('Basic');
  });

  it('make room when one is finished, cancelled or given up', async () => {
    const person = await buyer();
    const links: string[] = [];
    for (let at = 0; at < MOST_OPEN; at++) links.push((await billing.purchase(person, one(), `key ${at}`)).link);
    expect((await failureOf(() => billing.purchase(person, one()))).reason).toBe('orders_open');
    // Under its key a call gets the answer that it got before.
    expect(await billing.purchase(person, one(), 'key 0')).toEqual({ method: 'GET', link: links[0] });
    await billing.cancel(person, orderOf(links[0] ?? ''));
    await billing.purchase(person, one());
    fake.approve(orderOf(links[1] ?? ''));
    await billing.confirm(person, orderOf(links[1] ?? ''));
    await billing.purchase(person, one());
    expect((await failureOf(() => billing.purchase(person, one()))).reason).toBe('orders_open');
    later(3 * DAY + MINUTE);
    await billing.reconcile();
    expect(await openOf(person)).toBe(0);
    await billing.purchase(person, one());
  });
});

describe('a buyer who gives up on another node', { timeout: 60_000 }, () => {
  const [here, there] = nodes;
  /** Holds the provider up at a call until it is let go on; `reached` when it is there. */
  const holding = (of: (call: FakeCall) => boolean, phase: 'before' | 'after') => {
    const [reached, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    fake.onCall((call, at) => {
      if (at !== phase || !of(call)) return;
      fake.onCall(() => {});
      reached.resolve();
      return release.promise;
    });
    return { reached: reached.promise, release: release.resolve };
  };

  it('while the money is being taken is told that it is too late', async () => {
    const { person, order } = await bought('Basic');
    fake.approve(order);
    const held = holding(({ path }) => path.endsWith('/capture'), 'before');
    const confirmed = here.confirm(person, order);
    await held.reached;
    expect(await failureOf(() => there.cancel(person, order))).toMatchObject({
      reason: 'payment_completed',
      message: 'The payment is being processed and cannot be cancelled any more.',
    });
    held.release();
    expect(await confirmed).toBe('Payment completed');
    expect(await found(order)).toMatchObject({ events: ['CREATED', 'COMPLETED', 'GRANTED'] });
  });

  it('after the provider was asked, and before the buyer agreed and money is taken, is told so too', async () => {
    const { person, order } = await bought('Basic');
    const asked = holding(({ method }) => method === 'GET', 'after');
    const cancelled = failureOf(() => there.cancel(person, order));
    await asked.reached;
    fake.approve(order);
    const held = holding(({ path }) => path.endsWith('/capture'), 'before');
    const confirmed = here.confirm(person, order);
    await held.reached;
    asked.release();
    expect((await cancelled).reason).toBe('payment_completed');
    held.release();
    expect(await confirmed).toBe('Payment completed');
  });

  it('before that has no money taken', async () => {
    const { person, order } = await bought('Basic');
    fake.approve(order);
    const [captured, held] = [fake.captured(), holding(({ method }) => method === 'GET', 'after')];
    const confirmed = failureOf(() => here.confirm(person, order));
    await held.reached;
    expect(await there.cancel(person, order)).toBe('Payment cancelled');
    held.release();
    expect((await confirmed).message).toBe('The payment was cancelled; no money was taken.');
    expect([fake.captured() - captured, (await found(order)).status]).toEqual([0, 'CANCELLED']);
  });

  it('after a means of payment did not bear it has cancelled it', async () => {
    const { person, order } = await bought('Basic');
    fake.approveInVain(order);
    expect((await failureOf(() => here.confirm(person, order))).reason).toBe('payment_refused');
    expect(await there.cancel(person, order)).toBe('Payment cancelled');
  });
});
