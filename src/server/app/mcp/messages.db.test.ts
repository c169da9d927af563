import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { type ProductInMemory, productOn, TEST_URL } from '#test/support/product-in-memory.ts';

/** What goes over the wire at the agents' door, message by message. */

const db = await testDatabase('sample');
let product: ProductInMemory;
beforeAll(async () => {
  product = await productOn(db);
});
afterAll(() => product?.close());

const post = (payload: unknown, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  product.app.inject({
    method: 'POST',
    remoteAddress,
    url: '/mcp',
    headers: {
      ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      ...{ authorization: `Bearer ${product.token}`, ...headers },
    },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });
/** What an answer says, as JSON or as the one event of a stream. */
const replyIn = ({ body }: { readonly body: string }) => JSON.parse(body.replace(/^[^{]*/, ''));
const callOf = (name: string, given: object) => ({
  ...{ jsonrpc: '2.0', id: 7, method: 'tools/call' },
  params: { name, arguments: given },
});

describe('a message', () => {
  const list = { jsonrpc: '2.0', id: 'a', method: 'tools/list' };

  it('is judged like the call of the data API that it is made into', async () => {
    const answers = await Promise.all([
      post(callOf('title', { imdbId: 'tt0068646' }), { authorization: 'Bearer kdx_x' }),
      post(list, { authorization: '' }),
      post(callOf('delete', {}), { authorization: 'Bearer kdx_x' }),
      post('not JSON', { authorization: 'Bearer kdx_x' }),
    ]);
    for (const answer of answers) {
      expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([401, expect.stringMatching(/^Bearer/)]);
      const data = { reason: expect.stringMatching(/^token_/), requestId: expect.stringMatching(/./) };
      expect(answer.json()).toMatchObject({ jsonrpc: '2.0', error: { code: -32_000, data } });
    }
    expect(answers.map((answer) => answer.json().id)).toEqual([7, 'a', 7, null]);
  });

  it('is not taken from the page of another site, whatever name that has', async () => {
    const host = 'rebound.example:8080';
    const foreign = await post(list, { origin: `http://${host}`, host });
    expect([foreign.statusCode, foreign.json()]).toEqual([
      403,
      expect.objectContaining({ id: 'a', error: expect.objectContaining({ data: { reason: 'anti_forgery' } }) }),
    ]);
    expect((await post(list, { origin: 'null' })).statusCode).toBe(403);
    expect((await post(list, { origin: TEST_URL })).statusCode).toBe(200);
  });

  it('is one message, in JSON, of a size that messages have', async () => {
    const refused = async (payload: unknown, headers?: Record<string, string>) => {
      const answer = await post(payload, headers);
      const { error, reason } = replyIn(answer);
      return [answer.statusCode, error?.code ?? reason];
    };
    expect(await refused('not JSON')).toEqual([400, -32_700]);
    expect(await refused('null')).toEqual([400, -32_600]);
    expect(await refused([list, list])).toEqual([400, -32_600]);
    expect(await refused({ jsonrpc: '2.0', id: 1, method: 'nothing' })).toEqual([200, -32_601]);
    expect(await refused(list, { 'content-type': 'text/plain' })).toEqual([415, -32_000]);
    expect(await refused(callOf('search', { q: 'x'.repeat(70_000) }))).toEqual([413, 'body_too_large']);
  });

  it('begins nothing that lasts: there is no session, and no stream', async () => {
    const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'agent', version: '1' } };
    const begun = await post({ jsonrpc: '2.0', id: 1, method: 'initialize', params: hello });
    expect([begun.statusCode, begun.headers['mcp-session-id'], begun.headers['cache-control']]).toEqual([
      ...[200, undefined, 'no-store'],
    ]);
    expect((await post({ jsonrpc: '2.0', method: 'notifications/initialized' })).statusCode).toBe(202);
    const stream = await product.get('/mcp', { accept: 'text/event-stream' });
    expect([stream.statusCode, stream.headers.allow]).toEqual([405, 'POST']);
    expect((await product.app.inject({ method: 'DELETE', url: '/mcp' })).statusCode).toBe(404);
  });
});

