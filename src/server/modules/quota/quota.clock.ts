import { DAY_MS, dayOf } from './quota.rules.ts';

/**
 * Milliseconds since 1970 whose day never goes back: a clock that is put back over midnight stays at the beginning of the
 * day it had reached. One that is put back by more than a day had been wrong, and is believed.
 */
export const createDayClock = (now: () => Date): (() => number) => {
  let latest = Number.NEGATIVE_INFINITY;
  return () => {
    const ms = now().getTime();
    const day = dayOf(ms);
    if (day < latest && day >= latest - 1) return latest * DAY_MS;
    latest = day;
    return ms;
  };
};
