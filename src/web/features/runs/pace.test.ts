import { describe, expect, it } from 'vitest';
import { runs as words } from '#web/words/runs.ts';
import { paceOf, type Sample, sampled } from './pace.ts';

const steady = (seconds: number, perSecond: number): readonly Sample[] => {
  let samples: readonly Sample[] = [];
  for (let at = 0; at <= seconds; at++) samples = sampled(samples, { at: at * 1_000, processed: at * perSecond });
  return samples;
};

describe('the pace of a run', () => {
  it('is what was done in the last half minute, whatever was before', () => {
    const slow = steady(60, 1);
    const samples = Array.from({ length: 40 }, (_, at) => ({
      at: 61_000 + at * 1_000,
      processed: 60 + at * 100,
    })).reduce(sampled, slow);
    expect(paceOf(samples, null, 100_000)?.perSecond).toBeCloseTo(100, 5);
    expect(samples.length).toBeLessThan(40);
  });

  it('says how long the rest takes where the whole is known', () => {
    expect(paceOf(steady(10, 50), 1_000, 10_000)).toEqual({ perSecond: 50, secondsLeft: 10 });
    expect(paceOf(steady(10, 50), null, 10_000)?.secondsLeft).toBeNull();
    expect(paceOf(steady(10, 50), 400, 10_000)?.secondsLeft).toBe(0);
  });

  it('falls while nothing more is done', () => {
    expect(paceOf(steady(10, 50), 1_000, 20_000)?.perSecond).toBe(25);
  });

  it('is not told of a moment, of nothing, or of what stands still', () => {
    expect(paceOf([], 10, 5_000)).toBeNull();
    expect(paceOf(steady(1, 50), 1_000, 1_000)).toBeNull();
    expect(paceOf(steady(10, 0), 1_000, 10_000)).toBeNull();
  });

  it('begins anew where a run counts from the beginning again, and lives on messages that are far apart', () => {
    expect(sampled(steady(10, 50), { at: 11_000, processed: 3 })).toEqual([{ at: 11_000, processed: 3 }]);
    const rare = [0, 60_000, 120_000].map((at) => ({ at, processed: at / 60 })).reduce<readonly Sample[]>(sampled, []);
    expect(paceOf(rare, null, 120_000)?.perSecond).toBeCloseTo(1000 / 60, 5);
  });
});

describe('its words', () => {
  it.each([
    [412.4, '412/s'],
    [3.21, '3.2/s'],
    [9.97, '10/s'],
    [0.5, '30/min'],
    [0.001, '4/h'],
    [12_345, '12,345/s'],
  ])('%d a second are %s', (perSecond, text) => expect(words.rate(perSecond)).toBe(text));

  it.each([
    [2, 'about 5 s left'],
    [41, 'about 45 s left'],
    [59, 'about 1 min left'],
    [100, 'about 2 min left'],
    [180, 'about 3 min left'],
    [3_570, 'about 1 h left'],
    [4_700, 'about 1 h 20 min left'],
    [100_000, 'about 28 h left'],
    [10_000_000, 'more than 3 days left'],
  ])('%d seconds are %s', (seconds, text) => expect(words.left(seconds)).toBe(text));
});
