import { expect, it } from 'vitest';
import { createDatabaseClock } from './clock.ts';

const NOON = Date.parse('2026-11-21T12:00:00Z');

const handTicks = () => {
  const hand = { at: 5_000 };
  return { hand, clock: createDatabaseClock(() => hand.at) };
};

it("is the database's time, carried on by ticks alone", () => {
  const { hand, clock } = handTicks();
  hand.at += 10;
  clock.set(NOON, hand.at - 10);
  expect(clock.now().getTime()).toBe(NOON + 5);
  hand.at += 60_000;
  expect(clock.now().getTime()).toBe(NOON + 60_005);
});

it('follows the database when its clock is set, and not what a slow answer seems to say', () => {
  const { hand, clock } = handTicks();
  clock.set(NOON, hand.at);
  hand.at += 400;
  // The answer was under way for 400 ms: it may have been given at any moment of them.
  clock.set(NOON + 30, hand.at - 400);
  expect(clock.now().getTime()).toBe(NOON + 400);
  clock.set(NOON - 3_600_000, hand.at);
  expect(clock.now().getTime()).toBe(NOON - 3_600_000);
});
