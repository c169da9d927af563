import { afterEach, describe, expect, it, vi } from 'vitest';
import { ALWAYS, NOW, next } from './cron.fixture.ts';
import { type CronBounds, readCron, taskCronProblem } from './cron.ts';
import { zoneOf } from './zone.ts';

afterEach(() => void vi.restoreAllMocks());

describe('what cannot be read', () => {
  it.each([
    ['0 0 25 * * *', 'hour', 'hour: 25 is over 23'],
    ['60 0 0 * * *', 'second', 'second: 60 is over 59'],
    ['0 0 0 0 * *', 'dayOfMonth', 'day of month: 0 is under 1'],
    ['0 0 0 * 13 *', 'month', 'month: 13 is over 12'],
    ['0 0 0 * * 8', 'dayOfWeek', 'day of week: 8 is over 7'],
    ['0 0 0 * * FUNDAY', 'dayOfWeek', "day of week: 'FUNDAY' is no number or name"],
    ['0 -1 0 * * *', 'minute', 'minute: a number is missing'],
    ['0 1.5 0 * * *', 'minute', "minute: '1.5' is no number"],
    ['0 0 22-2 * * *', 'hour', 'hour: 22-2 ends before it begins'],
    ['0 0 1-2-3 * * *', 'hour', "hour: '1-2-3' is no range"],
    ['0 */0 * * * *', 'minute', "minute: the step '0' is no number from 1"],
    ['0 */5/5 * * * *', 'minute', "minute: '*/5/5' has more than one step"],
    ['0 1,,2 * * * *', 'minute', 'minute: a number is missing'],
    ['0 ? 0 * * *', 'minute', "minute: '?' is no number"],
    ['0 0 0 L-0 * *', 'dayOfMonth', "day of month: 'L-0': after L- stands a number from 1 to 30"],
    ['0 0 0 5L * *', 'dayOfMonth', "day of month: '5L' is no day: L stands alone, or as L-3 or LW"],
    ['0 0 0 W * *', 'dayOfMonth', 'day of month: a number is missing'],
    ['0 0 0 32W * *', 'dayOfMonth', 'day of month: 32 is over 31'],
    ['0 0 0 * * L', 'dayOfWeek', 'day of week: a number is missing'],
    ['0 0 0 * * L5', 'dayOfWeek', "day of week: 'L5' is no number or name"],
    ['0 0 0 * * MON#6', 'dayOfWeek', "day of week: 'MON#6': after # stands a number from 1 to 5"],
    ['0 0 0 * * #1', 'dayOfWeek', 'day of week: a number is missing'],
    ['0 0 0 * *#1 *', 'month', "month: '*#1' is no number or name"],
    ['', null, 'it is empty'],
    ['@often', null, 'there is no @often, but @yearly @annually @monthly @weekly @daily @midnight @hourly'],
  ])('%j: %s', (expression, field, reason) => {
    const problem = { reason, field, code: 'cron_malformed' };
    expect(readCron(expression, 'UTC')).toEqual({ problem });
    expect(taskCronProblem(expression, 'UTC', ALWAYS, NOW)).toEqual(problem);
  });

  it('names the fields when there are not as many', () => {
    expect(readCron('* * * *', 'UTC')).toHaveProperty(
      'problem.reason',
      expect.stringMatching(/^it has 4 fields and not six/),
    );
    expect(readCron('* * * * * * *', 'UTC')).toHaveProperty(
      'problem.reason',
      expect.stringMatching(/^it has 7 fields/),
    );
  });

  it('takes 120 characters and no more', () => {
    const long = `0 0 ${Array.from({ length: 45 }, (_, at) => at % 10).join(',')} * * *`;
    expect(readCron(long.padEnd(120), 'UTC')).not.toHaveProperty('problem');
    expect(readCron(long.padEnd(121), 'UTC')).toHaveProperty('problem.reason', 'it is longer than 120 characters');
  });
});

