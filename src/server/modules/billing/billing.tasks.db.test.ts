import { afterAll, beforeEach, expect, it } from 'vitest';
import { billingOn, DAY, MINUTE } from '#test/support/billing.ts';
import { testDatabase } from '#test/support/database.ts';
import { startPayPal } from '#test/support/paypal-fake.ts';
import { runContext } from '#test/support/run-context.ts';
import { expirePayments } from './billing.tasks.ts';

const db = await testDatabase();
const fake = await startPayPal();
afterAll(() => fake.close());
const { node, bought, paid, found, later } = billingOn(db, fake);
const task = expirePayments(node());
const ran = async (run = runContext()) => {
  await task.run({}, run.context);
  return run;
};

beforeEach(() => db.query(`update purchase set status = 'CANCELLED', settled_at = '2020-01-01'`));

it('gives what was paid for to a buyer who never came back, once, and says so', async () => {
  const { order, person } = await bought('Basic');
  fake.approve(order);
  later(2 * MINUTE);
  const { lines, told } = await ran();
  expect(await found(order)).toMatchObject({ status: 'COMPLETED', grants: 1 });
  expect(lines).toEqual([`Order ${order} of account ${person.accountId} was CREATED and is COMPLETED.`]);
  expect(told).toEqual([
    [0, 1],
    [1, 1],
  ]);
  expect(await ran()).toMatchObject({ lines: [], told: [[0, 0]] });
  expect((await found(order)).grants).toBe(1);
});

it('gives up an order that was never paid, and ends a paid period', async () => {
  const { order, person } = await bought('Basic');
  later(4 * DAY);
  expect((await ran()).lines).toEqual([
    `Order ${order} of account ${person.accountId} was never paid and is given up.`,
  ]);
  expect((await found(order)).status).toBe('CANCELLED');
  await paid('Basic');
  later(40 * DAY);
  expect((await ran()).lines).toContain('1 paid period has ended.');
});

it('told to end in its midst leaves the later orders, which are looked at again', async () => {
  const orders = [(await bought('Basic')).order, (await bought('Basic')).order];
  for (const order of orders) fake.approve(order);
  const statuses = async () => (await Promise.all(orders.map(found))).map(({ status }) => status).toSorted();
  later(2 * MINUTE);
  const run = runContext((looked, stop) => {
    if (looked === 1) stop.abort(new Error('cancelled'));
  });
  await expect(ran(run)).rejects.toThrow('cancelled');
  expect(await statuses()).toEqual(['COMPLETED', 'CREATED']);
  later(2 * MINUTE);
  await ran();
  expect(await statuses()).toEqual(['COMPLETED', 'COMPLETED']);
});

it('says of an order that it could not be looked after, and goes on with the others', async () => {
  const { order } = await bought('Basic');
  later(2 * MINUTE);
  fake.failBy(() => 'error before');
  const { lines, told } = await ran().finally(() => fake.failBy(() => null));
  const { id } = await found(order);
  expect(lines).toEqual([`WARN: A purchase could not be looked after; it will be again (purchase ${id}).`]);
  expect(told.at(-1)).toEqual([1, 1]);
});
