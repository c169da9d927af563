import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { type ProductInMemory, productOn } from '#test/support/product-in-memory.ts';
import { type Said, written } from './logs.fixture.ts';

const db = await testDatabase('sample');
let product: ProductInMemory;
let authorization = '';

beforeAll(async () => {
  product = await productOn(db);
  authorization = `Bearer ${await product.signIn('admin@example.org', { admin: true })}`;
});
afterAll(() => product.close());

const say = (...all: readonly Said[]): void => {
  for (const one of all) product.lines.add(written(one));
};
const ask = (path: string) => product.app.inject({ url: `/api/admin/${path}`, headers: { authorization } });

it('lists what was said just before, as the screens of the document take it', async () => {
  say({ text: 'before', at: '2026-11-20T15:04:11.000Z' }, { text: 'requests failed', level: 50, category: 'user' });
  const all = (await ask('logs?regs=1')).json();
  expect(all).toMatchObject({
    code: 200,
    page: 1,
    total: 2,
    regs: 1,
    data: [{ idLog: 2, level: 'ERROR', category: 8 }],
  });
  const found = await ask(
    'logs?log=BEFORE&startDate=2026-11-20T16:04:11%2B01:00&endDate=2026-11-20T15:04:11Z&level=INFO&category=4&page=1',
  );
  expect(found.json()).toMatchObject({
    total: 1,
    data: [{ log: 'test before', level: 'INFO', insertDate: '2026-11-20T15:04:11.000Z', requestId: null, idRun: null }],
  });
  expect((await ask('logs?after=1')).json().data).toHaveLength(1);
  expect((await ask('logs/2/around')).json().data.map(({ idLog }: { idLog: number }) => idLog)).toEqual([2, 1]);
  const gone = await ask('logs/99/around');
  expect([gone.statusCode, gone.json().reason]).toEqual([404, 'log_unknown']);
  const { buckets } = (await ask('logs/histogram?level=ERROR')).json().data;
  expect(buckets.reduce((sum: number, { ERROR }: { ERROR: number }) => sum + ERROR, 0)).toBe(1);
});

it.each([
  ['log=ab', 'log', 'must be 3 to 200 characters long'],
  ['level=FATAL', 'level', 'DEBUG'],
  ['level=info', 'level', 'DEBUG'],
  ['category=10', 'category', '9'],
  ['startDate=yesterday', 'startDate', 'must be a moment'],
  ['startDate=2026-11-21T00:00:00Z&endDate=2026-11-20T23:59:59Z', 'endDate', 'must not be before startDate'],
  ['requestId=4711', 'requestId', 'is as the audit says it, such as mia1-4711'],
  ['idRun=0', 'idRun', '1'],
  ['colour=red', 'colour', ''],
])('refuses %s by the name of its field', async (query, field, words) => {
  const answer = await ask(`logs?${query}`);
  expect(answer.statusCode).toBe(400);
  const [detail] = answer.json().details;
  expect(detail.field).toBe(field);
  expect(detail.message).toContain(words);
});

it('keeps the id of a request that a line is about as the audit has it', async () => {
  const answer = await product.get('/api/v1/usage');
  const id = String(answer.headers['x-request-id']);
  say({ text: 'about it', requestId: id });
  expect((await ask(`logs?requestId=${id}`)).json().data.map(({ log }: { log: string }) => log)).toEqual([
    `test about it requestId=${id}`,
  ]);
  expect((await ask(`audit?requestId=${id}`)).json().total).toBe(1);
});

it('has every package that the documentation and the form of a name speak of', async () => {
  const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
  const named = [
    ...`${read('docs/operating.md')}${read('src/contracts/logging.api.ts')}`.matchAll(/\bkinodex(?:\.[a-z]+)+\b/g),
  ];
  const packages = new Set(named.map(([name]) => name).filter((name) => !/\.(?:json|lan|local|mjs|tgz)$/.test(name)));
  expect(packages.has('kinodex.catalog.fetch')).toBe(true);
  for (const name of packages)
    expect([name, (await ask(`logging?packageName=${name}`)).statusCode]).toEqual([name, 200]);
});
