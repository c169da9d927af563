import { expect, it } from 'vitest';
import { HEADERS, sends, valuesOf } from './sender.rules.ts';

const ALL = Object.fromEntries(HEADERS.map((name) => [name, 'as before']));

it.each(HEADERS)('another %s, or none, is of another sender', (name) => {
  const values = valuesOf(ALL);
  expect(sends(ALL, values)).toBe(true);
  expect(sends({ ...ALL, [name]: 'another' }, values)).toBe(false);
  expect(sends({ ...ALL, [name]: undefined }, values)).toBe(false);
});

it('headers that are not kept make no other sender', () => {
  expect(sends({ ...ALL, cookie: 'x' }, valuesOf(ALL))).toBe(true);
});
