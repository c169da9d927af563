import type { Payment, Receipt } from '#contracts/billing.api.ts';
import type { PaidActive } from '#contracts/paid.api.ts';
import type { Sold } from '#server/modules/plans/sold.ts';
import type { Tokens } from '#server/modules/tokens/token.service.ts';
import type { Database } from '#server/platform/db/database.ts';
import { byKeys, type Steps, viewed } from '#server/platform/db/steps.ts';
import {
  countActivePayments,
  findPaid,
  findPaidIds,
  findPayments,
  isRoleOrdered,
  type PaidRow,
  type PaymentRow,
} from './list.store.ts';
import type { Buyer } from './purchase.service.ts';
import { type ReceiptTerms, receiptNumber, taxIn } from './receipt.rules.ts';

export interface ListParts {
  readonly db: Pick<Database, 'query'>;
  readonly tokens: Pick<Tokens, 'shown'>;
  readonly now: () => Date;
}

/** What is sold, for those who keep products and roles. */
export const sold: Sold = { activePayments: countActivePayments, isOrdered: isRoleOrdered };

/** What the receipt of a payment says beside it; `price` in cents. */
const receiptOf = (
  purchaseId: number,
  terms: ReceiptTerms,
  date: Date,
  { price, quantity }: Pick<PaymentRow, 'price' | 'quantity'>,
): Receipt => {
  const { taxMilli, ...said } = terms;
  const { net, tax } = taxIn(price, taxMilli);
  return {
    ...said,
    seller: [...terms.seller],
    number: receiptNumber(purchaseId),
    date: date.toISOString(),
    unitPrice: price / quantity / 100,
    taxPercent: taxMilli / 1_000,
    net: net / 100,
    tax: tax / 100,
  };
};

/** Payments as people and administrators read them. */
export const createPaymentLists = ({ db, tokens, now }: ListParts) => {
  const activeOf = (row: PaidRow): PaidActive => {
    const { idPayment, email, feature, quantity, cents, provider, order } = row;
    return {
      token: row.sealed ? tokens.shown(row.sealed) : '',
      rol: row.rol,
      startDate: row.startDate.toISOString(),
      endDate: row.endDate.toISOString(),
      maxRequests: row.requests,
      paidDetail: { idPayment, email, feature, quantity, price: cents / 100, provider, order },
      idToken: row.idToken,
    };
  };

  /** A person's own payments, newest first. */
  const payments = async ({ accountId }: Buyer): Promise<Payment[]> =>
    (await findPayments(db, accountId)).map(({ purchaseId, terms, paidAt, ...row }) => ({
      ...row,
      receipt: terms && receiptOf(purchaseId, terms, paidAt ?? row.insertDate, row),
      startDate: row.startDate?.toISOString() ?? null,
      endDate: row.endDate?.toISOString() ?? null,
      insertDate: row.insertDate.toISOString(),
      price: row.price / 100,
    }));

  /** What is paid for at this moment, the newest first. */
  const paidActives = async (): Promise<Steps<PaidActive>> =>
    viewed(
      byKeys(await findPaidIds(db, now()), (ids) => findPaid(db, ids)),
      (rows) => rows.map(activeOf),
    );

  return { payments, paidActives };
};
