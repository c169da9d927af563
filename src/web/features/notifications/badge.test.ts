import { expect, it } from 'vitest';
import { badgeOf } from './badge.ts';
import { queryOf } from './view.ts';

it.each([
  [0, null],
  [1, '1'],
  [999, '999'],
  [1_000, '+999'],
  [10_000, '+999'],
])('%i unread notifications are %j at the bell', (unread, badge) => expect(badgeOf(unread)).toBe(badge));

it('the address names what the list is asked for', () => {
  expect(queryOf({}, 20)).toEqual({ page: 1, regs: 20 });
  expect(queryOf({ read: '0', level: 'WARN', page: 3 }, 50)).toEqual({ read: false, level: 'WARN', page: 3, regs: 50 });
});
