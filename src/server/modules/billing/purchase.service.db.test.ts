import { beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '#server/modules/tokens/people.fixture.ts';
import { DatabaseSilent } from '#server/platform/db/away.ts';
import { billingOn, DAY, MINUTE, PUBLIC_URL } from '#test/support/billing.ts';
import { testDatabase } from '#test/support/database.ts';
import type { PayPalFake } from '#test/support/paypal-fake.ts';
import { MOST_OPEN } from './billing.rules.ts';
import type { MadeOrder, NewOrder, PaymentProvider } from './provider.ts';

const db = await testDatabase();
const { node, buyer, product, later, now } = billingOn(db, { settings: {} } as PayPalFake);

let made = 0;
const madeOrder = (): MadeOrder => ({ orderId: `ORDER${++made}`, link: `https://pay.example/${made}`, payee: null });
/** Billing whose provider makes orders as it is told to. */
const billingWith = (create: (order: NewOrder) => Promise<MadeOrder>) =>
  node({ providers: { paypal: { name: 'paypal', test: false, create } as PaymentProvider } });
const billing = billingWith(async () => madeOrder());

let cart: { readonly idProduct: number; readonly period: number }[];
beforeAll(async () => {
  cart = [{ idProduct: await product('Basic'), period: 2 }];
});

describe('a purchase', () => {
  it('is written down and ordered as it is sold', async () => {
    const person = await buyer();
    const orders: NewOrder[] = [];
    await billingWith(async (order) => {
      orders.push(order);
      return madeOrder();
    }).purchase(person, cart);
    const [row] = (
      await db.query(
        `select u.id, u.request_id, u.order_id, e.what, e.source, e.at
          from purchase u join purchase_event e on e.purchase_id = u.id where u.account_id = $1`,
        [person.accountId],
      )
    ).rows;
    expect(row).toMatchObject({ order_id: `ORDER${made}`, what: 'CREATED', source: 'buyer', at: now() });
    expect(orders).toEqual([
      {
        purchaseId: row?.id,
        requestId: row?.request_id,
        items: [{ name: 'Basic', quantity: 2, cents: 1_800 }],
        amountCents: 1_800,
        currency: 'EUR',
        returnUrl: `${PUBLIC_URL}/#/features`,
        cancelUrl: `${PUBLIC_URL}/?cancel=1#/features`,
      },
    ]);
  });

  it('is one of twenty that may be open, and the refusal says until when', async () => {
    const person = await buyer();
    const oldest = new Date('2026-03-01T12:34:56Z');
    await db.query(
      `insert into purchase (account_id, provider, amount_cents, asked, test, inserted_at)
        select $1::bigint, 'paypal', 900, '', false, $2::timestamptz + n * interval '1 day'
          from generate_series(0, $3::int) n`,
      [person.accountId, oldest, MOST_OPEN - 2],
    );
    await billing.purchase(person, cart);
    const refused = await failureOf(() => billing.purchase(person, cart));
    expect([refused.reason, refused.status]).toEqual(['orders_open', 409]);
    expect(refused.message).toContain('You have 20 open payments.');
    expect(refused.message).toContain('given up at 2026-03-04 12:34 UTC');
  });
});

describe('a key', () => {
  it('has up to 255 characters, and is named where it has more', async () => {
    const person = await buyer();
    expect(await billing.purchase(person, cart, 'x'.repeat(255))).toMatchObject({ method: 'GET' });
    const message = 'must have 1 to 255 characters';
    for (const key of ['', 'x'.repeat(256)])
      expect(await failureOf(() => billing.purchase(person, cart, key))).toMatchObject({
        reason: 'invalid_body',
        details: [{ field: 'Idempotency-Key', message }],
      });
  });

  it('stands for its call for a day', async () => {
    const person = await buyer();
    const first = await billing.purchase(person, cart, 'daily');
    later(DAY);
    expect(await billing.purchase(person, cart, 'daily')).toEqual(first);
    later(1);
    expect(await billing.purchase(person, cart, 'daily')).not.toEqual(first);
  });

  it('is refused at once when the database goes away, however long its key cannot be let go', async () => {
    const person = await buyer();
    const away = node({
      db: {
        ...db,
        query: (text, values) =>
          String(text).startsWith('update purchase set begun_at = null')
            ? new Promise<never>(() => {})
            : db.query(text, values),
      },
      providers: {
        paypal: {
          ...{ name: 'paypal', test: false },
          create: () => Promise.reject(new DatabaseSilent()),
        } as Partial<PaymentProvider> as PaymentProvider,
      },
    });
    await expect(away.purchase(person, cart, 'away')).rejects.toThrow(DatabaseSilent);
  });

  it('is taken over from a call that has not come back for a minute; that call gets no other order', async () => {
    const person = await buyer();
    const slow = Promise.withResolvers<MadeOrder>();
    const begun = Promise.withResolvers<void>();
    const first = billingWith(() => {
      begun.resolve();
      return slow.promise;
    }).purchase(person, cart, 'slow');
    await begun.promise;
    for (const ms of [0, MINUTE]) {
      later(ms);
      const told = await failureOf(() => billing.purchase(person, cart, 'slow'));
      expect(told).toMatchObject({ reason: 'idempotency_conflict', headers: { 'Retry-After': '5' } });
    }
    later(1);
    const second = await billing.purchase(person, cart, 'slow');
    slow.resolve(madeOrder());
    expect((await failureOf(() => first)).reason).toBe('provider_away');
    expect(await billing.purchase(person, cart, 'slow')).toEqual(second);
  });

  it('of a call that failed is of no use where its provider is not set up any more', async () => {
    const person = await buyer();
    const failing = billingWith(async () => {
      throw new Error('no order');
    });
    await expect(failing.purchase(person, cart, 'gone')).rejects.toThrow('no order');
    const sandbox = { name: 'sandbox', test: true, create: async () => madeOrder() } as unknown as PaymentProvider;
    const elsewhere = node({ providers: { sandbox }, provider: 'sandbox' });
    expect((await failureOf(() => elsewhere.purchase(person, cart, 'gone'))).reason).toBe('payments_off');
    later(MINUTE + 1);
    expect(await billing.purchase(person, cart, 'gone')).toMatchObject({ method: 'GET' });
  });
});
