import { expect, it } from 'vitest';
import { percentile, saidOf } from './runs.ts';

const run = (idRun: number, status: 'FINISHED' | 'CANCELLED' | 'ERROR', executionTime: number | null) => ({
  idRun,
  status,
  asked: '2026-05-17T10:00:00Z',
  executionTime,
});

it('half of all times stay within p50, and 19 of 20 within p95', () => {
  const times = Array.from({ length: 20 }, (_, at) => (20 - at) * 100);
  expect([percentile(times, 0.5), percentile(times, 0.95), percentile([7], 0.95), percentile([], 0.5)]).toEqual([
    1000,
    1900,
    7,
    null,
  ]);
});

it('the last runs are told by how they ended and how long they took', () => {
  expect(saidOf([])).toBe('No run yet');
  expect(saidOf([run(1, 'ERROR', null)])).toBe('Last run: 1 error');
  expect(saidOf([run(3, 'FINISHED', 400), run(2, 'CANCELLED', null), run(1, 'FINISHED', 161_000)])).toBe(
    'Last 3 runs: 2 finished, 1 cancelled, p50 400 ms, p95 2m 41s',
  );
});
