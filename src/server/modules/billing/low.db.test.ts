import { afterAll, expect, it } from 'vitest';
import type { Database, Transaction } from '#server/platform/db/database.ts';
import { billingOn, DAY, MINUTE } from '#test/support/billing.ts';
import { testDatabase } from '#test/support/database.ts';
import { startPayPal } from '#test/support/paypal-fake.ts';
import type { BillingOptions } from './billing.service.ts';

const db = await testDatabase();
const fake = await startPayPal();
afterAll(() => fake.close());
const { node, bought, paid, found, later } = billingOn(db, fake);

/** The database as it is while its disk is low: reads are answered, changes refused. */
const lowDisk = () => {
  let isLow = false;
  const transaction: Database['transaction'] = (work) =>
    db.transaction(async (tx: Transaction) => {
      if (isLow) await tx.query('set transaction read only');
      return work(tx);
    });
  const query: Database['query'] = (text, values) => transaction((tx) => tx.query(text, values));
  return {
    db: { query, transaction },
    set: (low: boolean): void => {
      isLow = low;
    },
  };
};

it('while the disk is low it is said once that payments are not looked after, and once that they are again', async () => {
  const disk = lowDisk();
  const lines: string[] = [];
  const keep = (_: object, text: string): void => void lines.push(text);
  const log = { warn: keep, error: keep } as BillingOptions['log'];
  const billing = node({ db: disk.db, log });
  // Several accounts with something to do for each kind of work.
  for (let each = 0; each < 3; each++) {
    await paid('Basic');
    const { order } = await bought('Pro');
    await db.query('update purchase set order_id = null where order_id = $1', [order]);
  }
  const { order } = await bought('Basic');
  later(40 * DAY);
  let round: () => void = () => {};
  const rounds = async (count: number): Promise<void> => {
    for (let each = 0; each < count; each++) {
      const stop = billing.start((work) => {
        round = work;
        return () => {};
      });
      round();
      await stop();
    }
  };
  disk.set(true);
  await rounds(3);
  expect(lines).toEqual(['payments cannot be looked after for now; it is told when they can again']);
  disk.set(false);
  await rounds(2);
  expect(lines).toEqual([expect.any(String), 'payments are looked after again']);
  expect((await found(order)).status).toBe('CANCELLED');
  disk.set(true);
  later(5 * MINUTE);
  await rounds(2);
  expect(lines).toHaveLength(3);
});