describe('what a task may not have', () => {
  it.each<[string, string, Partial<CronBounds>?]>([
    ['* * * * * *', 'cron_too_frequent'],
    ['*/9 * * * * *', 'cron_too_frequent'],
    ['0,9 0 0 1 1 *', 'cron_too_frequent'],
    ['0,55 * * * * *', 'cron_too_frequent'],
    ['0,55 0,59 0,23 * * *', 'cron_too_frequent'],
    ['0,55 0,59 0,23 1,L * *', 'cron_too_frequent'],
    ['0 0 30 2 *', 'cron_never'],
    ['0 0 0 31 4,6,9,11 *', 'cron_never'],
    ['0 0 0 L-29 2 MON#1', 'cron_never', { shutdownDate: '2027-01-01' }],
    ['0 0 3 * * *', 'cron_never', { startupTime: '04:00:00', shutdownTime: '05:00:00' }],
    ['* * * * * *', 'cron_never', { shutdownDate: '2026-11-22' }],
  ])('%s: %s', (expression, code, bounds = {}) => {
    expect(taskCronProblem(expression, 'UTC', { ...ALWAYS, ...bounds }, NOW)).toMatchObject({ code });
    expect(readCron(expression, 'UTC')).toHaveProperty('words', expect.stringMatching(/^[AE]/));
  });

  it.each<[string, Partial<CronBounds>?]>([
    ['*/10 * * * * *'],
    ['0 0 0 29 2 *'],
    ['0,55 0,59 0,23 2-28/2 * *'],
    ['* * * * * *', { startupTime: '03:00:00', shutdownTime: '03:00:00' }],
    ['0,55 * * * * *', { startupTime: '03:00:00', shutdownTime: '03:00:30' }],
    ['0,55 0,59 0,23 * * *', { startupDate: '2026-12-01', shutdownDate: '2026-12-01' }],
  ])('but %s it may', (expression, bounds = {}) => {
    expect(taskCronProblem(expression, 'UTC', { ...ALWAYS, ...bounds }, NOW)).toBeNull();
  });

  it('says whether the days or the bounds leave nothing', () => {
    expect(taskCronProblem('0 0 30 2 *', 'UTC', { ...ALWAYS, startupTime: '01:00:00' }, NOW)).toMatchObject({
      field: 'dayOfMonth',
    });
    expect(taskCronProblem('0 0 3 * * *', 'UTC', { ...ALWAYS, startupTime: '04:00:00' }, NOW)).toMatchObject({
      reason: 'it never fires between its startup and its shutdown',
      field: null,
    });
  });
});

describe('hostile expressions', () => {
  /** Both the calendar and the clocks are asked through it. */
  const work = (run: () => unknown): number => {
    const asked = vi.spyOn(Date, 'UTC');
    run();
    const count = asked.mock.calls.length;
    asked.mockRestore();
    return count;
  };

  it.each([
    ['0 0 30 2 *', 'UTC'],
    ['0 30 2 ? 3 SUNL', 'Europe/Madrid'],
    ['0 30 2 31 3 SUN', 'Europe/Madrid'],
    ['0 0 0 29 2 MON#1', 'America/Sao_Paulo'],
    ['0,55 0,59 0,23 2-28/2 * *', 'Australia/Lord_Howe'],
    ['* * * * * *', 'Pacific/Apia'],
    [`${'0,'.repeat(50)}0 0 0 31 2,4,6,9,11 *`, 'Africa/Cairo'],
  ])('%s in %s takes little', (expression, zone) => {
    const bounds = { ...ALWAYS, startupDate: '1999-01-01' };
    expect(work(() => taskCronProblem(expression, zone, bounds, NOW))).toBeLessThan(6_000);
  });

  it.each(['*'.repeat(100_000), `${'*/'.repeat(50_000)}`, ' '.repeat(100_000), `0 ${'0,'.repeat(50_000)} * * * *`])(
    'refuses what is far too long before it reads it',
    (expression) => {
      const split = vi.spyOn(String.prototype, 'split');
      expect(readCron(expression, 'UTC')).toHaveProperty('problem.code', 'cron_malformed');
      expect(split).not.toHaveBeenCalled();
    },
  );

  it('comes to an end at either end of time', () => {
    expect(next('0 0 0 29 2 *', '9999-12-31T23:59:59Z')).toEqual(new Date('+010000-02-29T00:00:00Z'));
    for (const from of ['0000-01-01T00:00:00Z', '-000500-01-01T00:00:00Z', '0050-06-01T00:00:00Z'])
      expect(work(() => next('0 0 0 29 2 *', from, 'Europe/Madrid'))).toBeLessThan(6_000);
  });

  it('keeps few time zones', () => {
    const made = vi.spyOn(Intl, 'DateTimeFormat');
    const zones = Intl.supportedValuesOf('timeZone').slice(0, 17);
    for (const zone of zones) zoneOf(zone);
    for (const zone of zones.slice(-3)) zoneOf(zone);
    const [first = ''] = zones;
    const before = made.mock.calls.length;
    zoneOf(first);
    expect(made.mock.calls.length).toBe(before + 1);
    zoneOf(first);
    expect(made.mock.calls.length).toBe(before + 1);
  });
});
