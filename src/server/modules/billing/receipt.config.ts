import type { Configuration, Setting } from '../configuration/configuration.service.ts';
import { rate, typed } from '../configuration/form.rules.ts';
import type { ReceiptTerms } from './receipt.rules.ts';

const line = typed('a text of up to 300 characters', (text) => (text.length <= 300 ? text : null));

export const RECEIPT_SETTINGS: readonly Setting[] = [
  {
    key: 'RECEIPT_SELLER',
    value: '',
    description: 'Who sells, on receipts: name and address, lines separated by semicolons.',
    takes: line,
  },
  {
    key: 'RECEIPT_SELLER_ID',
    value: '',
    description: "The seller's number for taxes, on receipts, with what it is called: VAT ID ES12345678A.",
    takes: line,
  },
  { key: 'RECEIPT_TAX_NAME', value: 'VAT', description: 'What the tax in prices is called on receipts.', takes: line },
  {
    key: 'RECEIPT_TAX_PERCENT',
    value: '0',
    description: 'The tax that prices contain, in percent, with up to three decimals; 0: receipts name none.',
    takes: rate,
  },
  { key: 'RECEIPT_NOTE', value: '', description: 'What stands at the end of receipts.', takes: line },
];

const MILLI = 1_000;

/** What receipts say at this moment of the seller and the tax. */
export const receiptTermsOf = (configuration: Pick<Configuration, 'text' | 'number'>) => (): ReceiptTerms => ({
  seller: configuration
    .text('RECEIPT_SELLER')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
  sellerId: configuration.text('RECEIPT_SELLER_ID').trim(),
  taxName: configuration.text('RECEIPT_TAX_NAME').trim() || 'Tax',
  taxMilli: Math.round(configuration.number('RECEIPT_TAX_PERCENT') * MILLI),
  note: configuration.text('RECEIPT_NOTE').trim(),
});
