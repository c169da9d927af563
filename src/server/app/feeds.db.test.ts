import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { changesStream } from '#contracts/feed.api.ts';
import { CATALOGUE_CHANGED } from '#server/modules/catalog/catalog.events.ts';
import { takeTurn } from '#server/modules/catalog/turn.store.ts';
import { publish } from '#server/platform/bus/event.ts';
import { testDatabase } from '#test/support/database.ts';
import { follow } from '#test/support/event-stream.ts';
import { type ProductInMemory, productOn } from '#test/support/product-in-memory.ts';

const db = await testDatabase('sample');
let product: ProductInMemory;
let url = '';

beforeAll(async () => {
  product = await productOn(db);
  await product.app.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(product.app.server.address() as AddressInfo).port}${changesStream.path}`;
});
afterAll(() => product?.close());

/** Changes as a writer of records makes them; the ids that they were given. */
const write = (keys: readonly number[]): Promise<number[]> =>
  db.transaction(async (tx) => {
    await takeTurn(tx);
    const { rows } = await tx.query<{ id: number }>(
      `insert into change (kind, record_id, action) select 'movie', key, 'update' from unnest($1::bigint[]) key returning id`,
      [keys],
    );
    await publish(tx, CATALOGUE_CHANGED);
    return rows.map(({ id }) => id);
  });

const following = (query = '', token = product.token) => {
  const reader = follow(() => url + query, token);
  onTestFinished(reader.leave);
  return reader;
};
/** A reader who has been let in, and what was told from then on. */
const followed = async (query = '', token = product.token) => {
  const reader = following(query, token);
  await expect.poll(reader.last).not.toBe('');
  return reader;
};
const ask = (query = '', headers: Record<string, string> = {}) => product.get(changesStream.path + query, headers);

const newToken = (email: string) =>
  db.transaction(async (tx) => {
    const accountId = await product.accounts.ensure(tx, email);
    await product.accounts.setMaxRequests(tx, accountId, 100);
    return product.tokens.issue(tx, accountId);
  });

describe('the stream of changes', () => {
  it('tells each change once, with what v1/changes says of it', async () => {
    const reader = await followed();
    const ids = [...(await write([1, 2])), ...(await write([3]))];
    await expect.poll(() => reader.told.map(({ id }) => id)).toEqual(ids.map((id) => `c${id}`));
    const { items } = (await product.get(`/api/v1/changes?since=c${(ids[0] ?? 0) - 1}`)).json().data;
    expect(reader.told.map(({ data }) => JSON.parse(data ?? ''))).toEqual(items);
    // A cursor of the one is a cursor of the other.
    const { items: rest } = (await product.get(`/api/v1/changes?since=${reader.told[1]?.id}`)).json().data;
    expect(rest).toEqual(items.slice(2));
  });

  it('tells each once and in order to many, while many write at the same time', async () => {
    const readers = await Promise.all(Array.from({ length: 10 }, async () => following()));
    await expect.poll(() => readers.filter(({ last }) => last() !== '').length).toBe(10);
    const written = (await Promise.all(Array.from({ length: 40 }, (_, at) => write([at, at + 1])))).flat();
    const expected = written.toSorted((one, other) => one - other).map((id) => `c${id}`);
    for (const { told } of readers) await expect.poll(() => told.map(({ id }) => id)).toEqual(expected);
  });

  it('goes on behind Last-Event-ID, which counts more than since', async () => {
    const [first, second, third] = await write([11, 12, 13]);
    const reader = await followed(`?since=c${first}`);
    await expect.poll(() => reader.told.map(({ id }) => id)).toEqual([`c${second}`, `c${third}`]);
    for (const last of ['yesterday', 'c99999999', '2026-12-31T23:59:60Z'])
      expect((await ask('?since=yesterday', { 'last-event-id': last })).json(), last).toMatchObject({
        ...{ code: 400, details: [{ field: 'Last-Event-ID' }] },
      });
    expect((await ask('?since=yesterday')).json().details[0].field).toBe('since');
  });

  it('is narrowed to ids', async () => {
    const reader = await followed('?ids=tt0000021,tt0000023');
    const [first, , third] = await write([21, 22, 23]);
    await expect.poll(() => reader.told.map(({ id }) => id)).toEqual([`c${first}`, `c${third}`]);
    expect((await ask('?ids=tt1')).json()).toMatchObject({ reason: 'malformed_id', details: [{ field: 'ids' }] });
  });

  it('refuses what the feed no longer reaches back to', async () => {
    expect((await ask('?since=2001-01-01')).json()).toMatchObject({ code: 410, reason: 'cursor_expired' });
  });

  it('has the headers of an event stream, is not made for HEAD, and costs one request', async () => {
    const token = await newToken('once@example.org');
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(url, { headers });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-ratelimit-remaining': '99',
    });
    await write([31, 32]);
    const { headers: after } = await product.app.inject({ url: '/api/v1/genres', headers });
    expect(after['x-ratelimit-remaining']).toBe('98');
    await answer.body?.cancel();
    const open = product.feeds.streams.count();
    expect((await fetch(url, { method: 'HEAD', headers })).status).toBe(200);
    await expect.poll(product.feeds.streams.count).toBeLessThanOrEqual(open);
  });
});

describe('its readers', () => {
  it('may have so many streams with one token', async () => {
    const token = await newToken('greedy@example.org');
    const readers = await Promise.all(Array.from({ length: 10 }, () => followed('', token)));
    const refused = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
    expect(await refused.json()).toMatchObject({ reason: 'too_many_streams' });
    for (const { leave } of readers) leave();
    await expect
      .poll(async () => (await fetch(url, { method: 'HEAD', headers: { authorization: `Bearer ${token}` } })).status)
      .toBe(200);
  });

  it('are disconnected when their token is replaced, and let in no more', async () => {
    const token = await newToken('gone@example.org');
    const [gone, staying] = [await followed('', token), await followed()];
    const account = await db.transaction((tx) => product.accounts.ensure(tx, 'gone@example.org'));
    await product.tokens.replace(account, null);
    await expect.poll(() => gone.statuses.slice(0, 2)).toEqual([200, 401]);
    expect(staying.statuses).toEqual([200]);
  });
});
