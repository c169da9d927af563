import { taskForm } from '#web/words/task-form.ts';

const words = taskForm.between;

/** The days and the times of day within which a cron may fire. */
export interface Bounds {
  readonly cronStartupDate: string;
  readonly cronShutdownDate: string;
  readonly cronStartupTime: string;
  readonly cronShutdownTime: string;
}

/** Seconds only where there are any. */
const short = (time: string): string => time.replace(/^(\d\d:\d\d):00$/, '$1');

const hours = (startup: string, shutdown: string): string | null => {
  const [from, to] = [short(startup), short(shutdown)];
  if (from !== '' && to !== '') return from > to ? words.overnight(from, to) : words.hours(from, to);
  if (from !== '') return words.hoursFrom(from);
  return to === '' ? null : words.hoursTo(to);
};

const days = (from: string, to: string): string | null => {
  if (from !== '' && to !== '') return words.days(from, to);
  if (from !== '') return words.daysFrom(from);
  return to === '' ? null : words.daysTo(to);
};

/** The bounds in words. */
export const windowOf = (bounds: Bounds): string => {
  const time = hours(bounds.cronStartupTime, bounds.cronShutdownTime);
  const day = days(bounds.cronStartupDate, bounds.cronShutdownDate);
  if (time === null && day === null) return words.always;
  return words.may([day ?? words.daily, ...(time === null ? [] : [time])].join(', '));
};
