import { afterAll, describe, expect, it } from 'vitest';
import { AwayError, type HttpApp, httpApp, PAGES_OF_OURS } from '#test/support/http-app.ts';

const apps: HttpApp[] = [];
const open = (...args: Parameters<typeof httpApp>): HttpApp => {
  const app = httpApp(...args);
  apps.push(app);
  return app;
};
afterAll(() => Promise.all(apps.map(({ app }) => app.close())));

const THING = '/api/v1/thing/1';
const BOB = { authorization: 'Bearer bob' };

describe('what an answer costs', () => {
  it.each([
    ['200', THING],
    ['400', `${THING}?wrong=1`],
    ['404', '/api/v1/nothing'],
  ])('is one for a %s', async (status, url) => {
    for (const headers of [{}, BOB]) {
      const { get, spent } = open();
      const answer = await get(url, headers);
      expect(String(answer.statusCode)).toBe(status);
      expect(answer.headers['x-ratelimit-remaining']).toBe('7');
      expect(spent.map(([, cost]) => cost)).toEqual([1]);
    }
  });

  it('is nothing for what the caller has already, also out of the cache', async () => {
    for (const headers of [{}, BOB]) {
      const { get, spent } = open();
      const etag = String((await get(THING, headers)).headers.etag);
      expect((await get(THING, { ...headers, 'if-none-match': etag })).statusCode).toBe(304);
      expect(spent).toHaveLength(1);
    }
  });

  it('is nothing for 308, 401, a failure of ours, a database that is away, and a free call', async () => {
    const { get, spent, app } = open();
    expect((await get('/api/v1/thing/308')).statusCode).toBe(308);
    expect((await app.inject(THING)).statusCode).toBe(401);
    expect((await get('/api/v1/stamp')).statusCode).toBe(200);
    const broken = open(() => Promise.reject(new Error('broken')));
    expect((await broken.get(THING)).statusCode).toBe(500);
    const away = open(() => Promise.reject(new AwayError()));
    expect((await away.get(THING)).statusCode).toBe(503);
    expect([...spent, ...broken.spent, ...away.spent]).toEqual([]);
  });

  it('is what a batch holds, or one when its body is refused', async () => {
    const { call, spent } = open();
    await call({ method: 'POST', url: '/api/v1/order', payload: { ids: ['a', 'b', 'c'] } });
    await call({ method: 'POST', url: '/api/v1/order', payload: { ids: [] } });
    expect(spent.map(([, cost]) => cost)).toEqual([3, 1]);
  });
});

describe('a caller with nothing left', () => {
  it('is refused with 429 and no work is done', async () => {
    for (const headers of [{}, BOB]) {
      const { get, calls, leave, spent } = open();
      leave(0);
      const answer = await get(THING, headers);
      expect([answer.statusCode, answer.json().reason, answer.headers['retry-after']]).toEqual([
        429,
        'quota_spent',
        '60',
      ]);
      expect([calls(), spent]).toEqual([0, []]);
    }
  });

  it('is refused an answer that is kept ready, a wrong call and a wrong address too', async () => {
    const { get, leave } = open();
    await get(THING);
    leave(0);
    const urls = [THING, `${THING}?wrong=1`, '/api/v1/nothing'];
    const codes = await Promise.all(urls.map(async (url) => (await get(url)).statusCode));
    expect(codes).toEqual([429, 429, 429]);
    expect((await get(THING)).headers.etag).toBeUndefined();
  });

  it('is still told for free that nothing has changed, kept ready or not', async () => {
    for (const headers of [{}, BOB]) {
      const { get, leave, cache } = open();
      const etag = String((await get(THING, headers)).headers.etag);
      leave(0);
      expect((await get(THING, { ...headers, 'if-none-match': etag })).statusCode).toBe(304);
      cache.clear();
      expect((await get(THING, { ...headers, 'if-none-match': etag })).statusCode).toBe(304);
      expect((await get(THING, { ...headers, 'if-none-match': '"other"' })).statusCode).toBe(429);
    }
  });

  it('is refused a batch that is dearer than what is left, whole', async () => {
    const { call, leave, spent } = open();
    leave(2);
    const order = (ids: string[]) => call({ method: 'POST', url: '/api/v1/order', payload: { ids } });
    const dear = await order(['a', 'b', 'c']);
    expect([dear.statusCode, dear.json().error]).toEqual([429, expect.stringMatching(/asks for more than is left/)]);
    expect(spent).toEqual([]);
    expect((await order(['a', 'b'])).statusCode).toBe(200);
    leave(0);
    expect((await order(['a'])).json().error).toMatch(/are used up/);
  });
});

