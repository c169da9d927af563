import { afterAll, describe, expect, it } from 'vitest';
import { httpApp } from '#test/support/http-app.ts';

const { app, get, spent } = httpApp();
afterAll(() => app.close());

const MESSAGE = 'is not percent-encoded UTF-8';

describe('the text of a query', () => {
  it.each(['caf%C3%A9', '100%25', '%25zz', '%EF%BF%BD', 'a+b%26c'])('%s is read', async (text) => {
    const answer = await get(`/api/v1/things?name=${text}`);
    expect([answer.statusCode, answer.json().data]).toEqual([
      200,
      [{ name: decodeURIComponent(text.replaceAll('+', ' ')) }],
    ]);
  });

  it.each([
    ['name=%zz', ['name']],
    ['name=100%', ['name']],
    ['name=%ff', ['name']],
    ['name=%C3', ['name']],
    ['name=%ED%A0%80', ['name']],
    ['name=x&page=1%&regs=%', ['page', 'regs']],
    ['name=x&n%C3%A9=%E9', ['n\u00e9']],
    ['name=x&%E9=1', ['']],
  ])('%s is refused by name', async (query, fields) => {
    const before = spent.length;
    const answer = await get(`/api/v1/things?${query}`);
    expect(answer.json()).toMatchObject({
      code: 400,
      reason: 'invalid_parameter',
      error: fields.map((field) => `${field || 'The address'} ${MESSAGE}`).join('; '),
      details: fields.map((field) => ({ field, message: MESSAGE })),
    });
    expect(spent.slice(before)).toEqual([[1, 1]]);
  });

  it('is looked at once it is known who asks, and never of what is not there', async () => {
    expect((await app.inject('/api/v1/things?name=%zz')).statusCode).toBe(401);
    expect((await get('/api/v1/nowhere?name=%zz')).statusCode).toBe(404);
  });
});
