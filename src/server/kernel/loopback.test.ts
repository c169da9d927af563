import { expect, it } from 'vitest';
import { isLoopback } from './loopback.ts';

it.each(['localhost', 'LocalHost', '127.0.0.1', '127.8.9.10', '::1', '[::1]', '::ffff:127.0.0.1'])(
  '%s is this machine',
  (host) => {
    expect(isLoopback(host)).toBe(true);
  },
);

it.each(['', 'kinodex.example', 'localhost.example', '127.0.0.1.example', '127.1', '10.0.0.1', '::2', '0.0.0.0'])(
  '%s is not',
  (host) => {
    expect(isLoopback(host)).toBe(false);
  },
);
