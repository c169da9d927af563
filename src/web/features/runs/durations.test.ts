import { describe, expect, it } from 'vitest';
import type { TaskRun } from '#contracts/task.ts';
import { durations } from './durations.ts';

const run = (idRun: number, executionTime: number | null): TaskRun => ({
  ...{ idRun, executionTime, idTask: 1, reason: 'CRON', status: 'FINISHED', slot: null },
  ...{ asked: '2026-05-17T10:00:00Z', started: null, ended: null, arguments: '' },
  ...{ processed: 0, total: null, error: null, by: null },
});

describe('how long runs took', () => {
  it('stands from the oldest to the newest, without those that have no end', () => {
    const found = durations([run(9, null), run(8, 30), run(7, null), run(6, 10)]);
    expect(found?.bars.map(({ label, value }) => [label.split(',')[0], value])).toEqual([
      ['Run 6', 10],
      ['Run 8', 30],
    ]);
    expect(new Set(found?.bars.map(({ label }) => label)).size).toBe(2);
  });

  it('says within which time half of them ended, and 95 of 100', () => {
    const found = durations(Array.from({ length: 100 }, (_, at) => run(at, 100 - at)));
    expect([found?.half, found?.most]).toEqual([50, 95]);
    expect(durations([run(1, 5), run(2, 7)])).toMatchObject({ half: 5, most: 7 });
  });

  it('is nothing where there is nothing to compare', () => expect(durations([run(1, 5), run(2, null)])).toBeNull());
});
