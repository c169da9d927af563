import { afterAll, describe, expect, it } from 'vitest';
import { noClickHouse, startClickHouse } from '#test/support/clickhouse.ts';
import { testDatabase } from '#test/support/database.ts';
import { productOn } from '#test/support/product-in-memory.ts';

const db = await testDatabase('sample');
const server = await startClickHouse();

describe.skipIf(server === null)(`a product that keeps audited requests in ClickHouse${noClickHouse}`, () => {
  it('lists, counts and sums up what it was asked, and counts it for the tokens', async () => {
    const product = await productOn(db, { CLICKHOUSE_URL: server?.url ?? '' });
    afterAll(product.close);
    for (let each = 0; each < 25; each += 1) await product.get('/api/v1/movie/tt0068646');
    await product.get('/api/v1/movie/tt9999999');
    await product.audit.flush();
    const { rows, total } = await product.audit.list({ uri: 'tt9999999' }, { offset: 0, limit: 5 });
    expect([total, rows.map(({ httpCode, uri }) => [httpCode, uri])]).toEqual([1, [[404, '/api/v1/movie/tt9999999']]]);
    const clients = await product.audit.clients({}, 'requests');
    expect(clients.tokens[0]).toMatchObject({ requests: 26, '4xx': 1 });
    expect(await product.audit.hours()).toMatchObject({ requests: 26, isWhole: true, p95: expect.any(Number) });
    expect((await db.query('select from audit_block')).rows).toEqual([]);
    expect((await db.query('select sum(requests)::int as n from request_count')).rows).toEqual([{ n: 26 }]);
    const status = await product.app.inject('/api/public/status');
    expect(status.json().data.days.at(-1).state).toBe('FINE');
  });
});
