import { readFields } from './read.ts';
import { type Schedule, scheduleOf } from './schedule.ts';
import type { CronBounds, CronProblem } from './types.ts';
import { wordsOf } from './words.ts';
import { type Zone, zoneOf } from './zone.ts';

export type { CronBounds, CronField, CronProblem } from './types.ts';

export interface Cron {
  /** The next moment after that, within every bound; null: there is none. */
  readonly next: (after: Date) => Date | null;
  readonly words: string;
}

const UNBOUNDED: CronBounds = { startupDate: null, shutdownDate: null, startupTime: null, shutdownTime: null };

const nextOf = (schedule: Schedule, zone: Zone, after: Date): Date | null => {
  const now = Math.floor(after.getTime() / 1000) * 1000;
  const since = zone.localOf(now);
  let from = since + 1000;
  for (;;) {
    const local = schedule.first(from, since);
    if (local === null) return null;
    const { at, resume } = zone.momentOf(local);
    if (at !== null && at > now) return new Date(at);
    from = resume;
  }
};

const read = (expression: string, timeZone: string, bounds: CronBounds) => {
  const fields = readFields(expression);
  if ('problem' in fields) return fields;
  return { fields, schedule: scheduleOf(fields, bounds), zone: zoneOf(timeZone) };
};

/** What an expression means in a time zone that exists. The problem is that it cannot be read. */
export const readCron = (
  expression: string,
  timeZone: string,
  bounds: CronBounds = UNBOUNDED,
): Cron | { readonly problem: CronProblem } => {
  const found = read(expression, timeZone, bounds);
  if ('problem' in found) return found;
  const { fields, schedule, zone } = found;
  return { next: (after) => nextOf(schedule, zone, after), words: wordsOf(fields) };
};

/** Why a task may not have it: it cannot be read, never fires after now, or fires more often than every ten seconds. */
export const taskCronProblem = (
  expression: string,
  timeZone: string,
  bounds: CronBounds,
  now: Date,
): CronProblem | null => {
  const found = read(expression, timeZone, bounds);
  if ('problem' in found) return found.problem;
  const { fields, schedule, zone } = found;
  if (nextOf(schedule, zone, now) === null) {
    const bounded = Object.values(bounds).some((bound) => bound !== null);
    return bounded && nextOf(scheduleOf(fields, UNBOUNDED), zone, now) !== null
      ? { reason: 'it never fires between its startup and its shutdown', field: null, code: 'cron_never' }
      : { reason: 'it never fires: there is no such day', field: 'dayOfMonth', code: 'cron_never' };
  }
  return schedule.tooFrequent(zone.localOf(now.getTime()))
    ? { reason: 'it fires more often than every 10 seconds', field: null, code: 'cron_too_frequent' }
    : null;
};
