import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database, Executor } from '#server/platform/db/database.ts';
import { billingOn, MINUTE } from '#test/support/billing.ts';
import { testDatabase } from '#test/support/database.ts';
import { startPayPal } from '#test/support/paypal-fake.ts';
import { createPayPal } from './paypal.provider.ts';
import type { PaymentProvider } from './provider.ts';

const db = await testDatabase();
const fake = await startPayPal();
afterAll(() => fake.close());
const { node, buyer, product, orderOf, found, rights, later, now } = billingOn(db, fake);

let basic = 0;
beforeAll(async () => {
  basic = await product('Basic');
});

class Crash extends Error {}

/** A node that dies at its nth step to the outside, before the step or right after it: then nothing of it runs on. */
const dyingNode = (step: number, when: 'before' | 'after') => {
  let steps = 0;
  const at = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const mine = ++steps;
    if (mine > step || (mine === step && when === 'before')) throw new Crash();
    const result = await work();
    if (mine === step) throw new Crash();
    return result;
  };
  const provider = createPayPal({ ...fake.settings, now, outbound: { wait: async () => {} } });
  const paypal: PaymentProvider = {
    ...provider,
    create: (order) => at(() => provider.create(order)),
    read: (id) => at(() => provider.read(id)),
    capture: (id, requestId) => at(() => provider.capture(id, requestId)),
  };
  const query: Executor['query'] = (text, values) => at(() => db.query(text, values));
  const dying: Pick<Database, 'query' | 'transaction'> = {
    query,
    transaction: (work) =>
      db.transaction(async (tx) => {
        // A statement of a transaction that dies takes the whole of it back; after the last one it is committed.
        const inner = new Proxy(tx, {
          get: (target, key) =>
            key === 'query'
              ? (text: string, values?: unknown[]) => at(() => target.query(text, values))
              : Reflect.get(target, key),
        });
        return work(inner);
      }),
  };
  return { billing: node({ db: dying, providers: { paypal } }), steps: () => steps };
};

const isCrash = (error: unknown): void => {
  if (!(error instanceof Crash)) throw error;
};

const purchasesOf = async (accountId: number) =>
  (
    await db.query<{ status: string; order_id: string | null; payments: number }>(
      `select u.status, u.order_id, (select count(*)::int from payment p where p.purchase_id = u.id) as payments
        from purchase u where u.account_id = $1`,
      [accountId],
    )
  ).rows;

describe.each(['before', 'after'] as const)('a node that dies %s any of its steps', { timeout: 60_000 }, (when) => {
  it('while somebody buys leaves nothing that costs or grants', async () => {
    for (let step = 1, ended = false; !ended; step++) {
      const person = await buyer();
      const { billing, steps } = dyingNode(step, when);
      const cart = [{ idProduct: basic, period: 1 }];
      const crashed = await billing.purchase(person, cart, `key ${step}`).then(
        () => false,
        (error) => {
          isCrash(error);
          return true;
        },
      );
      ended = !crashed;
      expect(step, `${steps()} steps`).toBeLessThan(40);
      for (const { payments } of await purchasesOf(person.accountId)) expect(payments).toBe(1);
      // The buyer comes again under the same key, when the dead node's call counts as given up.
      later(2 * MINUTE);
      const { link } = await node().purchase(person, cart, `key ${step}`);
      fake.approve(orderOf(link));
      expect(await node().confirm(person, orderOf(link))).toBe('Payment completed');
      expect(await purchasesOf(person.accountId)).toEqual([
        { status: 'COMPLETED', order_id: orderOf(link), payments: 1 },
      ]);
    }
  });

  it('while somebody comes back from paying leaves money and rights in step after one look', async () => {
    let captures = fake.captured();
    for (let step = 1, ended = false; !ended; step++) {
      const person = await buyer();
      const { link } = await node().purchase(person, [{ idProduct: basic, period: 1 }]);
      const order = orderOf(link);
      fake.approve(order);
      const { billing, steps } = dyingNode(step, when);
      const crashed = await billing.confirm(person, order).then(
        () => false,
        (error) => {
          isCrash(error);
          return true;
        },
      );
      ended = !crashed;
      expect(step, `${steps()} steps`).toBeLessThan(60);
      later(2 * MINUTE);
      await node().reconcile();
      const { events, ...state } = await found(order);
      expect(state, `step ${step}`).toMatchObject({ status: 'COMPLETED', grants: 1 });
      expect(events).toEqual(['CREATED', 'COMPLETED', 'GRANTED']);
      expect(await rights(person.accountId)).toEqual(['BASIC']);
      expect(fake.captured()).toBe(++captures);
    }
  });
});
