import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  ago,
  fromLocalInput,
  lastBefore,
  localMoment,
  rangeStart,
  stamp,
  stampIn,
  todayStart,
  toLocalInput,
} from './dates.ts';

beforeAll(() => {
  vi.stubEnv('TZ', 'Europe/Madrid');
});
afterAll(() => {
  vi.unstubAllEnvs();
});

describe('moments as the viewer sees them', () => {
  it('are exact to the second, in the viewer’s zone', () => {
    expect(stamp('2026-11-20T14:04:09Z')).toBe('2026-11-20 15:04:09');
    expect(stamp('2026-07-01T22:30:00.250Z')).toBe('2026-07-02 00:30:00');
    expect(stamp('soon')).toBe('');
  });

  it('can be told in another zone', () => {
    expect(stampIn('2026-11-20T14:04:09Z', 'Asia/Tokyo')).toBe('2026-11-20 23:04:09');
    expect(stampIn('2026-11-20T14:04:09Z', 'Mars/Olympus')).toBe('');
  });

  it('end a range with the millisecond before the next one begins', () => {
    expect(localMoment('2026-11-20T14:04:09.000Z')).toBe('2026-11-20T15:04:09+01:00');
    expect(lastBefore('2026-11-20T23:00:00.000Z')).toBe('2026-11-20T23:59:59.999+01:00');
  });

  it('go into a field and come back as the same instant, with the offset of that day', () => {
    expect(toLocalInput('2026-11-20T14:04:00Z')).toBe('2026-11-20T15:04:00');
    expect(fromLocalInput('2026-11-20T15:04')).toBe('2026-11-20T15:04:00+01:00');
    expect(fromLocalInput('2026-07-01T15:04:05')).toBe('2026-07-01T15:04:05+02:00');
    expect([fromLocalInput(''), fromLocalInput('x'), toLocalInput('')]).toEqual(['', '', '']);
  });

  it('can lie west of Greenwich', () => {
    vi.stubEnv('TZ', 'America/St_Johns');
    expect(fromLocalInput('2026-11-20T15:04')).toBe('2026-11-20T15:04:00-03:30');
    vi.stubEnv('TZ', 'Europe/Madrid');
  });

  const now = Date.parse('2026-11-20T14:04:00Z');

  it.each([
    ['2026-11-20T14:04:00Z', 'now'],
    ['2026-11-20T14:03:15Z', '45 seconds ago'],
    ['2026-11-20T14:00:00Z', '4 minutes ago'],
    ['2026-11-19T13:00:00Z', 'yesterday'],
    ['2026-11-22T15:00:00Z', 'in 2 days'],
    ['2024-01-01T00:00:00Z', '2 years ago'],
    ['x', ''],
  ])('%s is %s', (iso, words) => expect(ago(iso, now)).toBe(words));

  it('ranges end now and start where they say', () => {
    expect(todayStart(now)).toBe('2026-11-20T00:00:00+01:00');
    expect(rangeStart('today', now)).toBe('2026-11-20T00:00:00+01:00');
    expect(rangeStart('15 min', now)).toBe('2026-11-20T14:49:00+01:00');
    expect(rangeStart('1 h', now)).toBe('2026-11-20T14:04:00+01:00');
    expect(rangeStart('7 d', now)).toBe('2026-11-13T15:04:00+01:00');
  });
});
