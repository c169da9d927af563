import { describe, expect, it } from 'vitest';
import { choiceOf, parseOffer, returnOf, withoutReturn } from './offer-search.ts';

describe('what the browser comes back with', () => {
  it.each([
    [{ token: 'EC1' }, { outcome: 'success', order: 'EC1' }],
    [
      { token: 'EC1', cancel: '1' },
      { outcome: 'cancel', order: 'EC1' },
    ],
    [
      { token: 'EC1', cancel: '' },
      { outcome: 'cancel', order: 'EC1' },
    ],
    [{ cancel: '1' }, null],
    [{ token: '' }, null],
    [{ token: '../admin' }, null],
    [{ token: 'x'.repeat(101) }, null],
    [{}, null],
  ])('%o means %o', (search, meant) => expect(returnOf(search)).toEqual(meant));

  it('goes from the address, with what the provider added, and leaves the choice', () => {
    const search = parseOffer({ token: 'EC1', cancel: '1', PayerID: 'P', plan: '2', period: 3 });
    expect(search).toEqual({ token: 'EC1', cancel: '1', plan: '2' });
    expect(withoutReturn(search)).toEqual({ plan: '2' });
  });
});

it.each([
  [
    { plan: '2', period: '3' },
    { plan: 2, period: 3 },
  ],
  [{ plan: '2' }, { plan: 2, period: 1 }],
  [
    { plan: '2', period: '13' },
    { plan: 2, period: 1 },
  ],
  [
    { plan: '2', period: '1.5' },
    { plan: 2, period: 1 },
  ],
  [{ plan: 'x', period: '3' }, null],
  [{ period: '3' }, null],
])('%o chooses %o', (search, choice) => expect(choiceOf(search)).toEqual(choice));
