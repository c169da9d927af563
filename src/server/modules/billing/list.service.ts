import type { Static } from 'typebox';
import type { Payment } from '#contracts/billing.api.ts';
import type { PaidActive } from '#contracts/paid.api.ts';
import type { Sold } from '#server/modules/plans/sold.ts';
import type { Tokens } from '#server/modules/tokens/token.service.ts';
import type { Database } from '#server/platform/db/database.ts';
import { countActivePayments, findPaidActives, findPayments, isRoleOrdered } from './list.store.ts';
import type { Buyer } from './purchase.service.ts';

export interface ListParts {
  readonly db: Pick<Database, 'query'>;
  readonly tokens: Pick<Tokens, 'shown'>;
  readonly now: () => Date;
}

/** What is sold, for those who keep products and roles. */
export const sold: Sold = { activePayments: countActivePayments, isOrdered: isRoleOrdered };

/** Payments as people and administrators read them. */
export const createPaymentLists = ({ db, tokens, now }: ListParts) => {
  /** A person's own payments, newest first. */
  const payments = async ({ accountId }: Buyer): Promise<Payment[]> =>
    (await findPayments(db, accountId)).map((row) => ({
      ...row,
      startDate: row.startDate?.toISOString() ?? null,
      endDate: row.endDate?.toISOString() ?? null,
      insertDate: row.insertDate.toISOString(),
      price: row.price / 100,
    }));

  /** What is paid for at this moment, the newest first. */
  const paidActives = async (): Promise<Static<typeof PaidActive>[]> => {
    return (await findPaidActives(db, now())).map((row) => {
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
    });
  };

  return { payments, paidActives };
};
