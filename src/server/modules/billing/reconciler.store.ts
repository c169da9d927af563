import type { Executor } from '#server/platform/db/database.ts';
import type { ProviderName } from './provider.ts';
import type { Ordered } from './settle.store.ts';

const ORDERED = `u.id, u.account_id as "accountId", u.provider, u.request_id as "requestId", u.order_id as "orderId",
  u.amount_cents as "amountCents", u.currency, u.payee, u.status, u.test, u.capture_at as "captureAt", u.inserted_at as "insertedAt"`;

/** PayPal lets a payment be given back for as long as this after it was taken. */
const REFUNDABLE_DAYS = 180;

/** Which purchases, `d`, their provider should be asked about at $2. */
const DUE = `d.order_id is not null and d.provider = any ($1) and (
  (d.status = 'CREATED' and d.inserted_at < $2::timestamptz - interval '1 minute'
    and (d.checked_at is null or d.checked_at <= $2::timestamptz
      - greatest(interval '50 seconds', least(($2::timestamptz - d.inserted_at) / 10, interval '1 hour'))))
  or (d.status = 'CANCELLED' and d.settled_at < $2::timestamptz - interval '2 minutes'
    and d.settled_at > $2::timestamptz - interval '7 days'
    and (d.checked_at is null or d.checked_at < d.settled_at + interval '2 minutes'))
  or (d.status = 'COMPLETED' and d.checked_at < $2::timestamptz - interval '1 day' and (
    d.checked_at < d.settled_at + $4 * interval '1 day'
    or exists (select 1 from payment p where p.purchase_id = d.id and p.ended_at is null))))`;

/**
 * Takes up to `most` purchases in hand that their provider should be asked about, for this node alone:
 * open ones older than a minute, first every minute, later whenever a tenth of their age has passed, and once an hour;
 * cancelled ones once more after two minutes, by when every call that was going on has ended;
 * paid ones once a day, while they run and as long as money can be given back, since a refund may have been announced
 * while nobody was here to hear it.
 * In the order in which to ask: first those that are said to be paid, last those that were settled; of each kind every
 * account's first, then every account's second and so on, so that nobody's many delay another's one.
 */
export const claimDue = async (
  db: Executor,
  providers: readonly ProviderName[],
  now: Date,
  most: number,
): Promise<readonly Ordered[]> => {
  const { rows } = await db.query<Ordered & Record<string, unknown>>(
    `with due as (
        select d.id, d.checked_at, k.kind,
            row_number() over (partition by k.kind, d.account_id order by d.checked_at nulls first, d.id) as turn
          from purchase d, lateral (select case when d.status = 'COMPLETED' then 2
            when d.told_at is null then 1 else 0 end as kind) k
          where ${DUE}),
      mine as (
        select d.id, due.kind, due.turn, due.checked_at from purchase d join due on due.id = d.id
          where ${DUE}
          order by due.kind, due.turn, due.checked_at nulls first, d.id limit $3 for update of d skip locked),
      taken as (
        update purchase u set checked_at = $2::timestamptz from mine where u.id = mine.id
          returning ${ORDERED}, mine.kind, mine.turn, mine.checked_at)
      select id, "accountId", provider, "requestId", "orderId", "amountCents", currency, payee, status, test, "insertedAt"
        from taken order by kind, turn, checked_at nulls first, id`,
    [providers, now, most, REFUNDABLE_DAYS],
  );
  return rows;
};

/** Makes a purchase due again as if nobody had asked about it. */
export const forgetCheck = async (db: Executor, id: number): Promise<void> => {
  await db.query('update purchase set checked_at = null where id = $1', [id]);
};

/** Accounts with purchases that never got an order, and that nobody has been at since `before`. */
export const findOrderless = async (db: Executor, before: Date): Promise<readonly number[]> => {
  const { rows } = await db.query<{ id: number }>(
    `select distinct account_id as id from purchase
      where status = 'CREATED' and order_id is null and greatest(inserted_at, begun_at) < $1 order by 1`,
    [before],
  );
  return rows.map(({ id }) => id);
};

/** Gives those of an account up. */
export const cancelOrderless = async (
  tx: Executor,
  accountId: number,
  now: Date,
  before: Date,
): Promise<readonly number[]> => {
  const { rows } = await tx.query<{ id: number }>(
    `update purchase set status = 'CANCELLED', settled_at = $2, idempotency_key = null
      where account_id = $1 and status = 'CREATED' and order_id is null and greatest(inserted_at, begun_at) < $3
      returning id`,
    [accountId, now, before],
  );
  return rows.map(({ id }) => id);
};

export interface Ended {
  readonly purchaseId: number;
  readonly feature: string;
  readonly test: boolean;
}

const OVER = `u.id = p.purchase_id and u.status = 'COMPLETED' and p.ended_at is null and p.ends_at <= $1`;

/** Accounts with payments whose time is over and was not told to be. */
export const findOver = async (db: Executor, now: Date): Promise<readonly number[]> => {
  const { rows } = await db.query<{ id: number }>(
    `select distinct u.account_id as id from payment p join purchase u on ${OVER} order by 1`,
    [now],
  );
  return rows.map(({ id }) => id);
};

/** Those payments of an account, each told once. */
export const endDue = async (tx: Executor, accountId: number, now: Date): Promise<readonly Ended[]> => {
  const { rows } = await tx.query<Ended & Record<string, unknown>>(
    `update payment p set ended_at = $1 from purchase u where ${OVER} and u.account_id = $2
      returning p.purchase_id as "purchaseId", p.feature, u.test`,
    [now, accountId],
  );
  return rows;
};

/** Forgets messages that no provider sends again. */
export const dropOldEvents = async (db: Executor, before: Date): Promise<void> => {
  await db.query('delete from webhook_event where received_at < $1', [before]);
};
