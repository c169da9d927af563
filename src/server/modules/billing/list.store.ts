import type { PaymentStatus } from '#contracts/billing.api.ts';
import type { Executor } from '#server/platform/db/database.ts';
import type { ReceiptTerms } from './receipt.rules.ts';

export interface PaymentRow {
  readonly idPayment: number;
  readonly idProduct: number | null;
  readonly feature: string;
  readonly startDate: Date | null;
  readonly endDate: Date | null;
  readonly quantity: number;
  /** Cents. */
  readonly price: number;
  readonly status: PaymentStatus;
  readonly insertDate: Date;
  readonly provider: string;
  readonly order: string;
  readonly test: boolean;
  readonly purchaseId: number;
  /** Null until it is completed. */
  readonly terms: ReceiptTerms | null;
  /** When it was completed first; null until then. */
  readonly paidAt: Date | null;
}

/** The payments of an account, newest first. */
export const findPayments = async (db: Executor, accountId: number): Promise<readonly PaymentRow[]> => {
  const { rows } = await db.query<PaymentRow & Record<string, unknown>>(
    `select p.id as "idPayment", p.product_id as "idProduct", p.feature, p.starts_at as "startDate",
        p.ends_at as "endDate", p.quantity, p.price_cents as price, u.status, u.inserted_at as "insertDate", u.provider,
        coalesce(u.order_id, '') as "order", u.test, u.id as "purchaseId", u.receipt as terms,
        (select min(e.at) from purchase_event e where e.purchase_id = u.id and e.what = 'COMPLETED') as "paidAt"
      from purchase u join payment p on p.purchase_id = u.id where u.account_id = $1 order by u.id desc, p.id desc`,
    [accountId],
  );
  return rows;
};

export interface PaidRow {
  /** Null when the account has no live token. */
  readonly idToken: number | null;
  readonly sealed: Buffer | null;
  readonly rol: string;
  readonly requests: number;
  readonly startDate: Date;
  readonly endDate: Date;
  readonly idPayment: number;
  readonly email: string;
  readonly feature: string;
  readonly quantity: number;
  readonly cents: number;
  readonly provider: string;
  readonly order: string;
}

/** The ids of the payments that run at a moment, the newest first. */
export const findPaidIds = async (db: Executor, now: Date): Promise<readonly number[]> => {
  const { rows } = await db.query<{ id: number }>(
    `select p.id from payment p join purchase u on u.id = p.purchase_id join account a on a.id = u.account_id
      where u.status = 'COMPLETED' and p.starts_at <= $1 and p.ends_at > $1 and a.deleted_at is null
      order by p.starts_at desc, p.id desc`,
    [now],
  );
  return rows.map(({ id }) => id);
};

/** Payments by their ids, in the same order, each with the largest role that it grants. */
export const findPaid = async (db: Executor, ids: readonly number[]): Promise<readonly PaidRow[]> => {
  const { rows } = await db.query<PaidRow & Record<string, unknown>>(
    `select t.id as "idToken", t.sealed, coalesce(r.rol, '') as rol, coalesce(r.requests, 0) as requests,
        p.starts_at as "startDate", p.ends_at as "endDate", p.id as "idPayment", a.email, p.feature, p.quantity,
        p.price_cents as cents, u.provider, u.order_id as "order"
      from unnest($1::bigint[]) with ordinality sought (id, place) join payment p on p.id = sought.id
        join purchase u on u.id = p.purchase_id join account a on a.id = u.account_id
        left join api_token t on t.account_id = a.id and t.first and t.retired_at is null
        left join lateral (select r.rol, r.requests from plan_role r where r.id = any (p.role_ids)
          order by r.requests desc, r.rol limit 1) r on true
      order by sought.place`,
    [ids],
  );
  return rows;
};

/** How many payments for each product run now. */
export const countActivePayments = async (db: Executor): Promise<ReadonlyMap<number, number>> => {
  const { rows } = await db.query<{ id: number; count: number }>(
    `select p.product_id as id, count(*)::int as count from payment p join purchase u on u.id = p.purchase_id
      where p.product_id is not null and u.status = 'COMPLETED' and p.starts_at <= now() and p.ends_at > now() group by 1`,
  );
  return new Map(rows.map(({ id, count }) => [id, count]));
};

/** Whether an order that is not settled would grant a plan role. */
export const isRoleOrdered = async (db: Executor, roleId: number): Promise<boolean> => {
  const { rows } = await db.query(
    `select 1 from payment p join purchase u on u.id = p.purchase_id
      where u.status = 'CREATED' and $1::bigint = any (p.role_ids) limit 1`,
    [roleId],
  );
  return rows.length > 0;
};
