const two = (value: number): string => String(value).padStart(2, '0');
const day = (at: Date): string =>
  `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
const time = (at: Date): string => `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;

/** An instant in the viewer's zone as `yyyy-MM-dd HH:mm:ss`; empty when `iso` is no instant. */
export const stamp = (iso: string): string => {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? '' : `${day(at)} ${time(at)}`;
};

/** The same in a time zone; empty where the browser knows none of that name. */
export const stampIn = (iso: string, timeZone: string): string => {
  try {
    return new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(new Date(iso));
  } catch {
    return '';
  }
};

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const STEPS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** How long ago (or how soon) in words, seen from `now` (ms): `4 minutes ago`, `in 2 days`, `now`. */
export const ago = (iso: string, now: number = Date.now()): string => {
  const seconds = Math.round((new Date(iso).getTime() - now) / 1000);
  if (Number.isNaN(seconds)) return '';
  const [unit, size] = STEPS.find(([, length]) => Math.abs(seconds) >= length) ?? (['second', 1] as const);
  return relative.format(Math.trunc(seconds / size), unit);
};

/** The name of the viewer's time zone, such as `Europe/Madrid`. */
export const zone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** What a `datetime-local` field shows for an instant; empty when there is none. */
export const toLocalInput = (iso: string): string => stamp(iso).replace(' ', 'T');

const withOffset = (at: Date): string => {
  const minutes = -at.getTimezoneOffset();
  const size = Math.abs(minutes);
  return `${day(at)}T${time(at)}${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
};

/** The instant that a `datetime-local` field means, with the viewer's offset: `2026-11-20T15:04:00+01:00`. */
export const fromLocalInput = (text: string): string => {
  const at = new Date(text);
  return text === '' || Number.isNaN(at.getTime()) ? '' : withOffset(at);
};

/** An instant with the viewer's offset, to the second. */
export const localMoment = (iso: string): string => withOffset(new Date(iso));

/** The last millisecond before an instant of a whole second, with the viewer's offset: where what ends there ends. */
export const lastBefore = (iso: string): string =>
  withOffset(new Date(Date.parse(iso) - 1)).replace(/[+-]\d\d:\d\d$/, '.999$&');

/** Midnight with which the viewer's day began: where the audit starts. */
export const todayStart = (now: number = Date.now()): string => {
  const at = new Date(now);
  at.setHours(0, 0, 0, 0);
  return withOffset(at);
};

export const QUICK_RANGES = ['15 min', '1 h', 'today', '7 d'] as const;
export type QuickRange = (typeof QUICK_RANGES)[number];

/** Where a quick range starts; its end is open. */
export const rangeStart = (range: QuickRange, now: number = Date.now()): string => {
  if (range === 'today') return todayStart(now);
  const minutes = { '15 min': 15, '1 h': 60, '7 d': 7 * 24 * 60 }[range];
  return withOffset(new Date(now - minutes * 60_000));
};
