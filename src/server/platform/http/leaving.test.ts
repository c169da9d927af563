import { expect, it } from 'vitest';
import { createLeaving } from './leaving.ts';

const at = () => {
  let time = 1_000_000;
  return {
    ...createLeaving({ now: () => new Date(time) }),
    pass: (ms: number) => {
      time += ms;
    },
  };
};

it('is not watched by nobody, nor by somebody who looks once', () => {
  const leaving = at();
  expect(leaving.isWatched()).toBe(false);
  leaving.looked();
  expect(leaving.isWatched()).toBe(false);
});

it('is watched by who looked twice within the last minute', () => {
  const leaving = at();
  leaving.looked();
  leaving.pass(30_000);
  leaving.looked();
  expect(leaving.isWatched()).toBe(true);
  leaving.pass(30_000);
  expect(leaving.isWatched()).toBe(true);
  leaving.pass(1);
  expect(leaving.isWatched()).toBe(false);
});

it('leaves when it is told to', () => {
  const leaving = at();
  expect(leaving.isLeaving()).toBe(false);
  leaving.begin();
  expect(leaving.isLeaving()).toBe(true);
});
