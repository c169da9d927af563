import { describe, expect, it } from 'vitest';
import { price, totalOf } from './price.ts';

describe('a price', () => {
  it('is written in euros with two decimals', () =>
    expect([price(9), price(0.5), price(1234.5)]).toEqual(['€9.00', '€0.50', '€1,234.50']));
  it('times the months is exact to the cent', () =>
    expect([totalOf(9, 3), totalOf(0.1, 3), totalOf(19.99, 12)]).toEqual([27, 0.3, 239.88]));
});
