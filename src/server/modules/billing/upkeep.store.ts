import type { Executor } from '#server/platform/db/database.ts';
import type { ProviderName } from './provider.ts';
import type { Ordered } from './settle.store.ts';

const ORDERED = `u.id, u.account_id as "accountId", u.provider, u.request_id as "requestId", u.order_id as "orderId",
  u.amount_cents as "amountCents", u.currency, u.payee, u.status, u.test, u.inserted_at as "insertedAt"`;

/** PayPal lets a payment be given back for as long as this after it was taken. */
const REFUNDABLE_DAYS = 180;

/**
 * Takes up to `most` purchases in hand that their provider should be asked about, for this node alone:
 * open ones older than a minute, first every minute, later whenever a tenth of their age has passed, and once an hour;
 * cancelled ones once more after two minutes, by when every call that was going on has ended;
 * paid ones once a day, while they run and as long as money can be given back, since a refund may have been announced
 * while nobody was here to hear it.
 */
export const claimDue = async (
  db: Executor,
  providers: readonly ProviderName[],
  now: Date,
  most: number,
): Promise<readonly Ordered[]> => {
  const { rows } = await db.query<Ordered & Record<string, unknown>>(
    `update purchase u set checked_at = $2::timestamptz where u.id in (
        select d.id from purchase d
        where d.order_id is not null and d.provider = any ($1) and (
          (d.status = 'CREATED' and d.inserted_at < $2::timestamptz - interval '1 minute' and (d.checked_at is null
            or d.checked_at <= $2::timestamptz
              - greatest(interval '50 seconds', least(($2::timestamptz - d.inserted_at) / 10, interval '1 hour'))))
          or (d.status = 'CANCELLED' and d.settled_at < $2::timestamptz - interval '2 minutes'
            and d.settled_at > $2::timestamptz - interval '7 days'
            and (d.checked_at is null or d.checked_at < d.settled_at + interval '2 minutes'))
          or (d.status = 'COMPLETED' and d.checked_at < $2::timestamptz - interval '1 day' and (
            d.checked_at < d.settled_at + $4 * interval '1 day'
            or exists (select 1 from payment p where p.purchase_id = d.id and p.ended_at is null))))
        order by d.status = 'COMPLETED', d.checked_at nulls first limit $3 for update skip locked)
      returning ${ORDERED}`,
    [providers, now, most, REFUNDABLE_DAYS],
  );
  return rows;
};

/** Makes a purchase due again as if nobody had asked about it. */
export const forgetCheck = async (db: Executor, id: number): Promise<void> => {
  await db.query('update purchase set checked_at = null where id = $1', [id]);
};

/** Purchases that never got an order, and that nobody has been at since `before`. */
export const cancelOrderless = async (tx: Executor, now: Date, before: Date): Promise<readonly number[]> => {
  const { rows } = await tx.query<{ id: number }>(
    `update purchase set status = 'CANCELLED', settled_at = $1, idempotency_key = null
      where status = 'CREATED' and order_id is null and greatest(inserted_at, begun_at) < $2 returning id`,
    [now, before],
  );
  return rows.map(({ id }) => id);
};

export interface Ended {
  readonly id: number;
  readonly purchaseId: number;
  readonly accountId: number;
  readonly feature: string;
  readonly test: boolean;
}

/** Payments whose time is over, each told once. */
export const endDue = async (tx: Executor, now: Date): Promise<readonly Ended[]> => {
  const { rows } = await tx.query<Ended & Record<string, unknown>>(
    `update payment p set ended_at = $1 from purchase u
      where u.id = p.purchase_id and u.status = 'COMPLETED' and p.ended_at is null and p.ends_at <= $1
      returning p.id, p.purchase_id as "purchaseId", u.account_id as "accountId", p.feature, u.test`,
    [now],
  );
  return rows;
};

/** Forgets messages that no provider sends again. */
export const dropOldEvents = async (db: Executor, before: Date): Promise<void> => {
  await db.query('delete from webhook_event where received_at < $1', [before]);
};

/** Lets one node at a time do a piece of upkeep: false when another is at it. Holds until the transaction ends. */
export const lockUpkeep = async (tx: Executor): Promise<boolean> => {
  const { rows } = await tx.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [UPKEEP_LOCK]);
  return rows[0]?.mine ?? false;
};

const UPKEEP_LOCK = 7041;
