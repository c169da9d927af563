import { Compile } from 'typebox/compile';
import { afterAll, describe, expect, it } from 'vitest';
import { Single } from '#contracts/envelope.ts';
import { siteText, status } from '#contracts/status.api.ts';
import { testDatabase } from '#test/support/database.ts';
import { productOn } from '#test/support/product-in-memory.ts';
import { MOMENTARY_EXAMPLES } from './public.routes.ts';
import { shownOf, statusRoutes } from './status.routes.ts';

/** What everybody is told of the service: how it is and was, and what its operator says. */

const db = await testDatabase('sample');
const product = await productOn(db);
afterAll(product.close);
const get = async (path: string) => (await product.app.inject(`/api/public/${path}`)).json();
const say = (key: string, text: string) => db.query('update configuration set value1 = $2 where key = $1', [key, text]);

describe('the status', () => {
  it('tells 30 days by the audit, and nothing of how many or who asked', async () => {
    for (let each = 0; each < 30; each += 1) await product.get('/api/v1/movie/tt0068646');
    await product.audit.flush();
    const answer = await product.app.inject('/api/public/status');
    const { data } = answer.json();
    expect(data).toMatchObject({ status: 'UP', degraded: [], state: 'FINE', p95: expect.any(Number), failed: 0 });
    expect(data.days).toHaveLength(30);
    expect(data.days.at(-1)).toEqual({
      date: data.asOf.slice(0, 10),
      state: 'FINE',
      p95: expect.any(Number),
      failed: 0,
    });
    expect(data.days[0]).toMatchObject({ state: 'QUIET', p95: null, failed: null });
    expect(answer.body).not.toMatch(/requests|127\.0\.0\.1|kdx_|tt0068646/);
    expect(answer.headers['cache-control']).toBe('public, max-age=30');
  });

  it('tells trouble by the share of failures', () => {
    const went = (requests: number, serverErrors: number | null) =>
      shownOf({ requests, serverErrors, p95: 5, clientErrors: 0.9 });
    expect(went(1_000, 0.0099)).toEqual({ state: 'FINE', p95: 5, failed: 0.0099 });
    expect(went(1_000, 0.01).state).toBe('TROUBLED');
    expect(went(1_000, 0.1).state).toBe('FAILING');
    expect(went(19, 1)).toEqual({ state: 'QUIET', p95: 5, failed: null });
    expect(went(0, null).state).toBe('QUIET');
  });

  it('is documented by an example of the right shape, as the texts are', () => {
    for (const shape of [status, siteText])
      expect([...Compile(Single(shape.reply)).Errors(MOMENTARY_EXAMPLES[shape.name])]).toEqual([]);
  });

  it('is 503 while the service cannot answer', async () => {
    const [route] = statusRoutes({ audit: product.audit, health: async () => false, degraded: () => [] });
    await expect(route?.handle({} as never, {} as never)).rejects.toMatchObject({ reason: 'unavailable', status: 503 });
  });

  it('is asked for so often a minute from one network', async () => {
    await say('PUBLIC_PER_MINUTE', '2');
    const ask = () => product.app.inject({ url: '/api/public/status', remoteAddress: '198.51.100.9' });
    await expect.poll(async () => (await ask()).statusCode).toBe(429);
    await say('PUBLIC_PER_MINUTE', '600');
  });
});

describe('the texts of the operator', () => {
  it('are there once they are written', async () => {
    expect((await get('stats')).data.texts).toEqual([]);
    for (const text of ['terms', 'privacy'])
      expect(await get(`text/${text}`)).toMatchObject({ code: 404, reason: 'text_unknown' });
    await say('SITE_PRIVACY', '  # What we keep\n\nLittle.  ');
    await expect.poll(async () => (await get('stats')).data.texts).toEqual(['privacy']);
    expect(await get('text/privacy')).toMatchObject({ code: 200, data: '# What we keep\n\nLittle.' });
    expect((await get('text/terms')).reason).toBe('text_unknown');
  });

  it('have two names', async () => {
    expect(await get('text/imprint')).toMatchObject({
      code: 400,
      reason: 'invalid_parameter',
      details: [{ field: 'text' }],
    });
  });
});
