import { expect, it } from 'vitest';
import { tableState } from './table-state.ts';

const WRONG = new Error('no');
const asked = (one: object) => ({ isPending: false, isFetching: false, error: null, refetch: () => null, ...one });
const told = (one: object, rows: number) => {
  const { show, busy, stale, error } = tableState(asked(one), rows);
  return [show, busy, stale, error];
};

it.each([
  ['at first', { isPending: true, isFetching: true }, 0, ['loading', true, false, null]],
  ['nothing came', { error: WRONG }, 0, ['failed', false, false, WRONG]],
  ['rows of before, and the next did not come', { error: WRONG }, 3, ['rows', false, false, WRONG]],
  ['rows of before, and the next are on their way', { isFetching: true }, 3, ['rows', true, true, null]],
  [
    'rows of before, and nobody asked for the next',
    { isFetching: true, unasked: true },
    3,
    ['rows', true, false, null],
  ],
  ['no record', {}, 0, ['empty', false, false, null]],
  ['no record, asked once more', { isFetching: true }, 0, ['empty', true, true, null]],
  ['records', {}, 3, ['rows', false, false, null]],
])('%s', (_, query, rows, expected) => expect(told(query, rows)).toEqual(expected));
