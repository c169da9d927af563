import { describe, expect, it } from 'vitest';
import { callBy } from '#server/platform/http/call.fixture.ts';
import type { Leaving } from '#server/platform/http/leaving.ts';
import { healthRoutes } from './health.routes.ts';

const look = async (isUp: boolean, isLeaving: boolean) => {
  let looks = 0;
  const leaving = { looked: () => void looks++, isLeaving: () => isLeaving } as unknown as Leaving;
  const [health] = healthRoutes(async () => isUp, leaving);
  const answer = await health?.handle({} as never, callBy()).catch((error: unknown) => error);
  expect(looks).toBe(1);
  return answer;
};

describe('health', () => {
  it('is up', async () => expect(await look(true, false)).toMatchObject({ headers: { 'Cache-Control': 'no-store' } }));

  it.each([
    ['the database does not answer', false, false, 'unavailable'],
    ['the product is being stopped', true, true, 'stopping'],
  ])('says when to look again while %s', async (_, isUp, isLeaving, reason) => {
    expect(await look(isUp, isLeaving)).toMatchObject({ status: 503, reason, headers: { 'Retry-After': '2' } });
  });
});
