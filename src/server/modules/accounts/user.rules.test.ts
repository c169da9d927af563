import { describe, expect, it } from 'vitest';
import { failureOf } from '#server/modules/tokens/people.fixture.ts';
import { calendarDay, dayIn, daysAsked } from './user.rules.ts';

const now = new Date('2026-11-21T23:30:00Z');

describe('the days that are asked for', () => {
  it.each([
    ['today without dates', {}, '2026-11-21', '2026-11-21'],
    ['until today from a start', { startDate: '2026-11-19T10:00:00Z' }, '2026-11-19', '2026-11-21'],
    ['the day of an end', { endDate: '2026-11-19T10:00:00Z' }, '2026-11-19', '2026-11-19'],
    ['the day of a start to come', { startDate: '2026-12-01T00:00:00Z' }, '2026-12-01', '2026-12-01'],
    [
      'UTC days of moments elsewhere',
      { startDate: '2026-11-20T00:30:00+02:00', endDate: '2026-11-20T23:30:00-02:00' },
      '2026-11-19',
      '2026-11-21',
    ],
  ])('are %s', (_, asked, from, to) => {
    expect(daysAsked(asked, now)).toEqual({ from, to });
  });

  it.each([
    ['endDate', { startDate: '2026-11-20T00:00:00Z', endDate: '2026-11-19T23:59:59Z' }],
    ['startDate', { startDate: '2026-11-20T00:00:60Z' }],
  ])('are refused, naming %s', async (field, asked) => {
    const refusal = await failureOf(() => daysAsked(asked, now));
    expect(refusal).toMatchObject({ reason: 'invalid_parameter', details: [{ field }] });
  });
});

describe('a day in digits', () => {
  it('is read', () => {
    expect([calendarDay('20261121'), calendarDay('20240229')]).toEqual(['2026-11-21', '2024-02-29']);
  });
  it.each(['20261399', '20260229', '20260100', '00000101'])('%s is in no calendar', async (date) => {
    expect(await failureOf(() => calendarDay(date))).toMatchObject({ status: 400, details: [{ field: 'date' }] });
  });
  it('is that of the time zone', () => {
    const moment = new Date('2026-11-21T23:30:00Z');
    expect([dayIn(moment, 'UTC'), dayIn(moment, 'Asia/Tokyo'), dayIn(moment, 'America/Lima')]).toEqual([
      '20261121',
      '20261122',
      '20261121',
    ]);
  });
});
