import { describe, expect, it } from 'vitest';
import { failureOf } from '#server/modules/tokens/people.fixture.ts';
import { createCronReader } from './cron.service.ts';

const { explain } = createCronReader({ timeZone: 'Europe/Madrid', now: () => new Date('2026-11-23T12:00:00Z') });

describe('what an expression means', () => {
  it('is told in words and with its next five times, in the time zone of the server', () => {
    expect(explain({ expression: '0 30 2 * * MON-FRI' })).toEqual({
      valid: true,
      reason: null,
      field: null,
      words: 'At 02:30, from Monday to Friday',
      next: ['24', '25', '26', '27', '30'].map((day) => `2026-11-${day}T01:30:00.000Z`),
      tooFrequent: false,
      timeZone: 'Europe/Madrid',
    });
  });

  it('begins where and when one asks, and tells as many as one asks for', () => {
    const asked = { expression: '@daily', from: '2027-03-01T00:00:00Z', timeZone: 'Asia/Kathmandu', count: 2 };
    expect(explain(asked)).toMatchObject({
      next: ['2027-03-01T18:15:00.000Z', '2027-03-02T18:15:00.000Z'],
      timeZone: 'Asia/Kathmandu',
    });
  });

  it('keeps to the bounds, of which the empty ones are none', () => {
    const bounds = {
      cronStartupDate: '2026-12-01',
      cronShutdownDate: '',
      cronStartupTime: '08:00',
      cronShutdownTime: '',
    };
    expect(explain({ expression: '0 0 */8 * * *', timeZone: 'UTC', count: 2, ...bounds }).next).toEqual([
      '2026-12-01T08:00:00.000Z',
      '2026-12-01T16:00:00.000Z',
    ]);
  });

  it('ends with the year 9999', () => {
    expect(explain({ expression: '0 0 0 1 1 *', from: '9998-06-01T00:00:00Z', timeZone: 'UTC' }).next).toEqual([
      '9999-01-01T00:00:00.000Z',
    ]);
  });
});

describe('what a task may not have', () => {
  it.each([
    ['0 0 25 * * *', 'hour', 'hour: 25 is over 23'],
    ['', null, 'it is empty'],
    ['0'.repeat(121), null, 'it is longer than 120 characters'],
  ])('is no expression: %j', (expression, field, reason) => {
    expect(explain({ expression })).toMatchObject({ valid: false, field, reason, words: null, next: [] });
  });

  it('fires too often', () => {
    const answer = explain({ expression: '*/5 * * * * *', count: 3 });
    expect(answer).toMatchObject({ valid: true, tooFrequent: true, words: 'Every 5 seconds' });
    expect(answer.reason).toBe('it fires more often than every 10 seconds');
    expect(answer.next).toHaveLength(3);
  });

  it('never fires', () => {
    expect(explain({ expression: '0 0 0 30 2 *' })).toMatchObject({
      ...{ valid: true, tooFrequent: false, field: 'dayOfMonth', next: [], words: 'At 00:00, on 30 February' },
      reason: 'it never fires: there is no such day',
    });
  });
});

it.each([
  ['timeZone', { timeZone: 'Mars/Olympus' }, "must be a time zone such as Europe/Madrid, not 'Mars/Olympus'"],
  ['timeZone', { timeZone: '' }, "must be a time zone such as Europe/Madrid, not ''"],
  ['cronStartupDate', { cronStartupDate: '2026-02-30' }, 'is a day, such as 2026-05-17'],
  ['cronShutdownDate', { cronShutdownDate: '2026-13-01' }, 'is a day, such as 2026-05-17'],
  ['from', { from: '2026-02-30T99:00:00Z' }, 'must be a moment of 1900 or later (ISO 8601)'],
  ['from', { from: '0001-01-01T00:00:00Z' }, 'must be a moment of 1900 or later (ISO 8601)'],
])('%s of %j is refused', async (field, asked, message) => {
  const refused = await failureOf(() => explain({ expression: '@daily', ...asked }));
  expect(refused).toMatchObject({ reason: 'invalid_parameter', status: 400, details: [{ field, message }] });
});
