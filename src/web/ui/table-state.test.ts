import { expect, it } from 'vitest';
import { tableState } from './table-state.ts';

const WRONG = new Error('no');
const asked = (one: object) => ({ isPending: false, isFetching: false, error: null, refetch: () => null, ...one });
const told = (one: object, rows: number) => {
  const { show, stale, error } = tableState(asked(one), rows);
  return [show, stale, error];
};

it.each([
  ['at first', { isPending: true, isFetching: true }, 0, ['loading', false, null]],
  ['nothing came', { error: WRONG }, 0, ['failed', false, WRONG]],
  ['rows of before, and the next did not come', { error: WRONG }, 3, ['rows', false, WRONG]],
  ['rows of before, and the next are on their way', { isFetching: true }, 3, ['rows', true, null]],
  ['no record', {}, 0, ['empty', false, null]],
  ['no record, asked once more', { isFetching: true }, 0, ['empty', true, null]],
  ['records', {}, 3, ['rows', false, null]],
])('%s', (_, query, rows, expected) => expect(told(query, rows)).toEqual(expected));
