import { expect, it } from 'vitest';
import { DatabaseSilent } from './away.ts';
import { createTrusted } from './trusted.ts';

const away = async (): Promise<never> => {
  throw new DatabaseSilent();
};

const start = () => {
  // Not 0, which the cache takes for never.
  const clock = { at: 1_000 };
  return { clock, trusted: createTrusted<string>({ max: 10, ticks: () => clock.at }) };
};

it('knows at once what was read a moment ago, and reads it again afterwards', async () => {
  const { clock, trusted } = start();
  await trusted.read('a', async () => 'first');
  expect(trusted.get('a')).toBe('first');
  clock.at += 1_000;
  expect(trusted.get('a')).toBeUndefined();
  expect(await trusted.read('a', async () => 'second')).toBe('second');
});

it('goes on for ten minutes with what it knew while the database is away', async () => {
  const { clock, trusted } = start();
  await trusted.read('a', async () => 'known');
  clock.at += 599_000;
  expect(await trusted.read('a', away)).toBe('known');
  await expect(trusted.read('b', away)).rejects.toThrow('does not answer');
  clock.at += 2_000;
  await expect(trusted.read('a', away)).rejects.toThrow('does not answer');
});

it('does not go on with what has been forgotten, or is known to be gone', async () => {
  const { trusted } = start();
  await trusted.read('a', async () => 'known');
  trusted.forget();
  await expect(trusted.read('a', away)).rejects.toThrow('does not answer');
  await trusted.read('a', async () => 'known');
  const gone = trusted.read('a', async () => {
    throw new Error('unknown');
  });
  await expect(gone).rejects.toThrow('unknown');
  await expect(trusted.read('a', away)).rejects.toThrow('does not answer');
});
