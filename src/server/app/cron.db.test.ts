import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { type ProductInMemory, productOn } from '#test/support/product-in-memory.ts';

const db = await testDatabase('sample');
let product: ProductInMemory;
let authorization: string;
beforeAll(async () => {
  product = await productOn(db, { SERVER_TIME_ZONE: 'Australia/Lord_Howe' });
  authorization = `Bearer ${await product.signIn('cron@example.org', { admin: true })}`;
});
afterAll(() => product.close());

const asked = (query: Record<string, string>) =>
  product.app.inject({ url: '/api/admin/cron', query, headers: { authorization } });

it('tells administrators what an expression means in SERVER_TIME_ZONE', async () => {
  const answer = await asked({ expression: '0 45 1 * * *', from: '2026-04-04T00:00:00Z', count: '2' });
  expect(answer.statusCode).toBe(200);
  expect(answer.json().data).toEqual({
    ...{ valid: true, reason: null, field: null, words: 'Every day at 01:45', tooFrequent: false },
    next: ['2026-04-04T14:45:00.000Z', '2026-04-05T15:15:00.000Z'],
    timeZone: 'Australia/Lord_Howe',
  });
});

it.each([
  ['hour', '0 0 25 * * *'],
  ['dayOfWeek', '0 0 0 * * (a+)+$'],
  [null, '*'.repeat(1_000)],
  ['second', '\u202e0 0 0 * * *'],
  [null, '😀 * * * *'.repeat(20)],
])('answers 200 with what is wrong at %s', async (field, expression) => {
  const answer = await asked({ expression });
  expect(answer.statusCode).toBe(200);
  expect(answer.json().data).toMatchObject({ valid: false, field, reason: expect.any(String), next: [] });
});

it.each([
  ['timeZone', { timeZone: 'Europe/Nowhere' }],
  ['timeZone', { timeZone: '../../etc/localtime' }],
  ['count', { count: '51' }],
  ['from', { from: 'tomorrow' }],
  ['cronStartupTime', { cronStartupTime: '24:00' }],
  ['cronShutdownDate', { cronShutdownDate: '2026-02-30' }],
  ['expression', { expression: '*'.repeat(1_001) }],
])('refuses %s', async (field, query) => {
  const answer = await asked({ expression: '@daily', ...query });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ reason: 'invalid_parameter', details: [{ field }] });
});
