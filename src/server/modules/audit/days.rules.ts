import { utcDay } from '#server/kernel/utc-day.ts';
import { type Went, wentOf } from './hours.rules.ts';
import type { Stretch } from './storage.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Parts of a day that are looked at each by itself, so that no evening stands for a whole day. */
const PARTS = 4;

/** The days up to a moment, yyyy-mm-dd, the oldest first. */
export const daysUpTo = (end: Date, days: number): readonly string[] =>
  Array.from({ length: days }, (_, at) => utcDay(new Date(end.getTime() - (days - 1 - at) * DAY)));

/** The bounds of what is looked at of a day, up to a moment. */
export const boundsOf = (day: string, end: Date): readonly Date[] => {
  const begin = Date.parse(`${day}T00:00:00Z`);
  const bounds = Array.from({ length: PARTS + 1 }, (_, at) => new Date(begin + (at * DAY) / PARTS));
  const within = bounds.filter((bound) => bound < end);
  return within.length === bounds.length ? bounds : [...within, new Date(Math.min(end.getTime(), begin + DAY))];
};

/** Rows come later than their requests, after an outage of the database much later: until then a day may change. */
const SETTLES = HOUR;

/** Whether what was read of a day at a moment stays so. */
export const isSettled = (day: string, at: Date): boolean =>
  at.getTime() >= Date.parse(`${day}T00:00:00Z`) + DAY + SETTLES;

/** Some days as one. */
export const wentIn = (days: readonly (readonly Stretch[])[]): Went => wentOf(days.flat());
