import { expect, it } from 'vitest';
import { addressOf } from './request.ts';

const ORIGIN = 'https://films.example.org';

it.each([
  ['/api/v1/movie/tt0068646', `${ORIGIN}/api/v1/movie/tt0068646`],
  [' /api/v1/search?q=the godfather ', `${ORIGIN}/api/v1/search?q=the%20godfather`],
  [`${ORIGIN}/api/v1/usage`, `${ORIGIN}/api/v1/usage`],
  ['//elsewhere.example.org/api/v1/usage', null],
  ['https://elsewhere.example.org/api/v1/usage', null],
  ['https://films.example.org@elsewhere.example.org/api/v1/usage', null],
  ['\\\\elsewhere.example.org/api/v1/usage', null],
  ['javascript:alert(1)', null],
  ['/api/../docs', null],
  ['http://', null],
  ['', null],
])('sends a token to %o only within the API of its own origin', (path, address) =>
  expect(addressOf(path, ORIGIN)).toBe(address),
);
