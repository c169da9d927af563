import { expect, it } from 'vitest';
import { LOCKS } from '#server/platform/db/locks.ts';
import { takePlace } from '#server/platform/db/place.ts';
import { takePresence } from '#server/platform/db/presence.ts';
import { readVitals, type Vitals } from '#server/platform/db/vitals.ts';
import { testDatabase } from '#test/support/database.ts';
import { silentLog } from '#test/support/log.ts';
import { vitalsFindings } from './vitals.rules.ts';

const db = await testDatabase();

const ABOUT = { place: 'x', isMigrated: true, hasRedis: false } as const;

const saidOf = (about: string, vitals: Vitals): readonly string[] =>
  vitalsFindings(vitals, ABOUT)
    .filter(({ check }) => check === about)
    .map(({ state, what }) => `${state} ${what}`);

/** What is said of who runs tasks. */
const tasks = async (): Promise<readonly string[]> => saidOf('tasks', await db.transaction(readVitals));

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

it('says how many huge pages the memory would take, where there are none', async () => {
  const vitals = await db.transaction(readVitals);
  expect(vitals.hugePagesNeeded).toBeGreaterThan(10);
  const of = (hugePages: string | null, hugePagesNeeded: number | null) =>
    saidOf('memory', { ...vitals, hugePages, hugePagesNeeded });
  expect(of('on', 90)).toEqual(['ok it lies in huge pages']);
  expect(of('off', 90)).toEqual([
    'ok no huge pages are kept for it; vm.nr_overcommit_hugepages=90 of its machine would make searches of a large catalogue quicker',
  ]);
  expect([of(null, 90), of('off', null)]).toEqual([[], []]);
});
