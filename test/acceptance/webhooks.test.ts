import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Nodes, openNodes } from '#test/support/nodes.ts';
import { noRedisServer, startRedis } from '#test/support/redis.ts';
import { findExternalServer } from '#test/support/server.ts';
import { openWebhooks } from '#test/support/webhook-rig.ts';

/** Webhooks of which a third fail, hang or lie, sent to by two nodes of which one is killed; `bench/webhooks.ts` does it with more. */

const skipped = (await findExternalServer()) === null ? ' (skipped: no PostgreSQL)' : noRedisServer;
let nodes: Nodes;
beforeAll(async () => {
  if (!skipped) nodes = (await openNodes()) as Nodes;
});
afterAll(() => nodes?.close());

const [CHANGES, WEBHOOKS, TITLES] = [200, 12, 20];
const GOOD = 8;

describe.skipIf(skipped)(`webhooks${skipped}`, () => {
  it('are all told everything, in order and once in the log, and nothing is sent to a private address', async () => {
    const rig = await openWebhooks(nodes, WEBHOOKS, TITLES);
    const settings = { ...rig.settings, REDIS_URL: (await startRedis()).url };
    const [killed, other] = await Promise.all([nodes.start(settings), nodes.start(settings)]);
    await rig.make();
    const writing = rig.write(CHANGES, 20);
    await expect.poll(rig.told, { interval: 10 }).toBeGreaterThan(100);
    await killed.end('SIGKILL');
    await writing;
    await other.end('SIGTERM');
    await rig.free();
    await nodes.start(settings);
    await expect.poll(() => rig.knowing(CHANGES)).toBe(GOOD);
    await rig.mend();
    await expect.poll(() => rig.knowing(CHANGES)).toBe(WEBHOOKS);
    await expect
      .poll(rig.log)
      .toEqual([{ rows: CHANGES * WEBHOOKS, distinct: CHANGES * WEBHOOKS, sent: CHANGES * WEBHOOKS }]);
    expect([rig.disordered(), rig.forbidden()]).toEqual([0, 0]);
    rig.close();
  });
});
