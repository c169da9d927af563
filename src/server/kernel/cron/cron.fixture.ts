import { type CronBounds, readCron } from './cron.ts';

export const ALWAYS: CronBounds = { startupDate: null, shutdownDate: null, startupTime: null, shutdownTime: null };
export const NOW = new Date('2026-11-23T12:00:00Z');

export const next = (expression: string, from: string, timeZone = 'UTC', bounds: Partial<CronBounds> = {}) => {
  const read = readCron(expression, timeZone, { ...ALWAYS, ...bounds });
  if ('problem' in read) throw new Error(read.problem.reason);
  return read.next(new Date(from));
};

/** As many moments as are asked for, one after the other. */
export const fires = (
  expression: string,
  from: string,
  count: number,
  timeZone = 'UTC',
  bounds: Partial<CronBounds> = {},
) => {
  const found: string[] = [];
  for (let at = next(expression, from, timeZone, bounds); at !== null && found.length < count; ) {
    found.push(at.toISOString().replace('.000', ''));
    at = next(expression, at.toISOString(), timeZone, bounds);
  }
  return found;
};
