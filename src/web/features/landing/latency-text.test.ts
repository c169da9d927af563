import { expect, it } from 'vitest';
import { latencyText } from './latency-text.ts';

it.each([
  [{ count: 19, p95: 12 }, 'Not enough traffic yet to measure'],
  [{ count: 20, p95: null }, 'Not enough traffic yet to measure'],
  [{ count: 20, p95: 83.2 }, '95 of 100 calls under 84 ms, measured on this server in the last hour'],
  [{ count: 9000, p95: 1843 }, '95 of 100 calls under 1,843 ms, measured on this server in the last hour'],
])('of %o says %s', (figures, text) => expect(latencyText(figures)).toBe(text));
