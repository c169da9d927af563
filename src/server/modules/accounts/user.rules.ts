import { failure, invalid } from '#server/kernel/failure.ts';
import { utcDay } from '#server/kernel/utc-day.ts';
import type { DayRange } from './usage.ts';

/** Which user a call is about. */
export interface WhoAsked {
  readonly token?: string;
  readonly email?: string;
}

export interface RequestsAsked extends WhoAsked {
  /** Moments, ISO 8601. */
  readonly startDate?: string;
  readonly endDate?: string;
}

/** A call that does not say which user it is about. */
export const nobodyNamed = () => {
  const message = 'must be given, or the other of token and email';
  return failure('invalid_parameter', 'token or email must be given', {
    details: [
      { field: 'token', message },
      { field: 'email', message },
    ],
  });
};

const dayOf = (field: string, moment: string): string => {
  const at = new Date(moment);
  if (Number.isNaN(at.getTime())) throw invalid(field, 'must be a moment (ISO 8601)');
  return utcDay(at);
};

/** The UTC days between two moments, both inclusive. What is not said is today, or the other end where that is nearer. */
export const daysAsked = ({ startDate, endDate }: RequestsAsked, now: Date): DayRange => {
  const today = utcDay(now);
  const start = startDate === undefined ? null : dayOf('startDate', startDate);
  const end = endDate === undefined ? null : dayOf('endDate', endDate);
  const from = start ?? (end !== null && end < today ? end : today);
  const to = end ?? (from > today ? from : today);
  if (to < from) throw invalid('endDate', 'must not be before startDate');
  return { from, to };
};

/** yyyyMMdd of a moment in a time zone. */
export const dayIn = (moment: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    .format(moment)
    .replaceAll('-', '');

/** yyyy-mm-dd of yyyymmdd. Throws `invalid_parameter` for a day that no calendar has. */
export const calendarDay = (date: string): string => {
  const day = `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`;
  const at = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(at.getTime()) || utcDay(at) !== day || day < '0001')
    throw invalid('date', 'is no day of a calendar');
  return day;
};
