import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { LATE, within } from './pulse.ts';

const MS = 250;
const holdUp = (ms: number): void => {
  const until = performance.now() + ms;
  while (performance.now() < until);
};

it('is late when nothing has come in time, and not much later', async () => {
  const began = performance.now();
  expect(await within(new Promise(() => {}), MS)).toBe(LATE);
  const took = performance.now() - began;
  expect(took).toBeGreaterThan(MS * 0.9);
  expect(took).toBeLessThan(MS * 4);
});

it('is what has come in time, a failure too', async () => {
  expect(await within(pause(MS / 5, 'an answer'), MS)).toBe('an answer');
  await expect(within(Promise.reject(new Error('refused')), MS)).rejects.toThrow('refused');
});

it('is late in the end where this process is held up all the time', async () => {
  const busy = setInterval(() => holdUp(2 * (MS / 5)), 1);
  try {
    expect(await within(new Promise(() => {}), MS)).toBe(LATE);
  } finally {
    clearInterval(busy);
  }
});

it('is no silence of others when this process was held up', async () => {
  const { promise: answer, resolve } = Promise.withResolvers<string>();
  const waiting = within(answer, MS);
  holdUp(2 * MS);
  // Whoever is asked was held up as well, and goes on now.
  setTimeout(resolve, MS / 3, 'an answer');
  expect(await waiting).toBe('an answer');
});
