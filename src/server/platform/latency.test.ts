import { describe, expect, it } from 'vitest';
import { createLatency } from './latency.ts';

const START = Date.parse('2026-11-21T12:00:30Z');
const MINUTE = 60_000;

const meterAt = (at = START) => {
  const clock = { at };
  const meter = createLatency({ now: () => new Date(clock.at) });
  const record = (times: readonly number[]): void => times.forEach(meter.record);
  return { clock, meter, record };
};

/** Numbers from 0 to 1, the same in each run. */
const random = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed / 2_147_483_648;
};

/** The smallest of the times that so large a share is at most. */
const exact = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1] ?? Number.NaN;

const spread = (seed: number): number[] => {
  const next = random(seed);
  const [low, high] = [0.05 * 10 ** (next() * 2), 2 + next() * 10];
  return Array.from({ length: 20 + Math.floor(next() * 3_000) }, () => low * Math.exp(next() * next() * high));
};

describe('the latency of the last hour', () => {
  it('is not known from fewer than 20 answers', () => {
    const { meter, record } = meterAt();
    expect(meter.read()).toEqual({ window: '1h', count: 0, p50: null, p95: null, under300: null });
    record(Array<number>(19).fill(4));
    expect(meter.read()).toEqual({ window: '1h', count: 19, p50: null, p95: null, under300: null });
    record([4]);
    const { count, p50, under300 } = meter.read();
    expect([count, under300]).toEqual([20, 1]);
    expect(p50).toBeCloseTo(4, 0);
  });

  it.each(Array.from({ length: 60 }, (_, at) => at + 1))('is at most 5 %% off the exact figures (%i)', (seed) => {
    const { clock, meter, record } = meterAt();
    const times = spread(seed);
    const half = times.length >> 1;
    record(times.slice(0, half));
    clock.at += 20 * MINUTE;
    record(times.slice(half));
    const read = meter.read();
    expect(read.count).toBe(times.length);
    for (const [share, found] of [
      [0.5, read.p50],
      [0.95, read.p95],
    ] as const) {
      const right = exact(times, share);
      // Half a hundredth of a millisecond may be lost by rounding.
      expect(Math.abs((found ?? Number.NaN) - right)).toBeLessThanOrEqual(right * 0.05 + 0.005);
    }
    expect(read.under300).toBe(Number((times.filter((ms) => ms < 300).length / times.length).toFixed(4)));
  });

  it('counts exactly who is under 300 ms', () => {
    const { meter, record } = meterAt();
    record([...Array<number>(15).fill(299.999), ...Array<number>(5).fill(300)]);
    expect(meter.read().under300).toBe(0.75);
  });

  it('forgets an answer after an hour, whatever comes in between', () => {
    const { clock, meter, record } = meterAt();
    record(Array<number>(100).fill(900));
    clock.at += 59 * MINUTE;
    record(Array<number>(30).fill(2));
    expect(meter.read()).toMatchObject({ count: 130, under300: 0.2308 });
    clock.at += MINUTE;
    expect(meter.read()).toMatchObject({ count: 30, under300: 1 });
    record([2]);
    expect(meter.read().count).toBe(31);
    clock.at += 60 * MINUTE;
    expect(meter.read().count).toBe(0);
  });

  it('takes times of any size', () => {
    const { meter, record } = meterAt();
    record([...Array<number>(20).fill(0), ...Array<number>(20).fill(1e9)]);
    const { p50, p95 } = meter.read();
    expect(p50).toBeLessThanOrEqual(0.01);
    expect(p95).toBeGreaterThan(90_000);
  });

  it('goes on when the clock is put back', () => {
    const { clock, meter, record } = meterAt();
    record(Array<number>(50).fill(5));
    clock.at -= 10 * MINUTE;
    record(Array<number>(20).fill(5));
    expect(meter.read().count).toBe(20);
  });
});
