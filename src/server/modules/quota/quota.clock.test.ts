import { describe, expect, it } from 'vitest';
import { createDayClock } from './quota.clock.ts';

describe('the clock of days', () => {
  const told = (...moments: string[]): string[] => {
    const left = [...moments];
    const clock = createDayClock(() => new Date(`${left.shift()}Z`));
    return moments.map(() => new Date(clock()).toISOString().slice(0, 16));
  };

  it('goes with the time of a day, back too', () => {
    expect(told('2026-11-21T12:00', '2026-11-21T11:00')).toEqual(['2026-11-21T12:00', '2026-11-21T11:00']);
  });
  it('stays at the beginning of a day when it is put back over midnight', () => {
    expect(told('2026-11-22T01:00', '2026-11-21T23:00', '2026-11-22T00:30')).toEqual([
      '2026-11-22T01:00',
      '2026-11-22T00:00',
      '2026-11-22T00:30',
    ]);
  });
  it.each(['2031-01-01T00:00', '2026-11-23T00:00'])(
    'is put right when it had been ahead by more than a day: %s',
    (ahead) => {
      expect(told(ahead, '2026-11-21T12:00')).toEqual([ahead, '2026-11-21T12:00']);
    },
  );
});
