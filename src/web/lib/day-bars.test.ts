import { describe, expect, it } from 'vitest';
import { barsOf } from './day-bars.ts';

const NOON = Date.parse('2026-03-01T12:00:00Z');

describe('the bars of requests', () => {
  it('stand for every day of the span, oldest first, also for days without any', () => {
    expect(barsOf([{ date: '2026-02-27', requests: 5 }], 3, NOON)).toEqual([
      { label: '2026-02-27', value: 5 },
      { label: '2026-02-28', value: 0 },
      { label: '2026-03-01', value: 0 },
    ]);
  });

  it('reach to the newest day of the server when its clock is ahead', () => {
    expect(barsOf([{ date: '2026-03-02', requests: 1 }], 2, NOON).map(({ label }) => label)).toEqual([
      '2026-03-01',
      '2026-03-02',
    ]);
  });

  it('are not more than can be told apart', () => {
    const bars = barsOf([], 3650, NOON);
    expect([bars.length, bars.at(-1)?.label]).toEqual([120, '2026-03-01']);
  });
});
