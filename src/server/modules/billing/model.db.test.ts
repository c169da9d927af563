import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PaymentStatus } from '#contracts/billing.api.ts';
import { billingOn, DAY, MINUTE } from '#test/support/billing.ts';
import { testDatabase } from '#test/support/database.ts';
import { startPayPal } from '#test/support/paypal-fake.ts';
import { randomRuns } from '#test/support/runs.ts';
import { STEPS as LEGAL } from './billing.rules.ts';

const db = await testDatabase();
const fake = await startPayPal();
afterAll(() => fake.close());
const { node, buyer, product, paid, orderOf, found, rights, later, now } = billingOn(db, fake);
const billing = node();

let basic = 0;
beforeAll(async () => {
  basic = await product('Basic');
});

const STEPS = [
  'approve',
  'confirm',
  'confirm',
  'cancel',
  'message',
  'completed message',
  'refund',
  'refund message',
  'reversal message',
  'stranger confirms',
  'reconcile',
  'expire',
  'month later',
  'crash after capture',
] as const;
type Action = (typeof STEPS)[number];

it('whatever happens in whatever order, only legal steps are taken, and rights follow the money', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...STEPS), { minLength: 1, maxLength: 14 }), async (actions) => {
      const [person, stranger] = [await buyer(), await buyer()];
      const { link } = await billing.purchase(person, [{ idProduct: basic, period: 1 }]);
      const order = orderOf(link);
      let status: PaymentStatus = 'CREATED';
      let approved = false;
      let refunded = false;
      let endsAt = 0;
      const refundableUntil = now().getTime() + 180 * DAY;
      const send = (type: string) => {
        const { headers, raw } = fake.message(type, order, now());
        return billing.webhook('paypal', headers, raw, '192.0.2.1');
      };
      const act: Readonly<Record<Action, () => unknown>> = {
        approve: () => {
          if (!approved) fake.approve(order);
          approved = true;
        },
        confirm: () => billing.confirm(person, order),
        cancel: () => billing.cancel(person, order),
        message: () => send('CHECKOUT.ORDER.APPROVED'),
        'completed message': () => send('PAYMENT.CAPTURE.COMPLETED'),
        refund: () => {
          if (!fake.isCaptured(order) || now().getTime() > refundableUntil) return;
          refunded = true;
          fake.refund(order);
        },
        'refund message': () => send('PAYMENT.CAPTURE.REFUNDED'),
        'reversal message': () => (fake.isCaptured(order) ? send('PAYMENT.CAPTURE.REVERSED') : 'done'),
        'stranger confirms': () => billing.confirm(stranger, order),
        reconcile: () => {
          later(5 * MINUTE);
          return billing.reconcile();
        },
        expire: () => billing.expire(),
        'month later': () => later(31 * DAY),
        'crash after capture': async () => {
          if (approved && status === 'CREATED') await fakeCapture(order);
        },
      };
      for (const action of actions) {
        await Promise.resolve(act[action]()).catch((error: { reason?: string }) => {
          expect(error.reason).toMatch(/^payment_/);
        });
        const { status: next, grants, events } = await found(order);
        if (next !== status) {
          const before = status;
          const steps = Object.values(LEGAL).flatMap(({ from, to }) => (from.includes(before) ? [to] : []));
          // One call may take two steps: what is paid and given back is completed first.
          expect(steps, `${status} to ${next} by ${action}`).toContain(next);
          status = next as PaymentStatus;
          if (status === 'COMPLETED') endsAt = now().getTime() + 31 * DAY;
        }
        expect(grants).toBe(events.includes('GRANTED') ? 1 : 0);
        expect(events.filter((what) => what === 'GRANTED').length).toBeLessThanOrEqual(1);
        expect(events.filter((what) => what === 'EXPIRED').length).toBeLessThanOrEqual(1);
        const holds = status === 'COMPLETED' && now().getTime() < endsAt;
        expect(await rights(person.accountId), `${status} after ${action}`).toEqual(holds ? ['BASIC'] : []);
        expect(await rights(stranger.accountId)).toEqual([]);
        if (status === 'COMPLETED') expect(fake.isCaptured(order)).toBe(true);
      }
      // Two looks later what was paid is given, and what was given back is not.
      for (let round = 0; round < 2; round++) {
        later(DAY + 5 * MINUTE);
        await billing.reconcile();
      }
      const { status: last } = await found(order);
      if (fake.isCaptured(order) && !refunded) expect(['COMPLETED', 'REFUNDED']).toContain(last);
      else expect(last).not.toBe('COMPLETED');
    }),
    {
      numRuns: randomRuns(120),
      // Found by chance once: an order that was old already when its money was taken, and a refund after the end.
      examples: [
        [['month later', 'completed message', 'approve', 'crash after capture', 'approve']],
        [['approve', 'completed message', 'month later', 'refund', 'expire']],
      ],
    },
  );
});

