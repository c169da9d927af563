import { onTestFinished } from 'vitest';
import { openBus } from '#server/platform/bus/bus.ts';
import { type Event, event, publish } from '#server/platform/bus/event.ts';
import type { Database } from '#server/platform/db/database.ts';
import { silentLog } from './log.ts';

const FENCE = event('fence');

/** Counts from now on how often an event is heard; asked for the number, all that was committed before is in it. */
export const hearing = async (db: Database, heard: Event): Promise<() => Promise<number>> => {
  const bus = await openBus({ db, log: silentLog });
  onTestFinished(bus.stop);
  let times = 0;
  let passed = (): void => {};
  bus.on(heard, () => times++);
  bus.on(FENCE, () => passed());
  return async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    passed = resolve;
    await publish(db, FENCE);
    await promise;
    return times;
  };
};