describe('a call of a tool', () => {
  const textIn = (answer: { readonly body: string }): string => replyIn(answer).result.content[0].text;
  /** Calls as an administrator. */
  const asAdmin = async (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) => {
    admin ??= await product.signIn('admin@example.org', { admin: true });
    const answer = await product.app.inject({
      ...{ method, url, headers: { authorization: `Bearer ${admin}` } },
      ...(payload && { payload }),
    });
    expect([answer.statusCode, answer.json().error]).toEqual([200, null]);
    return answer.json().data;
  };
  let admin: string | undefined;

  it('tells how the day stands, and when it is over', async () => {
    const token = await db.transaction(async (tx) => {
      const accountId = await product.accounts.ensure(tx, 'two@example.org');
      await product.accounts.setMaxRequests(tx, accountId, 2);
      return product.tokens.issue(tx, accountId);
    });
    const authorization = `Bearer ${token}`;
    const first = await post(callOf('title', { imdbId: 'tt0068646', fields: 'title' }), { authorization });
    expect([first.headers['x-ratelimit-remaining'], textIn(first)]).toEqual(['1', '{"title":"The Godfather"}']);
    await post({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, { authorization });
    await post(callOf('title', { imdbId: 'tt9999999' }), { authorization });
    const spent = await post(callOf('title', { imdbId: 'tt0068646' }), { authorization });
    expect([spent.statusCode, Number(spent.headers['retry-after']) > 0]).toEqual([200, true]);
    expect(textIn(spent)).toMatch(/^quota_spent: .*\nIt can be tried again in \d+ s\.$/);
  });

  it('says once what is wrong', async () => {
    const text = textIn(await post(callOf('search', { query: 'godfather' })));
    expect(text.match(/q is missing/g)).toHaveLength(1);
    expect(text).toContain('query is not known here');
  });

  it('follows an id to where its record stands', async () => {
    expect(textIn(await post(callOf('title', { imdbId: 'tt000068646', fields: ['imdbId'] })))).toBe(
      '{"imdbId":"tt0068646"}',
    );
  });

  it('finds nothing that the data API would not find: adult titles by their id alone', async () => {
    const changes = Object.entries({ type: 'M', title: 'Doors of Quartz', adult: true }).map(([part, value]) => ({
      ...{ part, value },
    }));
    const { imdbId } = await asAdmin('POST', '/api/admin/imdb', { kind: 'movie', changes });
    const found = JSON.parse(textIn(await post(callOf('search', { q: 'doors of quartz' }))));
    expect([found.items, found.total]).toEqual([[], 0]);
    expect(textIn(await post(callOf('title', { imdbId, fields: ['title', 'adult'] })))).toBe(
      '{"title":"Doors of Quartz","adult":true}',
    );
  });

  it('stands in the audit as the call of the data API that it is, with who made it and by which door', async () => {
    await post(callOf('search', { q: 'seen by the audit' }), { 'user-agent': 'agent/7' }, '192.0.2.7');
    const rows = await asAdmin('GET', '/api/admin/audit?uri=seen%2Bby%2Bthe%2Baudit');
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      ...{ method: 'GET', uri: '/api/v1/search?q=seen+by+the+audit', ip: '192.0.2.7', token: product.token },
      headers: 'user-agent: agent/7 | accept: application/json | referer: /mcp',
    });
  });

  it('counts once among the requests of a second, whoever is refused for it told when to come again', async () => {
    const rows = await asAdmin('GET', '/api/admin/configuration?prefix=API_BURST_TOKEN');
    const set = (value1: string) => {
      const { idConfiguration, key, description } = rows[0];
      return asAdmin('PATCH', '/api/admin/configuration', { idConfiguration, key, description, value1 });
    };
    // One request in a thousand seconds.
    await set('0.001');
    const [first, second] = [
      await post(callOf('title', { imdbId: 'tt0068646' })),
      await post(callOf('title', { imdbId: 'tt0068646' })),
    ];
    const list = await post({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    await set('0');
    expect(textIn(first)).toContain('"The Godfather"');
    expect(textIn(second)).toMatch(/^burst: .*\nIt can be tried again in 1 s\.$/);
    expect([list.statusCode, list.headers['retry-after'], replyIn(list).error.data.reason]).toEqual([
      429,
      '1',
      'burst',
    ]);
  });
});
