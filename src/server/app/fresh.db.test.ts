import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TMDB_ANSWERS } from '#server/sources/tmdb/answers.fixture.ts';
import { testDatabase } from '#test/support/database.ts';
import { startService } from '#test/support/fake-service.ts';
import { type ProductInMemory, productOn } from '#test/support/product-in-memory.ts';

const answers = new Map(Object.entries(TMDB_ANSWERS).map(([path, answer]) => [path, JSON.stringify(answer)]));
const tmdb = await startService(Object.fromEntries(answers));
const db = await testDatabase('sample');
let product: ProductInMemory;
const FILM = 'tt0000021';

beforeAll(async () => {
  product = await productOn(db, { TMDB_BASE_URL: tmdb.baseUrl, TMDB_TOKEN: 't0ken' });
  void product.tasks.node.start();
  await db.query(
    `insert into title (id, type, title, source, fetched_at) values (21, 'M', 'Before', 'tmdb', '2020-01-02T03:04:05Z')`,
  );
  await db.query(
    `insert into title_origin (title_id, part, source, fetched_at) values
      (21, 'rating', 'imdb-datasets', '2021-01-02T03:04:05Z'), (21, 'plot', 'omdb', '2022-01-02T03:04:05Z')`,
  );
});
afterAll(async () => {
  await product.close();
  await tmdb.close();
});

const fresh = async (id: string) => (await product.get(`/api/v1/freshness/${id}`)).json();
const ask = async (id: string, token = product.token) => {
  const answer = await product.app.inject({
    method: 'POST',
    url: `/api/v1/refresh/${id}`,
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: answer.statusCode, headers: answer.headers, ...(answer.body && answer.json()) };
};
/** Leaves a call of the source without an answer until it is called. */
const held = () => {
  let free = (): void => {};
  const freed = new Promise<void>((resolve) => {
    free = resolve;
  });
  const listener: RequestListener = ({ url = '' }, response) => {
    void freed.then(() => {
      const body = answers.get(url);
      if (body) response.end(body);
      else response.writeHead(404).end();
    });
  };
  return { free, listener };
};
const anHourLater = () => db.query(`update refresh set asked_at = asked_at - interval '1 hour'`);

describe('how old a record is', () => {
  it('is told part by part, and that nobody has asked for a newer one', async () => {
    expect((await fresh(FILM)).data).toEqual({
      imdbId: FILM,
      source: 'tmdb',
      fetched: '2020-01-02T03:04:05.000Z',
      parts: [
        { part: 'plot', source: 'omdb', fetched: '2022-01-02T03:04:05.000Z' },
        { part: 'rating', source: 'imdb-datasets', fetched: '2021-01-02T03:04:05.000Z' },
      ],
      refresh: { state: 'NEVER', asked: null, next: null },
    });
    expect((await fresh('nm0000199')).data).toMatchObject({ imdbId: 'nm0000199', source: 'sample', parts: [] });
  });

  it('says nothing of sources that are not published', async () => {
    const publish = (sources: string) =>
      db.query(`update configuration set value1 = $1 where key = 'SOURCES_PUBLIC'`, [sources]);
    await publish('tmdb,omdb');
    await expect
      .poll(async () => (await fresh(FILM)).data.parts.map(({ part }: { part: string }) => part))
      .toEqual(['plot']);
    expect(await fresh('nm0000199')).toMatchObject({ code: 404, reason: 'name_unknown' });
    expect(await ask('nm0000199')).toMatchObject({ code: 404, reason: 'name_unknown' });
    await publish('*');
    await expect.poll(async () => (await fresh('nm0000199')).code).toBe(200);
  });
});

describe('a newer one', () => {
  it('is fetched in the background, once for all who ask meanwhile, and once an hour', async () => {
    const before = tmdb.asked.length;
    const { free, listener } = held();
    await tmdb.whileAnswering(listener, async () => {
      const answered = await Promise.all(Array.from({ length: 5 }, () => ask(FILM)));
      expect(answered.map(({ status, code }) => [status, code])).toEqual(Array(5).fill([200, 200]));
      expect(answered[0]?.data.refresh).toMatchObject({ state: 'WAITING', next: expect.stringMatching(/Z$/) });
      const { rows } = await db.query('select imdb_id from manual_update');
      expect(rows).toEqual([{ imdb_id: FILM }]);
      free();
      await expect.poll(async () => (await fresh(FILM)).data.refresh.state).toBe('DONE');
    });
    expect(tmdb.asked.slice(before).filter((url) => url.includes(FILM))).toHaveLength(1);
    expect((await fresh(FILM)).data.fetched > '2026').toBe(true);
    const again = await ask(FILM);
    expect(again).toMatchObject({ status: 429, reason: 'refreshed_lately' });
    expect(Number(again.headers['retry-after'])).toBeGreaterThan(3_500);
    await anHourLater();
    expect((await fresh(FILM)).data.refresh).toEqual({ state: 'NEVER', asked: null, next: null });
    expect((await ask(FILM)).status).toBe(200);
  });

  it('that no source could be asked for is said to have failed', async () => {
    const turnedAway: RequestListener = (_, response) => {
      response.writeHead(401).end('{"success":false,"status_code":7}');
    };
    await db.query(`insert into person (id, name, source, fetched_at) values (9001, 'Ada', 'tmdb', now())`);
    await tmdb.whileAnswering(turnedAway, async () => {
      expect((await ask('nm0009001')).status).toBe(200);
      await expect.poll(async () => (await fresh('nm0009001')).data.refresh.state).toBe('FAILED');
    });
  });

  it('is refused for what is there under no id, or another', async () => {
    expect(await ask('tt9999999')).toMatchObject({ status: 404, reason: 'title_unknown' });
    expect(await ask('tt1')).toMatchObject({ status: 400, reason: 'malformed_id', details: [{ field: 'imdbId' }] });
    const moved = await ask('tt00000021');
    expect([moved.status, moved.headers.location]).toEqual([308, `/api/v1/refresh/${FILM}`]);
    await db.query(`insert into redirect (kind, source_id, target_id) values ('movie', 7777777, 21)`);
    expect((await ask('tt7777777')).headers.location).toBe(`/api/v1/refresh/${FILM}`);
  });

  it('is not taken while very many wait', async () => {
    await db.query(
      `insert into manual_update (imdb_id, waiting) select 'tt' || (5000000 + n), true from generate_series(1, 1000) n`,
    );
    const refused = await ask('tt0068646');
    expect(refused).toMatchObject({ status: 503, reason: 'refreshes_full' });
    expect(refused.headers['retry-after']).toBe('600');
    await db.query(`delete from manual_update where imdb_id like 'tt500%'`);
    // The turn was not used up.
    expect((await ask('tt0068646')).status).toBe(200);
  });

  it('counts as one request, the refusal within the hour as none', async () => {
    const token = await db.transaction(async (tx) => {
      const account = await product.accounts.ensure(tx, 'counted@example.org');
      await product.accounts.setMaxRequests(tx, account, 10);
      return product.tokens.issue(tx, account);
    });
    const lately = await ask('nm0009001', token);
    expect([lately.status, lately.headers['x-ratelimit-remaining']]).toEqual([429, undefined]);
    expect((await ask('tt9999998', token)).headers['x-ratelimit-remaining']).toBe('9');
  });
});
