import { describe, expect, it } from 'vitest';
import { fires, NOW } from './cron.fixture.ts';
import type { CronBounds } from './cron.ts';

describe('days', () => {
  it.each([
    [
      'of the week from Monday on, for a step',
      '0 0 0 * * */2',
      ['2026-11-25', '2026-11-27', '2026-11-29', '2026-11-30'],
    ],
    ['Sunday as 0 and as 7', '0 0 0 * * 0', ['2026-11-29', '2026-12-06']],
    ['Sunday as 7', '0 0 0 * * 7', ['2026-11-29', '2026-12-06']],
    ['Sunday to Tuesday', '0 0 0 * * 0-2', ['2026-11-24', '2026-11-29', '2026-11-30']],
    ['Sunday to Tuesday by number 7', '0 0 0 * * 7-2', ['2026-11-24', '2026-11-29', '2026-11-30']],
    ['of both kinds at once', '0 0 0 13 * FRI', ['2027-08-13', '2028-10-13']],
    ['the third last', '0 0 0 L-2 * ?', ['2026-11-28', '2026-12-29', '2027-01-29', '2027-02-26']],
    [
      '29 days before the last, which not every month has',
      '0 0 0 L-29 * *',
      ['2026-11-01', '2026-12-02'].slice(1).concat('2027-01-02', '2027-03-02'),
    ],
    ['the last working day', '0 0 0 LW * *', ['2026-11-30', '2026-12-31', '2027-01-29', '2027-02-26']],
    [
      'nearest the first, never in the month before',
      '0 0 0 1W * *',
      ['2026-12-01', '2027-01-01', '2027-02-01', '2027-03-01', '2027-04-01', '2027-05-03'],
    ],
    [
      'nearest the 31st, never in the month behind',
      '0 0 0 31W * *',
      ['2026-12-31', '2027-01-29', '2027-03-31', '2027-05-31'],
    ],
    ['the fifth Monday', '0 0 0 * * MON#5', ['2026-11-30', '2027-03-29', '2027-05-31']],
    ['the last Sunday', '0 0 0 * * 0L', ['2026-11-29', '2026-12-27']],
    ['several kinds in a list', '0 0 0 L,15W,3 * *', ['2026-11-30', '2026-12-03', '2026-12-15', '2026-12-31']],
    ['29 February', '0 0 0 29 FEB *', ['2028-02-29', '2032-02-29']],
    ['names in full and in any case', '0 0 0 * december Friday', ['2026-12-04', '2026-12-11']],
  ])('%s: %s', (_, expression, days) => {
    expect(fires(expression, '2026-11-23T12:00:00Z', days.length)).toEqual(days.map((day) => `${day}T00:00:00Z`));
  });

  it('finds 29 February over a year without one', () => {
    expect(fires('0 0 0 29 2 *', '2096-03-01T00:00:00Z', 1)).toEqual(['2104-02-29T00:00:00Z']);
    expect(fires('0 0 0 29 2 MON', '2072-03-01T00:00:00Z', 1)).toEqual(['2112-02-29T00:00:00Z']);
  });

  it('goes over the end of the year', () => {
    expect(fires('59 59 23 31 12 *', '2026-12-31T23:59:58.500Z', 2)).toEqual([
      '2026-12-31T23:59:59Z',
      '2027-12-31T23:59:59Z',
    ]);
    expect(fires('* * * * * *', '2026-12-31T23:59:59Z', 1)).toEqual(['2027-01-01T00:00:00Z']);
  });

  it.each([
    ['@yearly', '2027-01-01T00:00:00Z'],
    ['@annually', '2027-01-01T00:00:00Z'],
    ['@monthly', '2026-12-01T00:00:00Z'],
    ['@weekly', '2026-11-29T00:00:00Z'],
    ['@Daily', '2026-11-24T00:00:00Z'],
    ['@midnight', '2026-11-24T00:00:00Z'],
    [' @hourly ', '2026-11-23T13:00:00Z'],
    ['30 4 * * *', '2026-11-24T04:30:00Z'],
  ])('%s', (expression, wanted) => expect(fires(expression, NOW.toISOString(), 1)).toEqual([wanted]));
});

