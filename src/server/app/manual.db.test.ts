import type { RequestListener } from 'node:http';
import { afterAll, expect, it } from 'vitest';
import { TMDB_ANSWERS } from '#server/sources/tmdb/answers.fixture.ts';
import { testDatabase } from '#test/support/database.ts';
import { startService } from '#test/support/fake-service.ts';
import { type ProductInMemory, productOn } from '#test/support/product-in-memory.ts';

const answers = new Map(Object.entries(TMDB_ANSWERS).map(([path, answer]) => [path, JSON.stringify(answer)]));
const tmdb = await startService(Object.fromEntries(answers));
afterAll(() => tmdb.close());
const db = await testDatabase('sample');

const nodes: ProductInMemory[] = [];
const startNode = async () => {
  const node = await productOn(db, { TMDB_BASE_URL: tmdb.baseUrl, TMDB_TOKEN: 't0ken' });
  nodes.push(node);
  const session = await node.signIn(`admin${nodes.length}@example.org`, { admin: true });
  const call = async (method: 'GET' | 'POST' | 'DELETE', path = '', payload?: object) => {
    const answer = await node.app.inject({
      method,
      url: `/api/admin/manual-update${path}`,
      ...(payload && { payload }),
      headers: { authorization: `Bearer ${session}` },
    });
    return { ...answer.json(), code: answer.statusCode };
  };
  void node.tasks.node.start();
  return { node, call, close: node.close };
};
/** Answers all but what is asked of one id, which waits for ever. */
const stuckAt =
  (id: string): RequestListener =>
  ({ url = '' }, response) => {
    const body = answers.get(url);
    if (url.includes(id)) return;
    if (body) response.end(body);
    else response.writeHead(404).end();
  };

it('what is asked for in vain is wanted, fetched in the background, and goes on on the next node', async () => {
  const one = await startNode();
  await one.node.get('/api/v1/movie/tt0000011');
  await expect.poll(async () => (await one.call('GET')).data).toMatchObject([{ imdbId: 'tt0000011', asked: 1 }]);
  const paste = { ids: 'tt0000021\nnm0000001\nnothing' };
  expect((await one.call('POST', '/add', paste)).data).toMatchObject({ added: 2, refused: 1 });
  expect((await one.call('GET', '?type=NAMES')).data).toMatchObject([{ imdbId: 'nm0000001', waiting: false }]);

  await tmdb.whileAnswering(stuckAt('tt0000021'), async () => {
    expect((await one.call('POST')).data).toBe('Manual data activated successfully');
    await expect.poll(async () => (await one.call('GET', '/progress')).data.processed).toBe(1);
    expect((await one.call('GET', '/progress')).data).toMatchObject({ running: true, total: 3, ok: 1 });
    expect((await one.call('POST')).data).toBe('No ids selected to reprocess');
    await one.close();
  });

  const two = await startNode();
  await expect
    .poll(async () => (await two.call('GET', '/progress')).data, { timeout: 60_000 })
    .toEqual({ running: false, total: 3, processed: 3, ok: 3, failed: 0 });
  expect((await two.node.get('/api/v1/movie/tt0000021')).json().data).toMatchObject({ title: 'Tide' });
  const { data } = await two.call('GET');
  expect(data.map(({ result }: { result: string }) => result)).toEqual(['OK', 'OK', 'OK']);
  expect((await two.call('POST', '?manualDataIds=')).data).toBe('No ids selected to reprocess');
  expect((await two.call('DELETE', '/clear?manualDataIds=')).data).toBe('Removed manual data');
  expect((await two.call('DELETE', '?type=ALL')).data).toBe('Nothing to remove');
  for (const query of ['', '?manualDataIds=', '?type=ALL&manualDataIds=1'])
    expect(await two.call('DELETE', query)).toMatchObject({ code: 400, reason: 'invalid_parameter' });
  expect(await two.call('POST', '?manualDataIds=1;2')).toMatchObject({
    code: 400,
    details: [{ field: 'manualDataIds' }],
  });
  expect(await two.call('POST', '/add', { ids: 'one' })).toMatchObject({ code: 400, details: [{ field: 'ids' }] });
  await two.close();
});
