import { expect, it } from 'vitest';
import { write } from '#server/platform/mail/letter.rules.ts';
import { type PaidPurchase, receiptLetter, taxIn } from './receipt.rules.ts';

it.each([
  [2_700, 21_000, 2_231, 469],
  [900, 19_000, 756, 144],
  [1_999, 5_500, 1_895, 104],
  [105, 110_000, 50, 55],
  [3, 100_000, 2, 1],
  [1, 300_000, 0, 1],
  [900, 0, 900, 0],
  [2_147_483_647, 7_700, 1_993_949_533, 153_534_114],
])('%i cents hold of a tax of %i thousandths of a percent: %i and %i', (cents, milli, net, tax) => {
  expect(taxIn(cents, milli)).toEqual({ net, tax });
});

it('what a price is made of adds up, and the net with its tax is the price again to half a cent', () => {
  for (let cents = 1; cents < 3_000; cents += 7)
    for (const milli of [0, 1, 5_500, 7_000, 19_000, 21_000, 100_000]) {
      const { net, tax } = taxIn(cents, milli);
      expect(net + tax).toBe(cents);
      expect(Math.abs(cents - (net * (100_000 + milli)) / 100_000)).toBeLessThanOrEqual((100_000 + milli) / 200_000);
    }
});

const PAID: PaidPurchase = {
  ...{ id: 7, orderId: 'ORDER', provider: 'paypal', test: false, email: 'ann@example.org' },
  paidAt: new Date('2026-03-01T12:00:00Z'),
  terms: { seller: ['Films <Ltd>', 'Street 1'], sellerId: 'VAT ID 1', taxName: 'VAT', taxMilli: 19_000, note: 'Bye.' },
  items: [
    { feature: 'Basic', quantity: 3, cents: 2_700 },
    { feature: 'More', quantity: 1, cents: 999 },
  ],
};

it('a receipt names the seller, the prices a month, the tax of its items, and the total', () => {
  expect(write(receiptLetter(PAID, 'films.example')).text).toBe(
    [
      'Thank you for your payment at films.example.',
      'Films <Ltd>\nStreet 1\nVAT ID 1',
      'Receipt: R-000007\nDate: 2026-03-01\nBuyer: ann@example.org\nBasic: 3 months at €9.00: €27.00\nMore: 1 month at €9.99: €9.99\nNet: €31.08\nVAT 19 %: €5.91\nTotal: €36.99\nPaid through: paypal, order ORDER',
      'Bye.\n',
    ].join('\n\n'),
  );
});

it('a receipt names no seller and no tax where there is none, and says of a test that it is one', () => {
  const terms = { seller: [], sellerId: 'x', taxName: 'VAT', taxMilli: 0, note: '' };
  const { subject, text } = write(receiptLetter({ ...PAID, terms, test: true }, 'films.example'));
  expect(subject).toBe('Test payment: receipt R-000007');
  expect(text).toContain('no money was moved');
  expect(text).not.toMatch(/VAT|Net|Films/);
});
