const grouped = new Intl.NumberFormat('en');

/** 12408 → `12,408`. */
export const count = (value: number): string => grouped.format(value);

/** A number of things: `1 request`, `1,200 requests`. `isMore`: there are at least as many. */
export const counted = (value: number, one: string, isMore = false): string =>
  `${total(value, isMore)} ${value === 1 && !isMore ? one : `${one}s`}`;

/** How long to wait, in words: `40 seconds`, `12 minutes`, `2 hours`. */
export const waiting = (seconds: number): string => {
  if (seconds < 60) return counted(Math.ceil(seconds), 'second');
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? counted(minutes, 'minute') : counted(Math.ceil(minutes / 60), 'hour');
};

/** A total that may be only a lower bound: `10,000+`. */
export const total = (value: number, isMore = false): string => `${count(value)}${isMore ? '+' : ''}`;

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];

/** Bytes in steps of 1024, one decimal from KB on: `1.5 KB`. */
export const bytes = (value: number): string => {
  let [left, unit] = [value, 0];
  while (left >= 1024 && unit < UNITS.length - 1) {
    left /= 1024;
    unit++;
  }
  return `${unit === 0 ? left : left.toFixed(1)} ${UNITS[unit]}`;
};

const shares = new Intl.NumberFormat('en', { style: 'percent', maximumSignificantDigits: 2 });

/** A share, 0 to 1, in two digits: `0.02%`, `3.1%`, `100%`. What is nearly all is not said to be all. */
export const percent = (share: number): string => shares.format(share < 1 ? Math.min(share, 0.994) : 1);

/** Milliseconds as a whole number: `41 ms`. */
export const ms = (value: number): string => `${count(Math.round(value))} ms`;

/** Milliseconds under 1000, otherwise hours, minutes, seconds: `842 ms`, `2m 41s`, `1h 12m 9s`. */
export const duration = (milliseconds: number): string => {
  if (milliseconds < 1000) return ms(milliseconds);
  const seconds = Math.floor(milliseconds / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  const first = parts.findIndex((part) => part > 0);
  return parts
    .map((part, at) => `${part}${'hms'[at]}`)
    .slice(first)
    .join(' ');
};