describe('the audit', () => {
  it('hears of every answer under /api with its caller and cost, and of nothing else', async () => {
    const { get, answers, app } = open();
    await get(THING);
    await get(`${THING}?wrong=1`, BOB);
    await app.inject(THING);
    await app.inject('/api/nothing');
    await app.inject('/api');
    await app.inject('/api/v1/%ZZ');
    await get('/api/v1/%ZZ');
    await app.inject({ method: 'OPTIONS', url: THING });
    await app.inject('/door');
    await app.inject('/apiary');
    await app.inject('/%ZZ');
    expect(answers.map(({ code, tokenId, cost, request }) => [request.url, code, tokenId, cost])).toEqual([
      [THING, 200, 11, 1],
      [`${THING}?wrong=1`, 400, 12, 1],
      [THING, 401, null, 0],
      ['/api/nothing', 404, null, 0],
      ['/api', 404, null, 0],
      ['/api/v1/%ZZ', 401, null, 0],
      ['/api/v1/%ZZ', 400, 11, 1],
      [THING, 204, null, 0],
    ]);
    await get('/%61pi/v1/thing/1');
    expect(answers.at(-1)).toMatchObject({ path: '/api/v1/thing/:id', code: 200, tokenId: 11 });
    for (const { elapsed } of answers) expect(elapsed).toBeGreaterThanOrEqual(0);
  });
});

it('the log holds nothing of a request that is answered, whatever level it has', async () => {
  const { app, get, logged } = open();
  const headers = { authorization: 'Bearer alice', cookie: 'a=b' };
  await get(THING);
  await get(THING, BOB);
  for (const url of [THING, `${THING}?token=alice`, `${THING}?wrong=1`, '/api/nothing', '/api/v1/%ZZ', '/door'])
    await app.inject({ url, headers });
  await app.inject({ url: THING, headers: { authorization: 'Bearer mallory' } });
  expect(logged).toEqual([]);
});

describe("a call of our pages' own", () => {
  const COOKIE = { cookie: 'other=1; XSRF-TOKEN=abc' };
  const desk = (headers: Record<string, string>, payload = '{"note":"hello"}') =>
    open().app.inject({
      method: 'POST',
      url: '/api/admin/desk',
      headers: { authorization: 'Bearer carol', 'content-type': 'application/json', ...headers },
      payload,
    });

  it('is not to be kept by anybody', async () => {
    const { statusCode, headers } = await desk({});
    expect([statusCode, headers['cache-control'], headers.etag]).toEqual([200, 'no-store', undefined]);
  });

  const types = ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'];
  const copies: Record<string, string>[] = [
    {},
    { 'x-xsrf-token': '' },
    { 'x-xsrf-token': 'abd' },
    { 'x-xsrf-token': 'abc' },
  ];
  const origins: Record<string, string>[] = [
    {},
    { origin: PAGES_OF_OURS },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ];
  it('passes only as JSON, with the copied cookie, from a page of ours or a program', async () => {
    for (const type of types)
      for (const copy of copies)
        for (const origin of origins) {
          const { statusCode } = await desk({ 'content-type': type, ...COOKIE, ...copy, ...origin });
          const isOurs = origin.origin === undefined || origin.origin === PAGES_OF_OURS;
          const copied = copy['x-xsrf-token'] === 'abc';
          const wanted = !copied || !isOurs ? 403 : type === 'application/json' ? 200 : 415;
          expect(statusCode, JSON.stringify([type, copy, origin])).toBe(wanted);
        }
  });

  it('needs no copy where there is no cookie', async () => {
    expect((await desk({ origin: PAGES_OF_OURS })).statusCode).toBe(200);
    expect((await desk({ origin: 'http://localhost:8099', host: 'localhost:8099' })).statusCode).toBe(200);
  });

  it('is judged by its credential first, then by its address, then by its input', async () => {
    const { app } = open();
    const codes = async (authorization: string) =>
      Promise.all(
        [
          { method: 'POST', url: '/api/admin/desk', payload: { wrong: 1 } } as const,
          { method: 'GET', url: '/api/admin/nothing' } as const,
        ].map(async (call) => (await app.inject({ ...call, headers: { authorization } })).statusCode),
      );
    expect(await codes('Bearer mallory')).toEqual([401, 401]);
    expect(await codes('Bearer carol')).toEqual([400, 404]);
  });
});

describe('a call that takes nothing', () => {
  const call = (url: string, payload?: string) =>
    open().call({
      method: payload === undefined ? 'GET' : 'POST',
      url,
      ...(payload !== undefined && { payload, headers: { 'content-type': 'application/json' } }),
    });

  it('names the parameter that it does not know', async () => {
    const { statusCode, body } = await call('/api/v1/stamp?colour=red');
    expect([statusCode, JSON.parse(body).details]).toEqual([400, [{ field: 'colour', message: 'is not known here' }]]);
    expect((await call('/api/v1/stamp')).statusCode).toBe(200);
  });

  it.each([
    ['', 200],
    ['{}', 200],
    ['{"x":1}', 400],
    ['[]', 400],
  ])('and is sent the body %j: %d', async (payload, status) => {
    expect((await call('/api/v1/bell', payload)).statusCode).toBe(status);
  });
});
