import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { stats } from '#contracts/public.api.ts';
import { Failure } from '#server/kernel/failure.ts';
import { data } from '#server/platform/http/answer.ts';
import { placeAt } from '#server/platform/http/place.ts';
import { route } from '#server/platform/http/route.ts';
import { httpWith } from '#test/support/http-app.ts';
import { createPublicLimit, PUBLIC_SETTINGS } from './public-limit.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const TRY = '/api/public/try/:imdbId';
const SUGGEST = '/api/public/suggest';
/** All that the carousels hold. */
const HELD = 'tt0000001';

const limitWith = (changed: Readonly<Record<string, number>> = {}) => {
  const values = new Map(PUBLIC_SETTINGS.map(({ key, value }) => [key, Number(value)]));
  for (const [key, value] of Object.entries(changed)) values.set(key, value);
  const clock = { at: Date.parse('2026-11-21T12:00:00Z') };
  const guard = createPublicLimit({
    configuration: { number: (key) => values.get(key) ?? Number.NaN },
    carousels: { holds: async (imdbId) => imdbId === HELD },
    now: () => new Date(clock.at),
  });
  /** The seconds to wait; 0 when the call is let in. */
  const wait = async (ip = '192.0.2.1', url = '/api/public/stats', imdbId = HELD): Promise<number> => {
    try {
      await guard({ address: ip, place: placeAt(url), params: { imdbId } as unknown } as FastifyRequest);
      return 0;
    } catch (error) {
      expect(error).toMatchObject({ reason: 'too_many_tries', status: 429 });
      return Number(error instanceof Failure && error.headers['Retry-After']);
    }
  };
  const through = async (calls: number, ip?: string, url?: string, imdbId?: string): Promise<number> => {
    let many = 0;
    for (let call = 0; call < calls; call += 1) if ((await wait(ip, url, imdbId)) === 0) many += 1;
    return many;
  };
  return { clock, guard, wait, through };
};

describe('the limit of the public site', () => {
  it('lets 600 calls a minute of one address through, of each its own', async () => {
    const { through } = limitWith();
    expect(await through(700)).toBe(600);
    expect(await through(700, '192.0.2.2')).toBe(600);
  });

  it('lets 30 tries through, which are calls like all others too', async () => {
    const { through } = limitWith({ PUBLIC_PER_MINUTE: 100 });
    expect(await through(40, '192.0.2.1', TRY)).toBe(30);
    expect(await through(100)).toBe(60);
  });

  it('lets 200 tries a day through of what the carousels do not hold, whatever their minutes allow', async () => {
    const { clock, through, wait } = limitWith({ TRY_PER_MINUTE: 0, PUBLIC_PER_MINUTE: 0 });
    expect(await through(300, '192.0.2.1', TRY, 'tt0000002')).toBe(200);
    expect(await through(300, '192.0.2.1', TRY, HELD)).toBe(300);
    expect(await through(5, '192.0.2.1', TRY, 'tt000000001')).toBe(5);
    expect(await through(5, '192.0.2.2', TRY, 'nm0000001')).toBe(5);
    clock.at += DAY - MINUTE;
    expect(await wait('192.0.2.1', TRY, 'nm0000001')).toBe(60);
    clock.at += MINUTE;
    expect(await wait('192.0.2.1', TRY, 'nm0000001')).toBe(0);
  });

  it('lets 120 suggestions a minute and 2,000 a day through, which are no tries', async () => {
    const { clock, through } = limitWith();
    expect(await through(130, '192.0.2.1', SUGGEST)).toBe(120);
    expect(await through(40, '192.0.2.1', TRY)).toBe(30);
    const day = { total: 120 };
    for (let minute = 1; minute < 20; minute += 1) {
      clock.at += MINUTE;
      day.total += await through(130, '192.0.2.1', SUGGEST);
    }
    expect(day.total).toBe(2_000);
    expect(await through(130, '192.0.2.2', SUGGEST)).toBe(120);
  });

  it('says how long to wait, and means it', async () => {
    const { clock, wait, through } = limitWith({ PUBLIC_PER_MINUTE: 3 });
    expect(await through(3)).toBe(3);
    expect(await wait()).toBe(60);
    clock.at += 12_500;
    expect(await wait()).toBe(48);
    clock.at += 47_499;
    expect(await wait()).toBe(1);
    clock.at += 1;
    expect(await through(5)).toBe(3);
  });

  it('counts an IPv6 network as one, and an IPv4 address however it is written', async () => {
    const { through } = limitWith({ PUBLIC_PER_MINUTE: 10 });
    expect((await through(6, '2001:db8::1')) + (await through(6, '2001:db8:0:0:ffff::2'))).toBe(10);
    expect(await through(6, '2001:db8:0:1::1')).toBe(6);
    expect((await through(6, '192.0.2.7')) + (await through(6, '::ffff:192.0.2.7'))).toBe(10);
  });

  it('is none of the other public addresses, and none where the setting is 0', async () => {
    expect(await limitWith({ PUBLIC_PER_MINUTE: 1 }).through(50, '192.0.2.1', '/api/auth/signin')).toBe(50);
    expect(await limitWith({ PUBLIC_PER_MINUTE: 1 }).through(50, '192.0.2.1', '/api/v1/health')).toBe(50);
    expect(await limitWith({ PUBLIC_PER_MINUTE: 0, TRY_PER_MINUTE: 0 }).through(2_000, '192.0.2.1', TRY)).toBe(2_000);
  });

  it('holds nobody up for longer when the clock is put back', async () => {
    const { clock, through } = limitWith({ PUBLIC_PER_MINUTE: 2 });
    await through(5);
    clock.at -= 60 * MINUTE;
    expect(await through(5)).toBe(2);
  });

  it('goes by the route, not by how its address is spelled', async () => {
    const { guard } = limitWith({ PUBLIC_PER_MINUTE: 1 });
    const { app } = httpWith([route(stats)(async () => data('ok'))], { authenticate: { public: guard } });
    const codes: number[] = [];
    for (const url of ['/api/public/stats', '/api/%70ublic/stats']) codes.push((await app.inject(url)).statusCode);
    await app.close();
    expect(codes[0]).toBe(200);
    expect(codes[1]).not.toBe(200);
  });
});
