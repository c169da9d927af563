import { describe, expect, it } from 'vitest';
import { bytes, count, counted, duration, ms, percent, total, waiting } from './numbers.ts';

describe('numbers as text', () => {
  it.each([
    [0, '0%'],
    [0.0002, '0.02%'],
    [0.0312, '3.1%'],
    [0.5, '50%'],
    [0.9999, '99%'],
    [1, '100%'],
  ])('a share of %d is %s', (share, text) => expect(percent(share)).toBe(text));

  it.each([
    [0, '0'],
    [999, '999'],
    [12_408, '12,408'],
  ])('%d counted', (value, text) => expect(count(value)).toBe(text));

  it('a total that is only a lower bound says so', () => {
    expect([total(10_000), total(10_000, true)]).toEqual(['10,000', '10,000+']);
  });

  it.each([
    [0, '0 B'],
    [1023, '1023 B'],
    [1536, '1.5 KB'],
    [5 * 1024 ** 3, '5.0 GB'],
  ])('%d bytes', (value, text) => expect(bytes(value)).toBe(text));

  it.each([
    [0, '0 requests'],
    [1, '1 request'],
    [1200, '1,200 requests'],
  ])('%d of a thing', (value, text) => expect(counted(value, 'request')).toBe(text));

  it('at least one of a thing may be many', () => expect(counted(1, 'request', true)).toBe('1+ requests'));

  it.each([
    [1, '1 second'],
    [59, '59 seconds'],
    [60, '1 minute'],
    [661, '12 minutes'],
    [3600, '1 hour'],
    [3700, '2 hours'],
  ])('a wait of %d seconds', (seconds, text) => expect(waiting(seconds)).toBe(text));

  it('milliseconds are whole', () => expect(ms(40.6)).toBe('41 ms'));

  it.each([
    [0, '0 ms'],
    [999, '999 ms'],
    [1000, '1s'],
    [161_000, '2m 41s'],
    [3_600_000, '1h 0m 0s'],
    [4_329_000, '1h 12m 9s'],
  ])('%d ms of execution', (value, text) => expect(duration(value)).toBe(text));
});
