import { expect, it } from 'vitest';
import type { Executor } from '#server/platform/db/database.ts';
import { allOf } from '#server/platform/db/steps.ts';
import { createPaymentLists } from './list.service.ts';

const START = new Date('2026-03-01T12:00:00Z');
const END = new Date('2026-04-01T12:00:00Z');

/** Lists over rows that the database answers with. */
const listsOf = (...rows: readonly object[]) =>
  createPaymentLists({
    db: { query: async () => ({ rows }) } as unknown as Executor,
    tokens: { shown: (sealed) => `shown ${sealed}` },
    now: () => START,
  });

it('a payment is told with its moments as text and its price in euros', async () => {
  const row = { idPayment: 1, price: 1_999, insertDate: START, terms: null };
  const lists = listsOf({ ...row, startDate: START, endDate: END }, { ...row, startDate: null, endDate: null });
  const told = { idPayment: 1, price: 19.99, insertDate: '2026-03-01T12:00:00.000Z', receipt: null };
  expect(await lists.payments({ accountId: 1 })).toEqual([
    { ...told, startDate: '2026-03-01T12:00:00.000Z', endDate: '2026-04-01T12:00:00.000Z' },
    { ...told, startDate: null, endDate: null },
  ]);
});

it('what is paid for is told with the token of its account, empty where there is none', async () => {
  const paid = { idPayment: 1, email: 'a@example.org', feature: 'Basic', quantity: 2, provider: 'paypal', order: 'O' };
  const row = { ...paid, rol: 'BASIC', requests: 25_000, startDate: START, endDate: END, cents: 1_800 };
  const lists = listsOf({ ...row, idToken: 7, sealed: Buffer.from('sealed') }, { ...row, idToken: null, sealed: null });
  const told = {
    rol: 'BASIC',
    startDate: '2026-03-01T12:00:00.000Z',
    endDate: '2026-04-01T12:00:00.000Z',
    maxRequests: 25_000,
    paidDetail: { ...paid, price: 18 },
  };
  expect(await allOf(await lists.paidActives())).toEqual([
    { ...told, token: 'shown sealed', idToken: 7 },
    { ...told, token: '', idToken: null },
  ]);
});
