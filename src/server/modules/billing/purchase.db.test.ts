import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '#server/modules/tokens/people.fixture.ts';
import { billingOn, DAY, MINUTE } from '#test/support/billing.ts';
import { testDatabase } from '#test/support/database.ts';
import { startPayPal } from '#test/support/paypal-fake.ts';

const db = await testDatabase();
const fake = await startPayPal();
afterAll(() => fake.close());
const { node, buyer, product, orderOf, found, later } = billingOn(db, fake);
const billing = node();

let basic = 0;
let pro = 0;
let free = 0;
beforeAll(async () => {
  [basic, pro, free] = (await Promise.all(['Basic', 'Pro', 'Free'].map(product))) as [number, number, number];
});

const rowsOf = async (accountId: number) =>
  (
    await db.query(
      `select u.amount_cents, u.status, u.order_id, p.feature, p.quantity, p.price_cents
        from purchase u join payment p on p.purchase_id = u.id where u.account_id = $1 order by p.id`,
      [accountId],
    )
  ).rows;

describe('a purchase', () => {
  it('is priced here and leads to the page of the provider', async () => {
    const person = await buyer();
    const cart = [
      { idProduct: basic, period: 3 },
      { idProduct: pro, period: 1 },
    ];
    const { method, link } = await billing.purchase(person, cart);
    expect([method, new URL(link).origin]).toEqual(['GET', fake.settings.baseUrl]);
    const common = { amount_cents: 6_600, status: 'CREATED', order_id: orderOf(link) };
    expect(await rowsOf(person.accountId)).toEqual([
      { ...common, feature: 'Basic', quantity: 3, price_cents: 2_700 },
      { ...common, feature: 'Pro', quantity: 1, price_cents: 3_900 },
    ]);
    expect(await billing.payments(person)).toMatchObject([
      { feature: 'Pro', price: 39, startDate: null, endDate: null, status: 'CREATED', test: false },
      { feature: 'Basic', price: 27, quantity: 3, order: orderOf(link), provider: 'paypal' },
    ]);
  });

  it.each([
    ['an unknown product', () => [{ idProduct: 999_999, period: 1 }], 'product_unknown'],
    ['a free product', () => [{ idProduct: free, period: 1 }], 'invalid_body'],
    ['the same product twice', () => [1, 2].map((period) => ({ idProduct: basic, period })), 'invalid_body'],
    ['no months', () => [{ idProduct: basic, period: 0 }], 'invalid_body'],
    ['thirteen months', () => [{ idProduct: basic, period: 13 }], 'invalid_body'],
    ['nothing', () => [], 'invalid_body'],
  ])('of %s is refused and leaves nothing', async (_, cart, reason) => {
    const person = await buyer();
    const orders = fake.orderIds().length;
    expect((await failureOf(() => billing.purchase(person, cart()))).reason).toBe(reason);
    expect(await rowsOf(person.accountId)).toEqual([]);
    expect(fake.orderIds().length).toBe(orders);
  });

  it('of a product that is no longer on sale is refused', async () => {
    await db.query('update product set active = false where id = $1', [pro]);
    const person = await buyer();
    const failed = await failureOf(() => billing.purchase(person, [{ idProduct: pro, period: 1 }]));
    await db.query('update product set active = true where id = $1', [pro]);
    expect([failed.reason, await rowsOf(person.accountId)]).toEqual(['product_unknown', []]);
  });

  it('is not possible without a provider', async () => {
    const off = node({ provider: 'none' });
    expect(off.method()).toEqual({ provider: 'none', test: false });
    const person = await buyer();
    expect((await failureOf(() => off.purchase(person, [{ idProduct: basic, period: 1 }]))).reason).toBe(
      'payments_off',
    );
  });

  it('says so when the provider is away, and is given up when nobody asks again', async () => {
    const person = await buyer();
    fake.failBy(({ path }) => (path.endsWith('/orders') ? 'error before' : null));
    const failed = await failureOf(() => billing.purchase(person, [{ idProduct: basic, period: 1 }]));
    fake.failBy(() => null);
    expect([failed.reason, failed.headers['Retry-After']]).toEqual(['provider_away', '5']);
    later(61 * MINUTE);
    await billing.reconcile();
    expect(await rowsOf(person.accountId)).toMatchObject([{ status: 'CANCELLED', order_id: null }]);
  });
});

