import { expect, it } from 'vitest';
import { callBy } from '#server/platform/http/call.fixture.ts';
import { healthRoutes } from './health.routes.ts';

it('says when to look again while the database does not answer', async () => {
  const [health] = healthRoutes(async () => false);
  await expect(health?.handle({} as never, callBy())).rejects.toMatchObject({
    status: 503,
    reason: 'unavailable',
    headers: { 'Retry-After': '2' },
  });
});
