import { expect, it } from 'vitest';
import { callBy } from '#server/platform/http/call.fixture.ts';
import { callerOf } from './quota.fixture.ts';
import { usageRoutes } from './usage.routes.ts';

it('usage is free and says how the quota of the caller stands', async () => {
  const asked: unknown[] = [];
  const [route] = usageRoutes({
    usageBy: async ({ accountId, limit }) => {
      asked.push([accountId, limit]);
      return { limit, used: 3, remaining: 4, reset: new Date('2026-11-22T00:00:00Z') };
    },
  });
  expect(route?.endpoint.cost).toBe('free');
  const call = callBy(callerOf(5, 7));
  const answer = await route?.handle({} as never, call);
  expect(asked).toEqual([[5, 7]]);
  expect(answer).toMatchObject({
    as: 'data',
    json: '{"limit":7,"used":3,"remaining":4,"reset":"2026-11-22T00:00:00.000Z"}',
  });
});