describe('an idempotency key', () => {
  const one = () => [{ idProduct: basic, period: 1 }];

  it('gives the same answer for the same call, also to many at once, and makes one order', async () => {
    const person = await buyer();
    const orders = fake.orderIds().length;
    const first = await billing.purchase(person, one(), 'key');
    expect(await billing.purchase(person, one(), 'key')).toEqual(first);
    expect(await node().purchase(person, one(), 'key')).toEqual(first);
    expect(fake.orderIds().length - orders).toBe(1);
    expect(await rowsOf(person.accountId)).toHaveLength(1);
    expect((await billing.purchase(await buyer(), one(), 'key')).link).not.toBe(first.link);
  });

  it('is a conflict for another cart, and while the first call is going on', async () => {
    const person = await buyer();
    const calls = await Promise.allSettled([1, 2, 3, 4].map(() => billing.purchase(person, one(), 'at once')));
    const links = calls.flatMap((call) => (call.status === 'fulfilled' ? [call.value.link] : []));
    const reasons = calls.flatMap((call) => (call.status === 'rejected' ? [call.reason.reason] : []));
    expect(new Set(links).size).toBe(1);
    expect(new Set(reasons)).toEqual(new Set(reasons.length > 0 ? ['idempotency_conflict'] : []));
    expect(await rowsOf(person.accountId)).toHaveLength(1);
    const other = [{ idProduct: basic, period: 2 }];
    expect((await failureOf(() => billing.purchase(person, other, 'at once'))).reason).toBe('idempotency_conflict');
  });

  it('goes on where a call failed, with the same order', async () => {
    const person = await buyer();
    const orders = fake.orderIds().length;
    fake.failBy(({ path }) => (path.endsWith('/orders') ? 'error after' : null));
    await failureOf(() => billing.purchase(person, one(), 'again'));
    fake.failBy(() => null);
    const { link } = await billing.purchase(person, one(), 'again');
    expect(fake.orderIds().slice(orders)).toEqual([orderOf(link)]);
    expect((await found(orderOf(link))).status).toBe('CREATED');
  });

  it('is forgotten after a day', async () => {
    const person = await buyer();
    const first = await billing.purchase(person, one(), 'daily');
    later(DAY + MINUTE);
    expect((await billing.purchase(person, one(), 'daily')).link).not.toBe(first.link);
  });

  it.each(['', 'x'.repeat(256)])('has 1 to 255 characters', async (key) => {
    const person = await buyer();
    expect((await failureOf(() => billing.purchase(person, one(), key))).reason).toBe('invalid_body');
  });
});

describe('a change of a product', () => {
  it('leaves what was sold as it was', async () => {
    const person = await buyer();
    const { link } = await billing.purchase(person, [{ idProduct: basic, period: 2 }]);
    await db.query(`update product set price_cents = 1, name = 'Dear', period_days = 1 where id = $1`, [basic]);
    fake.approve(orderOf(link));
    await billing.confirm(person, orderOf(link));
    await db.query(`update product set price_cents = 900, name = 'Basic', period_days = 31 where id = $1`, [basic]);
    const [payment] = await billing.payments(person);
    expect(payment).toMatchObject({ price: 18, feature: 'Basic', status: 'COMPLETED' });
    const days = (Date.parse(payment?.endDate ?? '') - Date.parse(payment?.startDate ?? '')) / DAY;
    expect(days).toBe(62);
  });

  it('even its end', async () => {
    const id =
      (
        await db.query<{ id: number }>(
          `insert into product (name, description, price_cents, period_days, active) values ('Gone', '', 500, 10, true) returning id`,
        )
      ).rows[0]?.id ?? 0;
    const person = await buyer();
    const { link } = await billing.purchase(person, [{ idProduct: id, period: 1 }]);
    await db.query('delete from product where id = $1', [id]);
    fake.approve(orderOf(link));
    expect(await billing.confirm(person, orderOf(link))).toBe('Payment completed');
    expect(await billing.payments(person)).toMatchObject([{ idProduct: null, feature: 'Gone', price: 5 }]);
  });
});
