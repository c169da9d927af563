import { expect, it } from 'vitest';
import { isAtHome } from './sandbox.place.ts';

const asked = (headers: Readonly<Record<string, string>>): boolean => isAtHome(headers);
const host = '127.0.0.1:8080';

it.each([
  { host },
  { host: 'localhost' },
  { host: '[::1]:8080' },
  { host, origin: 'http://localhost:5173' },
  { host, 'x-forwarded-for': '127.0.0.1, ::1', 'x-forwarded-host': 'localhost:8080', 'x-real-ip': '::1' },
  { host, forwarded: 'for=127.0.0.1;host="localhost:8080";proto=http, for="[::1]:4711"' },
])('a request of this machine is taken: %o', (headers) => {
  expect(asked(headers)).toBe(true);
});

it.each([
  {},
  { host: '' },
  { host: 'kinodex.example' },
  { host: '127.0.0.1.example' },
  { host: 'kinodex.example:8080', 'x-forwarded-host': 'localhost' },
  { host: 'a b' },
  { host: 'localhost@kinodex.example:80' },
  { host, 'x-forwarded-host': 'kinodex.example' },
  { host, 'x-forwarded-host': 'localhost, kinodex.example' },
  { host, forwarded: 'for=127.0.0.1;host=kinodex.example' },
  { host, forwarded: 'For="[2001:db8::1]:4711"' },
  { host, 'x-forwarded-for': '192.0.2.1' },
  { host, 'x-forwarded-for': '127.0.0.1, 192.0.2.1:80' },
  { host, 'x-forwarded-for': '2001:db8::1' },
  { host, 'x-forwarded-for': 'unknown' },
  { host, 'x-real-ip': '192.0.2.1' },
  { host, origin: 'https://kinodex.example' },
  { host, origin: 'null' },
])('one of elsewhere is not: %o', (headers) => {
  expect(asked(headers)).toBe(false);
});
