import { afterAll, expect, it } from 'vitest';
import { isDatabaseOutage } from '#server/platform/db/away.ts';
import type { Database, Transaction } from '#server/platform/db/database.ts';
import { billingOn, DAY } from '#test/support/billing.ts';
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

it('while the disk is low payments are not looked after, which is the database and no mistake, and then they are', async () => {
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
  const { signal } = new AbortController();
  disk.set(true);
  await expect(billing.round(signal)).rejects.toSatisfy(isDatabaseOutage);
  disk.set(false);
  await billing.round(signal);
  expect((await found(order)).status).toBe('CANCELLED');
  expect(lines).toEqual([]);
});
