import type { Letter } from '#server/platform/mail/letter.rules.ts';
import { euroText, monthsText } from './billing.rules.ts';

/** What the operator says on receipts; a purchase keeps it as it was when it was paid. */
export interface ReceiptTerms {
  /** Lines of name and address; none: the operator has not said. */
  readonly seller: readonly string[];
  readonly sellerId: string;
  readonly taxName: string;
  /** Thousandths of a percent that prices contain; 0: no tax is named. */
  readonly taxMilli: number;
  readonly note: string;
}

const WHOLE = 100_000n;

/** What a price in cents holds of a tax that it contains: the rest is rounded to a cent, half upwards, and the two add up. */
export const taxIn = (cents: number, taxMilli: number): { readonly net: number; readonly tax: number } => {
  const whole = WHOLE + BigInt(taxMilli);
  const net = Number((2n * BigInt(cents) * WHOLE + whole) / (2n * whole));
  return { net, tax: cents - net };
};

/** `21 %`, `5.5 %`. */
const percentText = (taxMilli: number): string => `${taxMilli / 1_000} %`;

export interface ReceiptItem {
  readonly feature: string;
  /** Months. */
  readonly quantity: number;
  /** In all. */
  readonly cents: number;
}

export interface PaidPurchase {
  readonly id: number;
  readonly orderId: string;
  readonly provider: string;
  readonly test: boolean;
  readonly paidAt: Date;
  readonly email: string;
  readonly terms: ReceiptTerms;
  readonly items: readonly ReceiptItem[];
}

/** What the number of a receipt is made of: the purchase. */
export const receiptNumber = (purchaseId: number): string => `R-${String(purchaseId).padStart(6, '0')}`;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** A receipt as a letter; the tax is that of its lines, each rounded by itself. */
export const receiptLetter = (paid: PaidPurchase, site: string): Letter => {
  const { terms, items, email, orderId, provider, test } = paid;
  const parts = items.map(({ cents }) => taxIn(cents, terms.taxMilli));
  const number = receiptNumber(paid.id);
  return {
    subject: `${test ? 'Test payment: receipt' : 'Receipt'} ${number}`,
    paragraphs: [
      `Thank you for your payment at ${site}.`,
      ...(test ? ['Test payment: no money was moved.'] : []),
      ...(terms.seller.length > 0 ? [[...terms.seller, terms.sellerId].filter((one) => one !== '').join('\n')] : []),
    ],
    rows: [
      ['Receipt', number],
      ['Date', paid.paidAt.toISOString().slice(0, 10)],
      ['Buyer', email],
      ...items.map(
        ({ feature, quantity, cents }) =>
          [feature, `${monthsText(quantity)} at ${euroText(cents / quantity)}: ${euroText(cents)}`] as const,
      ),
      ...(terms.taxMilli > 0
        ? ([
            ['Net', euroText(sum(parts.map(({ net }) => net)))],
            [`${terms.taxName} ${percentText(terms.taxMilli)}`, euroText(sum(parts.map(({ tax }) => tax)))],
          ] as const)
        : []),
      ['Total', euroText(sum(items.map(({ cents }) => cents)))],
      ['Paid through', `${provider}, order ${orderId}`],
    ],
    ...(terms.note !== '' && { after: [terms.note] }),
  };
};
