import { describe, expect, it } from 'vitest';
import type { Degraded } from '#contracts/health.api.ts';
import { callBy } from '#server/platform/http/call.fixture.ts';
import { createLeaving } from '#server/platform/http/leaving.ts';
import { healthRoutes } from './health.routes.ts';

const asking = (isUp: boolean, degraded: readonly Degraded[] = []) => {
  const leaving = createLeaving({ now: () => new Date(0) });
  const [health] = healthRoutes(
    async () => isUp,
    leaving,
    () => degraded,
  );
  const ask = async (): Promise<string> => {
    const answer = await health?.handle({} as never, callBy());
    return answer?.as === 'bytes' ? answer.bytes.toString() : 'no answer';
  };
  return { leaving, ask };
};

describe('health', () => {
  it('is up, and names what goes on in part only', async () => {
    expect(await asking(true).ask()).toBe('{"status":"UP"}');
    expect(await asking(true, ['disk']).ask()).toBe('{"status":"UP","degraded":["disk"]}');
  });

  it('says when to look again while the database does not answer', async () => {
    await expect(asking(false).ask()).rejects.toMatchObject({
      status: 503,
      reason: 'unavailable',
      headers: { 'Retry-After': '2' },
    });
  });

  it('refuses first of all while the product is being stopped', async () => {
    const { leaving, ask } = asking(true);
    leaving.begin();
    await expect(ask()).rejects.toMatchObject({ status: 503, reason: 'stopping', headers: { 'Retry-After': '2' } });
  });

  it('knows that it is looked at', async () => {
    const { leaving, ask } = asking(true);
    await ask();
    expect(leaving.isWatched()).toBe(false);
    await ask();
    expect(leaving.isWatched()).toBe(true);
  });
});
