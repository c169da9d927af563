import { afterAll, describe, expect, it } from 'vitest';
import { failure } from '#server/kernel/failure.ts';
import { AwayError, httpApp } from '#test/support/http-app.ts';

const { app, call, get } = httpApp(async (id) => {
  if (id === '404') throw failure('title_unknown', 'There is no such thing.');
  if (id === '500') throw new Error('secret words of the database');
  if (id === '501') throw Object.assign(new Error('secret words'), { statusCode: 404 });
  if (id === '502') throw null;
  if (id === '503') throw new AwayError('it is away');
  throw failure('internal');
});
afterAll(() => app.close());

const SIX = ['code', 'data', 'error', 'page', 'total', 'regs'];
const order = (payload: string | undefined, type?: string) =>
  call({
    url: '/api/v1/order',
    method: 'POST',
    ...(payload !== undefined && { payload }),
    ...(type && { headers: { 'content-type': type } }),
  });

describe('a failed answer', () => {
  it('is an envelope with a reason, is not kept, and carries what every answer carries', async () => {
    const answer = await get('/api/v1/thing/404');
    expect(answer.statusCode).toBe(404);
    expect(Object.keys(answer.json())).toEqual([...SIX, 'reason', 'details']);
    expect(answer.json()).toMatchObject({
      code: 404,
      data: null,
      error: 'There is no such thing.',
      reason: 'title_unknown',
      details: [],
    });
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
      'x-ratelimit-remaining': '7',
    });
    expect(answer.headers['x-request-id']).toBeTruthy();
    expect('etag' in answer.headers).toBe(false);
  });

  it.each(['500', '501', '502'])('to a mistake of ours says nothing (%s)', async (id) => {
    const answer = await get(`/api/v1/thing/${id}`);
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toMatchObject({ code: 500, reason: 'internal', details: [] });
    expect(answer.body).not.toContain('secret');
  });

  it('while the database is away is 503 and says when to try again', async () => {
    const { statusCode, headers, body } = await get('/api/v1/thing/503');
    expect([statusCode, headers['retry-after'], JSON.parse(body).reason]).toEqual([503, '2', 'unavailable']);
  });

  it('to HEAD has no body', async () => {
    const { statusCode, rawPayload } = await call({ url: '/api/v1/thing/404', method: 'HEAD' });
    expect([statusCode, rawPayload.length]).toEqual([404, 0]);
  });
});

describe('a credential', () => {
  it.each([
    [{}, 'token_missing'],
    [{ authorization: 'Bearer mallory' }, 'token_invalid'],
  ])('%j is refused with 401: %s', async (headers, reason) => {
    const answer = await app.inject({ url: '/api/v1/thing/1', headers });
    expect(answer.statusCode).toBe(401);
    expect(answer.json().reason).toBe(reason);
    expect(answer.headers).toMatchObject({
      'www-authenticate': 'Bearer realm="test"',
      'access-control-allow-origin': '*',
    });
  });

  it('comes before what is asked', async () => {
    expect((await app.inject('/api/v1/thing/x?y=z')).statusCode).toBe(401);
  });
});

describe('an address', () => {
  it.each(['/', '/nowhere', '/api', '/api/v2/thing/1', '/door/', '/DOOR'])('%s is unknown: 404', async (url) => {
    const answer = await app.inject(url);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ code: 404, reason: 'address_unknown' });
    expect(answer.headers['x-request-id']).toBeTruthy();
  });

  it('of the data API that is unknown asks for the token first and is counted', async () => {
    expect((await app.inject('/api/v1/nowhere')).statusCode).toBe(401);
    const answer = await get('/api/v1/nowhere');
    expect([answer.statusCode, answer.json().reason]).toEqual([404, 'address_unknown']);
    expect(answer.headers['x-ratelimit-remaining']).toBe('7');
  });

  it.each(['DELETE', 'PUT', 'POST'] as const)('is unknown to %s where only GET is known', async (method) => {
    expect((await call({ url: '/api/v1/thing/1', method })).statusCode).toBe(404);
  });

  it.each(['/api/v1/thing/%E0%A4%A', '/%zz'])('%s cannot be read: 400', async (url) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json())).toEqual([...SIX, 'reason', 'details']);
    expect(answer.headers['x-request-id']).toBeTruthy();
  });

  it('with a name far too long cannot be read', async () => {
    const answer = await get(`/api/v1/thing/${'1'.repeat(5_000)}`);
    expect([answer.statusCode, answer.json().reason]).toEqual([400, 'invalid_parameter']);
  });
});

