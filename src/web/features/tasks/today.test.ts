import { expect, it } from 'vitest';
import { isToday } from './today.ts';

it("an execution is today's until the viewer's midnight", () => {
  const now = new Date(2026, 4, 17, 23, 30).getTime();
  const says = (...at: [number, number, number, number, number, number]) => isToday(new Date(...at).toISOString(), now);
  expect(says(2026, 4, 17, 23, 59, 59)).toBe(true);
  expect(says(2026, 4, 18, 0, 0, 0)).toBe(false);
  expect(says(2026, 4, 16, 0, 0, 0)).toBe(true);
});
