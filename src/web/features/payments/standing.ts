import type { Payment } from '#contracts/billing.api.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** A buyer may be at the provider's page for this many minutes. */
const PAYING_MINUTES = 30;
/** Under this many days what is left is worth a warning. */
const SOON_DAYS = 7;

/** Whole days from `now` (ms) to a moment, downwards; 0 on the last. */
export const daysUntil = (iso: string, now: number): number =>
  Math.max(0, Math.floor((Date.parse(iso) - now) / DAY_MS));

export const endsSoon = (iso: string, now: number): boolean => Date.parse(iso) - now < SOON_DAYS * DAY_MS;

export interface Standing {
  /** The paid period runs, lies ahead, or neither. */
  readonly phase: 'running' | 'ahead' | 'none';
  /** Days until it ends, or until it begins. */
  readonly days: number;
}

const NONE: Standing = { phase: 'none', days: 0 };

/** Where `now` (ms) lies in what was paid for. */
export const standingOf = (
  { status, startDate, endDate }: Pick<Payment, 'status' | 'startDate' | 'endDate'>,
  now: number,
): Standing => {
  if (status !== 'COMPLETED' || startDate === null || endDate === null || Date.parse(endDate) <= now) return NONE;
  return Date.parse(startDate) > now
    ? { phase: 'ahead', days: daysUntil(startDate, now) }
    : { phase: 'running', days: daysUntil(endDate, now) };
};

/** Whether a payment has been unfinished for so long that something may have gone wrong. */
export const isStuck = ({ status, insertDate }: Pick<Payment, 'status' | 'insertDate'>, now: number): boolean =>
  status === 'CREATED' && now - Date.parse(insertDate) > PAYING_MINUTES * MINUTE_MS;
