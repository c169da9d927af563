import { describe, expect, it } from 'vitest';
import { createReader } from '../configuration/reader.rules.ts';
import { createBurst } from './burst.ts';
import { QUOTA_SETTINGS } from './quota.config.ts';
import { handClock } from './quota.fixture.ts';

const burstWith = (changed: Readonly<Record<string, string>>) => {
  const values = new Map(QUOTA_SETTINGS.map(({ key, value }) => [key, value]));
  for (const [key, value] of Object.entries(changed)) values.set(key, value);
  const clock = handClock();
  const burst = createBurst({ configuration: createReader(QUOTA_SETTINGS, (key) => values.get(key)), now: clock.now });
  /** How many of so many calls are let through. */
  const through = (calls: number, tokenId = 1, ip = '192.0.2.1'): number => {
    let count = 0;
    for (let call = 0; call < calls; call += 1) {
      try {
        burst.check(tokenId, ip);
        count += 1;
      } catch (error) {
        expect(error).toMatchObject({ reason: 'burst', status: 429, headers: { 'Retry-After': '1' } });
      }
    }
    return count;
  };
  return { clock, values, through };
};

describe('the burst limits', () => {
  it('are off at first', () => {
    expect(burstWith({}).through(10_000)).toBe(10_000);
  });

  it('let a second of calls through at once, then as many as time brings', () => {
    const { clock, through } = burstWith({ API_BURST_TOKEN: '10' });
    expect(through(50)).toBe(10);
    clock.at += 300;
    expect(through(50)).toBe(3);
    clock.at += 5_000;
    expect(through(50)).toBe(10);
  });

  it('count each token for itself, each address for itself', () => {
    const tokens = burstWith({ API_BURST_TOKEN: '5' });
    expect([tokens.through(9, 1), tokens.through(9, 2)]).toEqual([5, 5]);
    const addresses = burstWith({ API_BURST_ADDRESS: '5' });
    expect([addresses.through(9, 1, 'a'), addresses.through(9, 2, 'a'), addresses.through(9, 3, 'b')]).toEqual([
      5, 0, 5,
    ]);
  });

  it('count nothing for a call that one of them refuses', () => {
    const { through } = burstWith({ API_BURST_TOKEN: '5', API_BURST_ADDRESS: '8' });
    expect(through(100, 1, 'a')).toBe(5);
    expect(through(100, 2, 'a')).toBe(3);
    expect(through(100, 2, 'b')).toBe(2);
  });

  it('take effect when they are changed', () => {
    const { values, through } = burstWith({});
    values.set('API_BURST_TOKEN', '2');
    expect(through(9)).toBe(2);
    values.set('API_BURST_TOKEN', '0');
    expect(through(9)).toBe(9);
  });

  it.each(['', 'many', '-5', 'Infinity'])('that are %j are off', (value) => {
    expect(burstWith({ API_BURST_TOKEN: value }).through(100)).toBe(100);
  });

  it('do not lock anybody out when the clock is put back', () => {
    const { clock, through } = burstWith({ API_BURST_TOKEN: '3' });
    through(3);
    clock.at -= 3_600_000;
    expect(through(9)).toBe(3);
  });
});
