import type { PaymentStatus } from '#contracts/billing.api.ts';
import type { Executor } from '#server/platform/db/database.ts';
import type { Line } from './billing.rules.ts';
import type { MadeOrder, OrderItem, ProviderName } from './provider.ts';

/** Makes the key of an older purchase free again. */
export const freeKeys = async (tx: Executor, accountId: number, key: string, before: Date): Promise<void> => {
  await tx.query(
    `update purchase set idempotency_key = null
      where account_id = $1 and idempotency_key = $2 and inserted_at < $3`,
    [accountId, key, before],
  );
};

export interface NewPurchase {
  readonly accountId: number;
  readonly provider: ProviderName;
  readonly test: boolean;
  readonly amountCents: number;
  readonly currency: string;
  readonly key: string | null;
  readonly asked: string;
  readonly now: Date;
}

/** The id of a new purchase, whose key nobody has used. */
export const insertPurchase = async (tx: Executor, made: NewPurchase): Promise<number> => {
  const { rows } = await tx.query<{ id: number }>(
    `insert into purchase (account_id, provider, test, amount_cents, currency, idempotency_key, asked, inserted_at, begun_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $8) returning id`,
    [made.accountId, made.provider, made.test, made.amountCents, made.currency, made.key, made.asked, made.now],
  );
  return rows[0]?.id ?? 0;
};

/** How many purchases of an account are open, and since when the oldest is; null without any. */
export const findOpen = async (
  tx: Executor,
  accountId: number,
): Promise<{ readonly count: number; readonly oldest: Date | null }> => {
  const { rows } = await tx.query<{ count: number; oldest: Date | null }>(
    `select count(*)::int as count, min(inserted_at) as oldest from purchase where account_id = $1 and status = 'CREATED'`,
    [accountId],
  );
  return rows[0] ?? { count: 0, oldest: null };
};

export const insertPayments = async (tx: Executor, purchaseId: number, lines: readonly Line[]): Promise<void> => {
  for (const line of lines)
    await tx.query(
      `insert into payment (purchase_id, product_id, feature, quantity, period_days, price_cents, role_ids)
        values ($1, $2, $3, $4, $5, $6, $7)`,
      [purchaseId, line.productId, line.feature, line.quantity, line.periodDays, line.cents, line.roleIds],
    );
};

/**
 * What happens to purchases. GRANTED follows COMPLETED; MOVED: a period begins earlier since one before it ended; REFUSED:
 * an order did not agree with its purchase.
 */
export interface PurchaseEvent {
  readonly purchaseId: number;
  readonly what: PaymentStatus | 'GRANTED' | 'MOVED' | 'EXPIRED' | 'REFUSED';
  readonly source: Source;
  readonly at: Date;
  readonly detail?: string;
}

/** Who or what said so. */
export type Source = 'buyer' | 'webhook' | 'reconcile';

export const insertEvent = async (tx: Executor, event: PurchaseEvent): Promise<void> => {
  await tx.query('insert into purchase_event (purchase_id, at, what, source, detail) values ($1, $2, $3, $4, $5)', [
    event.purchaseId,
    event.at,
    event.what,
    event.source,
    event.detail ?? null,
  ]);
};

export interface BegunPurchase {
  readonly id: number;
  readonly provider: ProviderName;
  readonly requestId: string;
  readonly asked: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly link: string | null;
}

const BEGUN = `select id, provider, request_id as "requestId", asked, amount_cents as "amountCents", currency, link
  from purchase`;

export const findByKey = async (db: Executor, accountId: number, key: string): Promise<BegunPurchase | null> => {
  const { rows } = await db.query<BegunPurchase & Record<string, unknown>>(
    `${BEGUN} where account_id = $1 and idempotency_key = $2`,
    [accountId, key],
  );
  return rows[0] ?? null;
};

export const findBegun = async (db: Executor, id: number): Promise<BegunPurchase | null> => {
  const { rows } = await db.query<BegunPurchase & Record<string, unknown>>(`${BEGUN} where id = $1`, [id]);
  return rows[0] ?? null;
};

/** Takes a purchase without an order in hand, unless somebody else has it since `longAgo`. */
export const claimPurchase = async (db: Executor, id: number, now: Date, longAgo: Date): Promise<boolean> => {
  const { rowCount } = await db.query(
    `update purchase set begun_at = $2
      where id = $1 and link is null and status = 'CREATED' and (begun_at is null or begun_at < $3)`,
    [id, now, longAgo],
  );
  return rowCount === 1;
};

export const releasePurchase = async (db: Executor, id: number): Promise<void> => {
  await db.query('update purchase set begun_at = null where id = $1 and link is null', [id]);
};

/** Writes down which order a purchase has got; false when it has another, or is over. */
export const setOrder = async (db: Executor, id: number, { orderId, link, payee }: MadeOrder): Promise<boolean> => {
  const { rowCount } = await db.query(
    `update purchase set order_id = $2, link = $3, payee = $4, begun_at = null
      where id = $1 and status = 'CREATED' and (order_id is null or order_id = $2)`,
    [id, orderId, link, payee],
  );
  return rowCount === 1;
};

/** What a purchase consists of, for the provider's page. */
export const findItems = async (db: Executor, purchaseId: number): Promise<readonly OrderItem[]> => {
  const { rows } = await db.query<OrderItem & Record<string, unknown>>(
    'select feature as name, quantity, price_cents as cents from payment where purchase_id = $1 order by id',
    [purchaseId],
  );
  return rows;
};
