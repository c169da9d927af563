export interface DayRequests {
  /** A UTC day, yyyy-MM-dd. */
  readonly date: string;
  readonly requests: number;
}

const DAY_MS = 86_400_000;
/** More bars than this cannot be told apart. */
const MOST_BARS = 120;

/** The UTC day of a time in ms. */
export const utcDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/**
 * A bar for each of the last `days` days (at most 120), oldest first, those without requests at nothing. The last is
 * today by `now` (ms), or the newest day of `rows` where the server's clock is ahead.
 */
export const barsOf = (rows: readonly DayRequests[], days: number, now: number) => {
  const byDay = new Map(rows.map(({ date, requests }) => [date, requests]));
  const today = utcDay(now);
  const last = rows.reduce((newest, { date }) => (date > newest ? date : newest), today);
  const length = Math.min(days, MOST_BARS);
  return Array.from({ length }, (_, at) => {
    const label = utcDay(Date.parse(last) - (length - 1 - at) * DAY_MS);
    return { label, value: byDay.get(label) ?? 0 };
  });
};
