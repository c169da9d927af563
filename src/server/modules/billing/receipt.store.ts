import type { Executor } from '#server/platform/db/database.ts';
import type { PaidPurchase, ReceiptTerms } from './receipt.rules.ts';

/** Keeps what the receipt of a purchase says; answers the buyer's address, null where the account is deleted. */
export const setReceipt = async (tx: Executor, purchaseId: number, terms: ReceiptTerms): Promise<string | null> => {
  const { rows } = await tx.query<{ email: string | null }>(
    `update purchase u set receipt = $2 from account a where u.id = $1 and a.id = u.account_id
      returning case when a.deleted_at is null then a.email end as email`,
    [purchaseId, JSON.stringify(terms)],
  );
  return rows[0]?.email ?? null;
};

/** What a receipt is written from; null without one, or where the account is deleted. */
export const findReceipt = async (db: Executor, purchaseId: number): Promise<PaidPurchase | null> => {
  const { rows } = await db.query<PaidPurchase & Record<string, unknown>>(
    `select u.id, u.order_id as "orderId", u.provider, u.test, u.settled_at as "paidAt", a.email, u.receipt as terms,
        (select json_agg(json_build_object('feature', p.feature, 'quantity', p.quantity, 'cents', p.price_cents)
          order by p.id) from payment p where p.purchase_id = u.id) as items
      from purchase u join account a on a.id = u.account_id
      where u.id = $1 and u.receipt is not null and a.deleted_at is null`,
    [purchaseId],
  );
  return rows[0] ?? null;
};
