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
const TRY = '/api/public/try/:imdbId';

const limitWith = (changed: Readonly<Record<string, number>> = {}) => {
  const values = new Map(PUBLIC_SETTINGS.map(({ key, value }) => [key, Number(value)]));
  for (const [key, value] of Object.entries(changed)) values.set(key, value);
  const clock = { at: Date.parse('2026-11-21T12:00:00Z') };
  const guard = createPublicLimit({
    configuration: { number: (key) => values.get(key) ?? Number.NaN },
    now: () => new Date(clock.at),
  });
  /** The seconds to wait; 0 when the call is let in. */
  const wait = (ip = '192.0.2.1', url = '/api/public/stats'): number => {
    try {
      guard({ address: ip, place: placeAt(url) } as FastifyRequest);
      return 0;
    } catch (error) {
      expect(error).toMatchObject({ reason: 'too_many_tries', status: 429 });
      return Number(error instanceof Failure && error.headers['Retry-After']);
    }
  };
  const through = (calls: number, ip?: string, url?: string): number =>
    Array.from({ length: calls }, () => wait(ip, url)).filter((seconds) => seconds === 0).length;
  return { clock, guard, wait, through };
};

describe('the limit of the public site', () => {
  it('lets 600 calls a minute of one address through, of each its own', () => {
    const { through } = limitWith();
    expect(through(700)).toBe(600);
    expect(through(700, '192.0.2.2')).toBe(600);
  });

  it('lets 30 tries through, which are calls like all others too', () => {
    const { through } = limitWith({ PUBLIC_PER_MINUTE: 100 });
    expect(through(40, '192.0.2.1', TRY)).toBe(30);
    expect(through(100)).toBe(60);
  });

  it('says how long to wait, and means it', () => {
    const { clock, wait, through } = limitWith({ PUBLIC_PER_MINUTE: 3 });
    expect(through(3)).toBe(3);
    expect(wait()).toBe(60);
    clock.at += 12_500;
    expect(wait()).toBe(48);
    clock.at += 47_499;
    expect(wait()).toBe(1);
    clock.at += 1;
    expect(through(5)).toBe(3);
  });

  it('counts an IPv6 network as one, and an IPv4 address however it is written', () => {
    const { through } = limitWith({ PUBLIC_PER_MINUTE: 10 });
    expect(through(6, '2001:db8::1') + through(6, '2001:db8:0:0:ffff::2')).toBe(10);
    expect(through(6, '2001:db8:0:1::1')).toBe(6);
    expect(through(6, '192.0.2.7') + through(6, '::ffff:192.0.2.7')).toBe(10);
  });

  it('is none of the other public addresses, and none where the setting is 0', () => {
    expect(limitWith({ PUBLIC_PER_MINUTE: 1 }).through(50, '192.0.2.1', '/api/auth/signin')).toBe(50);
    expect(limitWith({ PUBLIC_PER_MINUTE: 1 }).through(50, '192.0.2.1', '/api/v1/health')).toBe(50);
    expect(limitWith({ PUBLIC_PER_MINUTE: 0, TRY_PER_MINUTE: 0 }).through(2_000, '192.0.2.1', TRY)).toBe(2_000);
  });

  it('holds nobody up for longer when the clock is put back', () => {
    const { clock, through } = limitWith({ PUBLIC_PER_MINUTE: 2 });
    through(5);
    clock.at -= 60 * MINUTE;
    expect(through(5)).toBe(2);
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
