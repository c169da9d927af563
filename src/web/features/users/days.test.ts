import { describe, expect, it } from 'vitest';
import { dayBars, daysBack, ipBars } from './days.ts';

const row = (dateOfRequest: string, numberOfRequest: number, ip = '192.0.2.1') => ({
  dateOfRequest,
  numberOfRequest,
  ip,
});

describe('days', () => {
  it('shows days without requests as empty bars, oldest first', () => {
    const bars = dayBars([row('2026-03-01', 4), row('2026-02-27', 2)], '2026-02-27', '2026-03-01');
    expect(bars).toEqual([
      { label: '2026-02-27', value: 2 },
      { label: '2026-02-28', value: 0 },
      { label: '2026-03-01', value: 4 },
    ]);
  });

  it('shows only the days with requests of a range that is too long for bars', () => {
    const bars = dayBars([row('2026-03-01', 4), row('2025-02-27', 2)], '2020-01-01', '2026-03-01');
    expect(bars.map(({ label }) => label)).toEqual(['2025-02-27', '2026-03-01']);
  });

  it('adds up the days of an address, and puts the busiest first', () => {
    const rows = [
      row('2026-03-01', 4, 'a'),
      row('2026-03-01', 5, 'b'),
      row('2026-02-28', 3, 'a'),
      row('2026-02-28', 1, 'c'),
    ];
    expect(ipBars(rows, 2)).toEqual([
      { label: 'a', value: 7 },
      { label: 'b', value: 5 },
    ]);
  });

  it('counts today as one of the days', () => {
    const now = Date.parse('2026-03-01T23:59:00Z');
    expect([daysBack(1, now), daysBack(7, now)]).toEqual(['2026-03-01', '2026-02-23']);
  });
});
