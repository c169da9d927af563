import type { Payment } from '#contracts/billing.api.ts';
import type { Exported } from '#web/lib/export.ts';
import { payments } from '#web/words/payments.ts';

const { heads } = payments;

/** All payments as a file; they are here at once. */
export const exportOf = (rows: readonly Payment[]): Exported<Payment> => ({
  fields: [
    { head: heads.feature, value: ({ feature }) => feature },
    { head: payments.order, value: ({ order }) => order },
    { head: heads.start, value: ({ startDate }) => startDate },
    { head: heads.end, value: ({ endDate }) => endDate },
    { head: heads.quantity, value: ({ quantity }) => quantity },
    { head: heads.price, value: ({ price }) => price },
    { head: heads.status, value: ({ status }) => status },
  ],
  key: ({ idPayment }) => idPayment,
  page: async (page) => ({ rows: page === 1 ? rows : [], total: rows.length }),
});
