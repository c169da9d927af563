import { expect, it } from 'vitest';
import { callBy } from '#server/platform/http/call.fixture.ts';
import { createLeaving } from '#server/platform/http/leaving.ts';
import { healthRoutes } from './health.routes.ts';

const asking = (isUp: boolean) => {
  const leaving = createLeaving({ now: () => new Date(0) });
  const [health] = healthRoutes(async () => isUp, leaving);
  const ask = async (): Promise<string> => {
    try {
      const answer = await health?.handle({} as never, callBy());
      return answer?.as === 'bytes' ? answer.bytes.toString() : 'no answer';
    } catch (error) {
      return (error as { readonly reason: string }).reason;
    }
  };
  return { leaving, ask };
};

it('is good as long as the database answers and the node is not being stopped', async () => {
  expect(await asking(false).ask()).toBe('unavailable');
  const { leaving, ask } = asking(true);
  expect(await ask()).toBe('{"status":"UP"}');
  leaving.begin();
  expect(await ask()).toBe('stopping');
});

it('knows that it is looked at', async () => {
  const { leaving, ask } = asking(true);
  await ask();
  expect(leaving.isWatched()).toBe(false);
  await ask();
  expect(leaving.isWatched()).toBe(true);
});
