import { expect, it } from 'vitest';
import { DatabaseSilent } from './away.ts';
import { createTrusted } from './trusted.ts';

const away = async (): Promise<never> => {
  throw new DatabaseSilent();
};

const start = () => {
  // Not 0, which the cache takes for never.
  const clock = { at: 1_000, isCurrent: false };
  const clocked = createTrusted<string>({ max: 10, ticks: () => clock.at, isCurrent: () => clock.isCurrent });
  const read = (key: string, look: () => Promise<string>, lasts: number | null = null) =>
    clocked.read(key, async () => ({ found: await look(), lasts }));
  return { clock, trusted: { ...clocked, read } };
};

it('knows at once what was read a moment ago, and reads it again afterwards', async () => {
  const { clock, trusted } = start();
  await trusted.read('a', async () => 'first');
  expect(trusted.get('a')).toBe('first');
  clock.at += 1_000;
  expect(trusted.get('a')).toBeUndefined();
  expect(await trusted.read('a', async () => 'second')).toBe('second');
});

it('knows it at once for a minute while all changes are heard of, unless it ends by itself', async () => {
  const { clock, trusted } = start();
  clock.isCurrent = true;
  await trusted.read('a', async () => 'lasting');
  await trusted.read('b', async () => 'ending', 5_000);
  clock.at += 4_999;
  expect([trusted.get('a'), trusted.get('b')]).toEqual(['lasting', 'ending']);
  clock.at += 2;
  expect([trusted.get('a'), trusted.get('b')]).toEqual(['lasting', undefined]);
  clock.isCurrent = false;
  expect(trusted.get('a')).toBeUndefined();
  clock.isCurrent = true;
  expect(trusted.get('a')).toBe('lasting');
  clock.at += 55_000;
  expect(trusted.get('a')).toBeUndefined();
});

it('knows nothing that was read while it changed', async () => {
  const { clock, trusted } = start();
  clock.isCurrent = true;
  const read = trusted.read('a', async () => {
    trusted.invalidate();
    return 'old';
  });
  expect(await read).toBe('old');
  expect(trusted.get('a')).toBeUndefined();
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
  trusted.invalidate();
  await expect(trusted.read('a', away)).rejects.toThrow('does not answer');
  await trusted.read('a', async () => 'known');
  const gone = trusted.read('a', async () => {
    throw new Error('unknown');
  });
  await expect(gone).rejects.toThrow('unknown');
  await expect(trusted.read('a', away)).rejects.toThrow('does not answer');
});
