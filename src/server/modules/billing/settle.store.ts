import type { PaymentStatus } from '#contracts/billing.api.ts';
import type { Executor, Transaction } from '#server/platform/db/database.ts';
import type { Expected } from './billing.rules.ts';
import type { Period } from './period.rules.ts';
import type { ProviderName } from './provider.ts';

/** A purchase that has an order. */
export interface Ordered extends Expected {
  readonly accountId: number;
  readonly provider: ProviderName;
  readonly requestId: string;
  readonly status: PaymentStatus;
  readonly test: boolean;
  /** Since when the provider is being told to take the money, or was and has not said what became of it. */
  readonly captureAt: Date | null;
  readonly insertedAt: Date;
}

const READ = `select id, account_id as "accountId", provider, request_id as "requestId", order_id as "orderId",
    amount_cents as "amountCents", currency, payee, status, test, capture_at as "captureAt", inserted_at as "insertedAt"
  from purchase`;

const one = async (db: Executor, where: string, values: unknown[]): Promise<Ordered | null> => {
  const { rows } = await db.query<Ordered & Record<string, unknown>>(`${READ} where ${where}`, values);
  return rows[0] ?? null;
};

/** A person's own purchase by its order; another's is none. */
export const findOwn = (db: Executor, accountId: number, orderId: string): Promise<Ordered | null> =>
  one(db, 'account_id = $1 and order_id = $2 order by id desc limit 1', [accountId, orderId]);

/** The purchase that a provider speaks of, by the order or by what was captured for it. */
export const findSpokenOf = (
  db: Executor,
  provider: ProviderName,
  { orderId, captureId }: { readonly orderId: string | null; readonly captureId: string | null },
): Promise<Ordered | null> =>
  one(db, 'provider = $1 and order_id is not null and (order_id = $2 or capture_id = $3) order by id limit 1', [
    provider,
    orderId,
    captureId,
  ]);

/** The purchase as it stands, kept so until the transaction ends. */
export const holdOrdered = async (tx: Transaction, id: number): Promise<Ordered> => {
  const found = await one(tx, 'id = $1 for update', [id]);
  if (!found) throw new Error(`purchase ${id} is gone`);
  return found;
};

/** False when this message has had its effect before. */
export const insertWebhookEvent = async (
  tx: Executor,
  provider: ProviderName,
  eventId: string,
  now: Date,
): Promise<boolean> => {
  const { rowCount } = await tx.query(
    'insert into webhook_event (provider, event_id, received_at) values ($1, $2, $3) on conflict do nothing',
    [provider, eventId, now],
  );
  return rowCount === 1;
};

export const hasWebhookEvent = async (db: Executor, provider: ProviderName, eventId: string): Promise<boolean> => {
  const { rows } = await db.query('select 1 from webhook_event where provider = $1 and event_id = $2', [
    provider,
    eventId,
  ]);
  return rows.length > 0;
};

/** Takes a legal step; false when the purchase is in none of the states that it may be taken from. */
export const moveTo = async (tx: Executor, id: number, { status, from, captureId, now }: Move): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `update purchase set status = $2, capture_id = coalesce($3, capture_id), settled_at = $4
      where id = $1 and status = any ($5)`,
    [id, status, captureId, now, from],
  );
  return rowCount === 1;
};

interface Move {
  readonly status: PaymentStatus;
  readonly from: readonly PaymentStatus[];
  readonly captureId: string | null;
  readonly now: Date;
}

export interface Bought {
  readonly id: number;
  readonly productId: number | null;
  readonly feature: string;
  readonly quantity: number;
  readonly periodDays: number;
  readonly cents: number;
  readonly roleIds: readonly number[];
}

export const findBought = async (db: Executor, purchaseId: number): Promise<readonly Bought[]> => {
  const { rows } = await db.query<Bought & Record<string, unknown>>(
    `select id, product_id as "productId", feature, quantity, period_days as "periodDays", price_cents as cents,
        role_ids as "roleIds" from payment where purchase_id = $1 order by id`,
    [purchaseId],
  );
  return rows;
};

export interface HeldPeriod extends Period {
  /** Of the payment. */
  readonly id: number;
  readonly purchaseId: number;
}

/**
 * The periods that an account has paid for of an item's product and that are not over. A product that is no more is
 * known by what it was called.
 */
export const findAhead = async (
  db: Executor,
  accountId: number,
  { productId, feature }: Pick<Bought, 'productId' | 'feature'>,
  now: Date,
): Promise<readonly HeldPeriod[]> => {
  const { rows } = await db.query<HeldPeriod & Record<string, unknown>>(
    `select p.id, p.purchase_id as "purchaseId", p.starts_at as "startsAt", p.ends_at as "endsAt"
      from purchase u join payment p on p.purchase_id = u.id
      where u.account_id = $1 and u.status = 'COMPLETED' and p.ends_at > $4
        and p.product_id is not distinct from $2::bigint and (p.product_id is not null or p.feature = $3)
      order by p.starts_at, p.id`,
    [accountId, productId, feature, now],
  );
  return rows;
};

export const setPeriod = async (tx: Executor, paymentId: number, { startsAt, endsAt }: Period): Promise<void> => {
  await tx.query('update payment set starts_at = $2, ends_at = $3 where id = $1', [paymentId, startsAt, endsAt]);
};

/** Ends what a purchase paid for; its payments are not told to have run out then. */
export const endPayments = async (tx: Executor, purchaseId: number, now: Date): Promise<readonly number[]> => {
  const { rows } = await tx.query<{ id: number }>(
    'update payment set ended_at = coalesce(ended_at, $2) where purchase_id = $1 returning id',
    [purchaseId, now],
  );
  return rows.map(({ id }) => id);
};

/** Whether this refusal of a purchase has been told before. */
export const isRefusedAlready = async (db: Executor, purchaseId: number, why: string): Promise<boolean> => {
  const { rows } = await db.query(
    `select 1 from purchase_event where purchase_id = $1 and what = 'REFUSED' and detail = $2 limit 1`,
    [purchaseId, why],
  );
  return rows.length > 0;
};

/** Writes down that the provider was asked, and whether it said that the purchase may be paid. */
export const setChecked = async (db: Executor, id: number, now: Date, mayBePaid: boolean): Promise<void> => {
  await db.query(
    'update purchase set checked_at = $2, told_at = case when $3 then coalesce(told_at, $2) else told_at end where id = $1',
    [id, now, mayBePaid],
  );
};

/** Writes down that the money of an open purchase is going to be taken; false where it is not open any more. */
export const beginCapture = async (db: Executor, id: number, now: Date): Promise<boolean> => {
  const { rowCount } = await db.query(`update purchase set capture_at = $2 where id = $1 and status = 'CREATED'`, [
    id,
    now,
  ]);
  return rowCount === 1;
};

/** Writes down that the provider has not taken it; another capture that has begun since goes on. */
export const endCapture = async (db: Executor, id: number, began: Date): Promise<void> => {
  await db.query('update purchase set capture_at = null where id = $1 and capture_at = $2', [id, began]);
};

/** Writes down that somebody says that a purchase is paid: it is looked after before others. Waits for nobody at it. */
export const setTold = async (db: Executor, id: number, now: Date): Promise<void> => {
  await db.query(
    `update purchase set told_at = $2 where id = (select id from purchase
      where id = $1 and told_at is null and status = 'CREATED' for no key update skip locked)`,
    [id, now],
  );
};