describe('parameters', () => {
  const detailsOf = async (url: string) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().reason).toBe('invalid_parameter');
    return answer.json().details;
  };

  it.each([
    ['/api/v1/thing/x', 'id'],
    ['/api/v1/thing/1?nope=1', 'nope'],
    ['/api/v1/thing/1?size=0', 'size'],
    ['/api/v1/thing/1?size=10', 'size'],
    ['/api/v1/thing/1?size=', 'size'],
    ['/api/v1/thing/1?share=1.01', 'share'],
    ['/api/v1/thing/1?big=maybe', 'big'],
    ['/api/v1/thing/1?colour=red', 'colour'],
    ['/api/v1/thing/1?size=1&size=1', 'size'],
    ['/api/v1/thing/1?token=alice&token=alice', 'token'],
    ['/api/v1/thing/1?__proto__=1', '__proto__'],
    ['/api/v1/things', 'name'],
    ['/api/v1/things?name=', 'name'],
    ['/api/v1/things?name=a&regs=201', 'regs'],
    ['/api/v1/things?name=a&page=0', 'page'],
  ])('%s is refused naming %s', async (url, field) => {
    const details = await detailsOf(url);
    expect(details.map((detail: { field: string }) => detail.field)).toEqual([field]);
  });

  it('are told apart when there are several', async () => {
    expect(await detailsOf('/api/v1/things?page=x&more=1&more=2')).toEqual([
      { field: 'more', message: 'is given more than once' },
      { field: 'name', message: 'is missing' },
      { field: 'page', message: 'must be a whole number from 1 to 1,000,000' },
    ]);
  });

  it('reach the handler in their types, and a token is none of them', async () => {
    const answer = await app.inject('/api/v1/things?name=many&page=2&regs=5&token=bob');
    expect(answer.json()).toEqual({
      code: 200,
      data: [{ name: 'many' }],
      error: null,
      page: 2,
      total: 10_000,
      regs: 5,
    });
    expect(answer.headers['x-total-relation']).toBe('gte');
  });
});

describe('a body', () => {
  const JSON_TYPE = 'application/json';

  it('is taken as JSON, with or without a charset', async () => {
    for (const type of [JSON_TYPE, 'application/json; charset=utf-8', 'Application/JSON']) {
      expect((await order('{"ids":["a"]}', type)).statusCode).toBe(200);
    }
  });

  it.each([
    ['', 'must be an object'],
    ['{"ids":["a"]', 'is not JSON'],
    ['nonsense', 'is not JSON'],
    ['"text"', 'must be an object'],
    ['null', 'must be an object'],
    ['[]', 'must be an object'],
    [`${'['.repeat(200_000)}${']'.repeat(200_000)}`, 'holds too many values'],
    [`{"ids":[${Array(10_001).fill('"a"')}]}`, 'holds too many values'],
  ])('%.40s is refused: %s', async (payload, message) => {
    const answer = await order(payload, JSON_TYPE);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ reason: 'invalid_body', details: [{ field: '', message }] });
  });

  it.each([
    ['{}', 'ids'],
    ['{"ids":[]}', 'ids'],
    ['{"ids":["a","b","c","d"]}', 'ids'],
    ['{"ids":["abcdef"]}', 'ids.0'],
    ['{"ids":[1]}', 'ids.0'],
    ['{"ids":["a"],"note":1}', 'note'],
    ['{"ids":["a"],"more":1}', 'more'],
    ['{"ids":["a"],"constructor":1}', 'constructor'],
    ['{"ids":["a"],"__proto__":{"note":"x"}}', '__proto__'],
  ])('%s is refused naming %s', async (payload, field) => {
    const answer = await order(payload, JSON_TYPE);
    expect([answer.statusCode, answer.json().reason]).toEqual([400, 'invalid_body']);
    expect(answer.json().details.map((detail: { field: string }) => detail.field)).toEqual([field]);
  });

  it.each([undefined, 'text/plain', 'application/x-www-form-urlencoded', 'application/jsonp'])(
    'of the type %s is 415',
    async (type) => {
      const answer = await order('{"ids":["a"]}', type ?? 'application/octet-stream');
      expect([answer.statusCode, answer.json().reason]).toEqual([415, 'media_type']);
      expect(answer.headers['x-request-id']).toBeTruthy();
    },
  );

  it('that is missing altogether is refused like an empty one', async () => {
    expect((await order(undefined)).json()).toMatchObject({ code: 400, reason: 'invalid_body' });
  });

  it('over a mebibyte is 413', async () => {
    const answer = await order(`{"ids":["${'a'.repeat(1_048_576)}"]}`, JSON_TYPE);
    expect([answer.statusCode, answer.json().reason]).toEqual([413, 'body_too_large']);
  });
});

describe('a preflight', () => {
  it('is answered to anybody, without a token', async () => {
    const { statusCode, headers, body } = await app.inject({
      url: '/api/v1/order',
      method: 'OPTIONS',
      headers: {
        origin: 'https://example.org',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-api-key, content-type',
      },
    });
    expect([statusCode, body]).toEqual([204, '']);
    expect(headers).toMatchObject({ 'access-control-allow-origin': '*', 'access-control-max-age': '86400' });
    expect(headers['access-control-allow-methods']).toContain('POST');
    for (const name of ['Authorization', 'X-API-KEY', 'Content-Type', 'If-None-Match']) {
      expect(headers['access-control-allow-headers']).toContain(name);
    }
    expect('access-control-allow-credentials' in headers).toBe(false);
  });
});
