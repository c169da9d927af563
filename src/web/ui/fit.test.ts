import { expect, it } from 'vitest';
import { fit } from './fit.ts';

const COLUMNS = [
  { key: 'name', least: 200 },
  { key: 'method', least: 80, priority: 2 },
  { key: 'ip', least: 120, priority: 1 },
  { key: 'actions', least: 100 },
];

it.each([
  ['all where they fit', 500, { cards: false, folded: [] }],
  ['what matters least goes first, and makes room for the button', 499, { cards: false, folded: ['method'] }],
  ['then the next', 463, { cards: false, folded: ['method', 'ip'] }],
  ['cards where even the rest does not fit', 343, { cards: true, folded: [] }],
])('%s', (_, width, looks) => expect(fit(COLUMNS, width)).toEqual(looks));

it('a list without columns that may go has cards at once', () =>
  expect(fit([{ key: 'name', least: 200 }], 199)).toEqual({ cards: true, folded: [] }));

it.each([
  ['all beside the boxes', 544, {}, []],
  ['boxes and the buttons of folded rows have room beside each other', 508, {}, ['method']],
  ['so that one pixel less folds the next', 507, {}, ['method', 'ip']],
  ['a detail has its button whether columns are folded or not', 508, { detail: true }, ['method']],
])('a list whose rows can be chosen: %s', (_, width, more, folded) =>
  expect(fit(COLUMNS, width, { chosen: true, ...more })).toEqual({ cards: false, folded }),
);