describe('clocks that change', () => {
  it.each([
    [
      'what is left out comes on the next day',
      '0 30 2 * * *',
      'Europe/Madrid',
      '2026-03-28T12:00:00Z',
      ['2026-03-30T00:30:00Z', '2026-03-31T00:30:00Z'],
    ],
    [
      'what comes twice comes once, at its first',
      '0 30 2 * * *',
      'Europe/Madrid',
      '2026-10-24T12:00:00Z',
      ['2026-10-25T00:30:00Z', '2026-10-26T01:30:00Z'],
    ],
    [
      'each half hour once, also from its second time on',
      '0 */30 * * * *',
      'Europe/Madrid',
      '2026-10-25T01:10:00Z',
      ['2026-10-25T02:00:00Z', '2026-10-25T02:30:00Z'],
    ],
    [
      'half hours before the clock goes back',
      '0 */30 * * * *',
      'Europe/Madrid',
      '2026-10-25T00:10:00Z',
      ['2026-10-25T00:30:00Z', '2026-10-25T02:00:00Z'],
    ],
    [
      'by half an hour forward',
      '0 15 2 * * *',
      'Australia/Lord_Howe',
      '2026-10-02T16:00:00Z',
      ['2026-10-04T15:15:00Z'],
    ],
    [
      'by half an hour back',
      '0 45 1 * * *',
      'Australia/Lord_Howe',
      '2026-04-04T00:00:00Z',
      ['2026-04-04T14:45:00Z', '2026-04-05T15:15:00Z'],
    ],
    [
      'a day that has no midnight',
      '0 0 0 * * *',
      'America/Sao_Paulo',
      '2018-11-03T12:00:00Z',
      ['2018-11-05T02:00:00Z'],
    ],
    [
      'a day that begins an hour late',
      '0 0 * * * *',
      'Africa/Cairo',
      '2025-04-24T20:30:00Z',
      ['2025-04-24T21:00:00Z', '2025-04-24T22:00:00Z'],
    ],
    ['a day that is left out', '0 0 12 30 12 *', 'Pacific/Apia', '2011-12-01T00:00:00Z', ['2012-12-29T22:00:00Z']],
    [
      'around the day that is left out',
      '0 0 12 * * *',
      'Pacific/Apia',
      '2011-12-29T00:00:00Z',
      ['2011-12-29T22:00:00Z', '2011-12-30T22:00:00Z'],
    ],
    ['Sundays of the change', '0 30 1 ? 3 SUNL', 'Europe/London', '2026-01-01T00:00:00Z', []],
    ['a clock that is 5:45 ahead', '0 0 6 * * *', 'Asia/Kathmandu', '2026-11-23T12:00:00Z', ['2026-11-24T00:15:00Z']],
  ])('%s: %s in %s', (_, expression, zone, from, wanted) => {
    expect(fires(expression, from, wanted.length || 1, zone)).toEqual(wanted);
  });
});

describe('bounds', () => {
  const night = { startupTime: '22:00:00', shutdownTime: '02:00:00' };
  it.each<[string, string, Partial<CronBounds>, string[]]>([
    [
      'a time of day, both ends within',
      '0 0 * * * *',
      { startupTime: '14:00:00', shutdownTime: '15:00:00' },
      ['2026-11-23T14:00:00Z', '2026-11-23T15:00:00Z', '2026-11-24T14:00:00Z'],
    ],
    ['from a time on', '0 0 */6 * * *', { startupTime: '06:00:01' }, ['2026-11-23T18:00:00Z', '2026-11-24T12:00:00Z']],
    [
      'until a time',
      '0 0 */6 * * *',
      { shutdownTime: '06:00' },
      ['2026-11-24T00:00:00Z', '2026-11-24T06:00:00Z', '2026-11-25T00:00:00Z'],
    ],
    [
      'over midnight',
      '0 0 */2 * * *',
      night,
      ['2026-11-23T22:00:00Z', '2026-11-24T00:00:00Z', '2026-11-24T02:00:00Z', '2026-11-24T22:00:00Z'],
    ],
    [
      'days, both ends within',
      '0 0 0 * * *',
      { startupDate: '2026-12-30', shutdownDate: '2026-12-31' },
      ['2026-12-30T00:00:00Z', '2026-12-31T00:00:00Z'],
    ],
    [
      'days over a window over midnight',
      '0 0 */2 * * *',
      { ...night, shutdownDate: '2026-11-24' },
      ['2026-11-23T22:00:00Z', '2026-11-24T00:00:00Z', '2026-11-24T02:00:00Z', '2026-11-24T22:00:00Z'],
    ],
    [
      'a time of day only',
      '* * * * * *',
      { startupTime: '03:00:00', shutdownTime: '03:00:00' },
      ['2026-11-24T03:00:00Z', '2026-11-25T03:00:00Z'],
    ],
    ['days that end before they begin', '0 0 0 * * *', { startupDate: '2027-01-02', shutdownDate: '2027-01-01' }, []],
    ['days that are over', '0 0 0 * * *', { shutdownDate: '2026-11-23' }, []],
    ['days far away', '0 0 0 29 2 *', { startupDate: '2397-01-01' }, ['2400-02-29T00:00:00Z']],
  ])('%s', (_, expression, bounds, wanted) => {
    const found = fires(expression, NOW.toISOString(), 4, 'UTC', bounds);
    expect(found.slice(0, wanted.length || 1)).toEqual(wanted);
    if (bounds.shutdownDate) expect(found).toEqual(wanted);
  });

  it('are of the place, over a change of its clock', () => {
    const bounds = {
      startupDate: '2026-03-29',
      shutdownDate: '2026-03-29',
      startupTime: '01:30:00',
      shutdownTime: '03:30:00',
    };
    expect(fires('0 */30 * * * *', '2026-03-28T00:00:00Z', 9, 'Europe/Madrid', bounds)).toEqual([
      '2026-03-29T00:30:00Z',
      '2026-03-29T01:00:00Z',
      '2026-03-29T01:30:00Z',
    ]);
  });
});
