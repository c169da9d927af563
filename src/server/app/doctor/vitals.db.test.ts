import { expect, it } from 'vitest';
import { LOCKS } from '#server/platform/db/locks.ts';
import { takePlace } from '#server/platform/db/place.ts';
import { takePresence } from '#server/platform/db/presence.ts';
import { readVitals } from '#server/platform/db/vitals.ts';
import { testDatabase } from '#test/support/database.ts';
import { silentLog } from '#test/support/log.ts';
import { vitalsFindings } from './vitals.rules.ts';

const db = await testDatabase();

/** What is said of who runs tasks. */
const tasks = async (): Promise<readonly string[]> =>
  vitalsFindings(await db.transaction(readVitals), { place: 'x', isMigrated: true, hasRedis: false })
    .filter(({ check }) => check === 'tasks')
    .map(({ state, what }) => `${state} ${what}`);

it('warns where nodes serve and none of them runs tasks', async () => {
  expect(await tasks()).toEqual([]);
  const place = await takePlace(db, true, silentLog);
  expect(await tasks()).toEqual(['warning nodes serve, and none of them runs tasks or sends mail']);
  const worker = { connection: db.connection, lock: LOCKS.taskNodes, log: silentLog, onChange: () => {} };
  const [first, second] = [await takePresence(worker), await takePresence(worker)];
  expect(await tasks()).toEqual(['ok 2 nodes run them']);
  await first.stop();
  expect(await tasks()).toEqual(['ok 1 node runs them']);
  await Promise.all([second.stop(), place.leave()]);
});
