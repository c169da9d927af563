import { describe, expect, it } from 'vitest';
import type { Degraded } from '#contracts/health.api.ts';
import { callBy } from '#server/platform/http/call.fixture.ts';
import { createLeaving } from '#server/platform/http/leaving.ts';
import { healthRoutes } from './health.routes.ts';

const leaving = createLeaving({ now: () => new Date() });
const ask = async (isUp: boolean, degraded: readonly Degraded[] = []) => {
  const [health] = healthRoutes(
    async () => isUp,
    leaving,
    () => degraded,
  );
  const answer = await health?.handle({} as never, callBy());
  return answer?.as === 'bytes' ? JSON.parse(answer.bytes.toString()) : answer;
};

describe('health', () => {
  it('is up, and names what goes on in part only', async () => {
    expect(await ask(true)).toEqual({ status: 'UP' });
    expect(await ask(true, ['disk'])).toEqual({ status: 'UP', degraded: ['disk'] });
  });

  it('says when to look again while the database does not answer', async () => {
    await expect(ask(false)).rejects.toMatchObject({
      status: 503,
      reason: 'unavailable',
      headers: { 'Retry-After': '2' },
    });
  });

  it('refuses first of all while the product is being stopped', async () => {
    leaving.begin();
    await expect(ask(true)).rejects.toMatchObject({ status: 503, reason: 'stopping' });
  });
});
