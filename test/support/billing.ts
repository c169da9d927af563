import { PEOPLE_CHANGED } from '#server/modules/accounts/account.events.ts';
import { type BillingOptions, createBilling } from '#server/modules/billing/billing.service.ts';
import { sold } from '#server/modules/billing/list.service.ts';
import { createPayPal } from '#server/modules/billing/paypal.provider.ts';
import { createReceipts } from '#server/modules/billing/receipt.service.ts';
import { createMail } from '#server/modules/mail/mail.service.ts';
import { createOffers } from '#server/modules/plans/offer.service.ts';
import type { Database } from '#server/platform/db/database.ts';
import { hearing } from './bus.ts';
import { silentLog } from './log.ts';
import type { PayPalFake } from './paypal-fake.ts';

export const PUBLIC_URL = 'http://127.0.0.1:8080';

/** What receipts say in tests. */
export const RECEIPT_TERMS = {
  seller: ['Films Ltd', 'Long Street 1'],
  sellerId: 'VAT ID ES123',
  taxName: 'VAT',
  taxMilli: 21_000,
  note: 'Thank you.',
};

let made = 0;

/** Buyers, products and billing on a database, with a clock that stands still until it is moved. */
export const billingOn = (db: Database, fake: PayPalFake) => {
  let at = Date.now();
  const now = () => new Date(at);
  const offers = createOffers({ db, sold });
  const mail = createMail({ isOn: true, now });
  const receipts = createReceipts({ terms: () => RECEIPT_TERMS, mail });

  const one = async <Value>(text: string, values: unknown[]): Promise<Value> => {
    const { rows } = await db.query<{ value: Value }>(text, values);
    if (!rows[0]) throw new Error('nothing was found');
    return rows[0].value;
  };

  /** The provider as billing speaks to it, with how long one call may take, in ms. */
  const paypal = (timeout = 60_000) =>
    createPayPal({ ...fake.settings, now, outbound: { wait: async () => {}, timeout } });

  /** Billing as a node of its own has it. */
  const node = (changed: Partial<BillingOptions> = {}) =>
    createBilling({
      db,
      providers: { paypal: paypal() },
      receipts,
      provider: 'paypal',
      offers,
      tokens: { shown: () => 'kdx_shown', waits: async () => null },
      publicUrl: PUBLIC_URL,
      now,
      log: silentLog,
      ...changed,
    });

  /** One that waits for PayPal as long as the product does: for tests with much at once. */
  const patientNode = (changed: Partial<BillingOptions> = {}) =>
    node({
      ...changed,
      providers: { paypal: createPayPal({ ...fake.settings, now, outbound: { wait: async () => {} } }) },
    });

  const buyer = async () => ({
    accountId: await one<number>('insert into account (email) values ($1) returning id as value', [
      `buyer-${++made}@example.org`,
    ]),
  });

  const product = (name: string): Promise<number> =>
    one<number>('select id as value from product where name = $1', [name]);

  const orderOf = (link: string): string => new URL(link).searchParams.get('token') ?? '';

  /** What is known of an order: the purchase, how often it was granted, and what happened to it. */
  const found = async (orderId: string) => {
    const { rows } = await db.query<{ id: number; status: string }>(
      `select u.id, u.status from purchase u where u.order_id = $1`,
      [orderId],
    );
    const id = rows[0]?.id ?? 0;
    const grants = await one<number>(
      `select count(*)::int as value from plan_grant g join payment p on p.id = g.payment_id where p.purchase_id = $1`,
      [id],
    );
    const events = await db.query<{ what: string }>(
      'select what from purchase_event where purchase_id = $1 order by id',
      [id],
    );
    return { id, status: rows[0]?.status, grants, events: events.rows.map(({ what }) => what) };
  };

  /** The plan roles that an account holds through payments at the moment of the clock. */
  const rights = async (accountId: number): Promise<string[]> => {
    const { rows } = await db.query<{ rol: string }>(
      `select distinct r.rol from plan_grant g join plan_role r on r.id = g.role_id
        where g.account_id = $1 and g.payment_id is not null and g.starts_at <= $2 and g.ends_at > $2 order by 1`,
      [accountId, now()],
    );
    return rows.map(({ rol }) => rol);
  };

  const main = node();
  /** A purchase of a product that its buyer has not agreed to yet. */
  const bought = async (name: string, period = 1, who?: { readonly accountId: number }) => {
    const person = who ?? (await buyer());
    const { link } = await main.purchase(person, [{ idProduct: await product(name), period }]);
    return { person, order: orderOf(link) };
  };
  /** One that is paid and confirmed. */
  const paid = async (name: string, period = 1, who?: { readonly accountId: number }) => {
    const made = await bought(name, period, who);
    fake.approve(made.order);
    await main.confirm(made.person, made.order);
    return made;
  };
  /** How many notifications there are of a kind. */
  const notices = (message: string): Promise<number> =>
    one<number>('select count(*)::int as value from notification where message = $1', [message]);

  /** How often those who keep what people may do were told that it changed, by so much work. */
  const tellings = async (work: () => Promise<unknown>): Promise<number> => {
    const heard = await hearing(db, PEOPLE_CHANGED);
    await work();
    return heard();
  };

  return {
    node,
    paypal,
    patientNode,
    bought,
    paid,
    notices,
    tellings,
    buyer,
    product,
    orderOf,
    found,
    rights,
    offers,
    receipts,
    now,
    later: (ms: number): void => {
      at += ms;
    },
  };
};

export const MINUTE = 60_000;
export const DAY = 86_400_000;