/** The money is taken by a node that dies before it can write that down. */
const fakeCapture = async (order: string): Promise<void> => {
  const dying = node({ db: { query: db.query, transaction: () => Promise.reject(new Error('dead')) } });
  const { rows } = await db.query<{ accountId: number }>(
    'select account_id as "accountId" from purchase where order_id = $1',
    [order],
  );
  await dying.confirm({ accountId: rows[0]?.accountId ?? 0 }, order).catch(() => {});
};

/** A step of the account's: what is bought, refunded (one of all that were), or how many days go by. */
const days = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ buy: fc.constantFrom('Basic', 'Pro'), months: fc.integer({ min: 1, max: 12 }) }),
  },
  { weight: 3, arbitrary: fc.record({ refund: fc.nat(20), announced: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ pass: fc.integer({ min: 0, max: 200 }) }) },
);

it('paid days are used up one after the other without a gap, whatever is refunded: a queue a product', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(days, { minLength: 1, maxLength: 12 }), async (steps) => {
      const person = await buyer();
      /** What is left of each, the first running. */
      const queues: Queues = { Basic: [], Pro: [] };
      const bought: string[] = [];
      for (const step of steps) {
        if ('buy' in step) {
          const { order } = await paid(step.buy, step.months, person);
          bought.push(order);
          queues[step.buy]?.push({ order, left: step.months * 31 * DAY });
        } else if ('refund' in step) {
          const order = bought[step.refund % bought.length];
          if (order === undefined) continue;
          fake.refund(order);
          const { headers, raw } = fake.message('PAYMENT.CAPTURE.REFUNDED', order, now());
          if (step.announced) await billing.webhook('paypal', headers, raw, '192.0.2.1');
          else {
            later(DAY + MINUTE);
            useUp(queues, DAY + MINUTE);
            await billing.reconcile();
          }
          if ((await found(order)).status === 'COMPLETED') {
            // Nobody looks at what is over and was paid long ago.
            expect(
              Object.values(queues)
                .flat()
                .map((each) => each.order),
            ).not.toContain(order);
            continue;
          }
          for (const [name, queue] of Object.entries(queues))
            queues[name] = queue.filter((each) => each.order !== order);
        } else {
          later(step.pass * DAY);
          useUp(queues, step.pass * DAY);
          await billing.expire();
        }
        await expectQueues(person, queues);
      }
    }),
    {
      numRuns: randomRuns(60),
      examples: [
        [
          [
            { buy: 'Pro', months: 12 },
            { buy: 'Pro', months: 12 },
            { refund: 0, announced: true },
          ],
        ],
      ],
    },
  );
}, 120_000);

type Queues = Record<string, { readonly order: string; left: number }[]>;

const useUp = (queues: Queues, ms: number): void => {
  for (const queue of Object.values(queues))
    for (let over = ms; over > 0 && queue[0]; ) {
      const used = Math.min(over, queue[0].left);
      queue[0].left -= used;
      over -= used;
      if (queue[0].left === 0) queue.shift();
    }
};

/** The rights of this moment, and when what is shown ends, are those of the queues. */
const expectQueues = async (person: { readonly accountId: number }, queues: Queues): Promise<void> => {
  const names = Object.keys(queues).filter((name) => queues[name]?.length);
  expect(await rights(person.accountId)).toEqual(names.map((name) => name.toUpperCase()).toSorted());
  const shown = new Map((await billing.payments(person)).map((payment) => [payment.order, payment]));
  const granted = await db.query<{ order: string; from: Date; to: Date }>(
    `select u.order_id as order, g.starts_at as from, g.ends_at as to from plan_grant g
      join payment p on p.id = g.payment_id join purchase u on u.id = p.purchase_id
      where g.account_id = $1 and u.status = 'COMPLETED'`,
    [person.accountId],
  );
  for (const { order, from, to } of granted.rows)
    expect([from.toISOString(), to.toISOString()]).toEqual([shown.get(order)?.startDate, shown.get(order)?.endDate]);
  for (const queue of Object.values(queues)) {
    let end = now().getTime();
    for (const { order, left } of queue) {
      end += left;
      expect(shown.get(order)?.endDate).toBe(new Date(end).toISOString());
    }
  }
};
