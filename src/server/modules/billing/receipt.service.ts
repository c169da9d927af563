import { type MailWriter, mailKind, mailWriter } from '#server/modules/mail/mail.kind.ts';
import type { Mail } from '#server/modules/mail/mail.service.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import { type ReceiptTerms, receiptLetter } from './receipt.rules.ts';
import { findReceipt, setReceipt } from './receipt.store.ts';

const RECEIPT = mailKind<{ readonly purchaseId: number }>('receipt');

interface ReceiptParts {
  readonly terms: () => ReceiptTerms;
  readonly mail: Pick<Mail, 'sendMail'>;
}

/** Receipts of payments. */
export const createReceipts = ({ terms, mail }: ReceiptParts) => ({
  /** Part of the step that completes a purchase: fixes what its receipt says, and has it mailed once. */
  issue: async (tx: Transaction, { id, accountId }: { readonly id: number; readonly accountId: number }) => {
    const to = await setReceipt(tx, id, terms());
    if (to !== null)
      await mail.sendMail(tx, RECEIPT, { to, accountId, data: { purchaseId: id }, once: `receipt ${id}` });
  },
});

export type Receipts = ReturnType<typeof createReceipts>;

/** What buyers are told by mail. */
export const billingMails = ({ publicUrl }: { readonly publicUrl: string }): readonly MailWriter[] => [
  mailWriter(RECEIPT, async ({ data }, tx) => {
    const paid = await findReceipt(tx, data.purchaseId);
    return paid && receiptLetter(paid, new URL(publicUrl).host);
  }),
];
