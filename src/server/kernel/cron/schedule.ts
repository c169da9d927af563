import type { DayRule, Fields } from './read.ts';
import type { CronBounds } from './types.ts';
import type { Local } from './zone.ts';

const DAY = 86_400_000;
const DAY_SECONDS = 86_400;
/** A weekday comes again on 29 February within 40 years: what has not come in these never does. */
const YEARS = 45;
const TOO_OFTEN = 10;

/** The times of a place's clock that fields and bounds let through. */
export interface Schedule {
  /** The first from there on, within YEARS of `since`. */
  readonly first: (from: Local, since: Local) => Local | null;
  /** Whether two of them, from there on, are less than ten seconds apart. */
  readonly tooFrequent: (from: Local) => boolean;
}

const bit = (day: number): number => 1 << day;

/** Days of a month, as bits 1 to 31. `first` is the weekday of its first day, 1 (Monday) to 7. */
const ruleDays = (rule: DayRule, length: number, first: number): number => {
  const weekday = (day: number): number => ((first - 1 + day - 1) % 7) + 1;
  const firstOf = (wanted: number): number => 1 + ((wanted - first + 7) % 7);
  switch (rule.kind) {
    case 'last':
      return length > rule.before ? bit(length - rule.before) : 0;
    case 'lastWorkday':
      return bit(length - Math.max(0, weekday(length) - 5));
    case 'nearest': {
      if (rule.day > length) return 0;
      const day = weekday(rule.day);
      if (day === 6) return bit(rule.day === 1 ? 3 : rule.day - 1);
      return bit(day === 7 ? (rule.day === length ? rule.day - 2 : rule.day + 1) : rule.day);
    }
    case 'lastOf': {
      const day = firstOf(rule.weekday);
      return bit(day + 7 * Math.floor((length - day) / 7));
    }
    case 'nth': {
      const day = firstOf(rule.weekday) + 7 * (rule.nth - 1);
      return day > length ? 0 : bit(day);
    }
  }
};

const monthDays = (fields: Fields, length: number, first: number): number => {
  let inMonth = 0;
  for (const day of fields.dayOfMonth) if (day <= length) inMonth |= bit(day);
  for (const rule of fields.dayRules) inMonth |= ruleDays(rule, length, first);
  let inWeek = 0;
  for (const weekday of fields.dayOfWeek)
    for (let day = 1 + ((weekday - first + 7) % 7); day <= length; day += 7) inWeek |= bit(day);
  for (const rule of fields.weekdayRules) inWeek |= ruleDays(rule, length, first);
  return inMonth & inWeek;
};

const seconds = (time: string): number => {
  const [hour = 0, minute = 0, second = 0] = time.split(':').map(Number);
  return hour * 3600 + minute * 60 + second;
};

/** Spans of the day in which it may fire, in seconds, both ends within. */
const windows = ({ startupTime, shutdownTime }: CronBounds): readonly (readonly [number, number])[] => {
  const from = startupTime === null ? 0 : seconds(startupTime);
  const to = shutdownTime === null ? DAY_SECONDS - 1 : seconds(shutdownTime);
  return from <= to
    ? [[from, to]]
    : [
        [0, to],
        [from, DAY_SECONDS - 1],
      ];
};

const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY;
const from = (values: readonly number[], least: number): number | undefined => values.find((value) => value >= least);

export const scheduleOf = (fields: Fields, bounds: CronBounds): Schedule => {
  const spans = windows(bounds);
  const firstDay = bounds.startupDate === null ? Number.NEGATIVE_INFINITY : dayNumber(bounds.startupDate);
  const lastDay = bounds.shutdownDate === null ? Number.POSITIVE_INFINITY : dayNumber(bounds.shutdownDate);
  const months = new Set(fields.month);
  const [second0 = 0] = fields.second;
  const [minute0 = 0] = fields.minute;

  /** The first second of the day that the fields name, from there on. */
  const named = (time: number): number | undefined => {
    const hour = Math.floor(time / 3600);
    const minute = Math.floor(time / 60) % 60;
    if (fields.hour.includes(hour)) {
      if (fields.minute.includes(minute)) {
        const second = from(fields.second, time % 60);
        if (second !== undefined) return hour * 3600 + minute * 60 + second;
      }
      const next = from(fields.minute, minute + 1);
      if (next !== undefined) return hour * 3600 + next * 60 + second0;
    }
    const next = from(fields.hour, hour + 1);
    return next === undefined ? undefined : next * 3600 + minute0 * 60 + second0;
  };

  const timeFrom = (time: number): number | null => {
    for (const [start, end] of spans) {
      if (time > end) continue;
      const found = named(Math.max(time, start));
      if (found !== undefined && found <= end) return found;
    }
    return null;
  };

  /** Days from one to another, as days since 1970. */
  const daysFrom = function* (day: number, until: number): Generator<number> {
    const [begin, end] = [Math.max(day, firstDay), Math.min(until, lastDay)];
    if (!(begin <= end)) return;
    const date = new Date(begin * DAY);
    let [year, month, least] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
    for (;;) {
      const start = Date.UTC(year, month, 1) / DAY;
      if (start > end) return;
      if (months.has(month + 1)) {
        const length = Date.UTC(year, month + 1, 1) / DAY - start;
        // 1 January 1970 was a Thursday.
        const days = monthDays(fields, length, ((((start + 3) % 7) + 7) % 7) + 1);
        for (let at = least; at <= length && start + at - 1 <= end; at += 1) if (days & bit(at)) yield start + at - 1;
      }
      least = 1;
      month += 1;
      if (month === 12) [year, month] = [year + 1, 0];
    }
  };

  const horizon = (since: Local): number => Math.max(Math.floor(since / DAY), firstDay) + YEARS * 366;

  return {
    first: (at, since) => {
      const earliest = timeFrom(0);
      if (earliest === null) return null;
      const today = Math.floor(at / DAY);
      for (const day of daysFrom(today, horizon(since))) {
        const time = day === today ? timeFrom(Math.ceil((at - today * DAY) / 1000)) : earliest;
        if (time !== null) return day * DAY + time * 1000;
      }
      return null;
    },

    tooFrequent: (at) => {
      const earliest = timeFrom(0);
      let last: number | null = null;
      for (let time = earliest; time !== null; time = timeFrom(time + 1)) {
        if (last !== null && time - last < TOO_OFTEN) return true;
        last = time;
      }
      if (earliest === null || last === null || earliest + DAY_SECONDS - last >= TOO_OFTEN) return false;
      // Only from one day to the next: are there two such days?
      let before: number | null = null;
      for (const day of daysFrom(Math.floor(at / DAY), horizon(at))) {
        if (before !== null && day - before === 1) return true;
        before = day;
      }
      return false;
    },
  };
};
