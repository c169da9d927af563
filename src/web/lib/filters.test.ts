import { expect, it } from 'vitest';
import { aDay, aFlag, aMoment, aPage, aTab, aText, aWhole, filters, oneOf } from './filters.ts';

const START = '2026-11-20T00:00:00Z';
const LIST = filters(
  {
    from: aMoment('From', 'no moment', { otherwise: () => START, cleared: 'all' }),
    all: aFlag,
    name: aText('Name', 3, 'too long'),
    least: aWhole('Least', 9, 'no number'),
    kind: oneOf('Kind', ['a', 'b'], 'no kind'),
    day: aDay('Day'),
    tab: aTab(['first', 'second']),
    page: aPage,
  },
  ({ name, kind }) => (name === kind && name !== '' ? { kind: 'the same' } : {}),
);
const NONE = { from: '', name: '', least: '', kind: '', day: '' };

it('an address is read as what it says; what nobody could mend is left out', () => {
  expect(LIST.read({ name: ' xy ', least: '3', tab: 'second', page: '2', evil: '1', all: '0' })).toEqual({
    ...{ name: 'xy', least: '3', tab: 'second', page: 2 },
  });
  expect(LIST.read({ kind: 'c', least: '10', day: '2026-02-30', tab: 'first', page: '1' })).toEqual({
    ...{ kind: 'c', least: '10' },
  });
  expect(LIST.read({ all: '1', from: START })).toEqual({ from: START });
});

it('a filter that is set otherwise says so until it is cleared', () => {
  expect(LIST.said({}).from).toBe(START);
  expect(LIST.said({ all: '1' }).from).toBe('');
  expect(LIST.written(NONE)).toEqual({ all: '1' });
  expect(LIST.written({ ...NONE, from: START })).toEqual({ from: START });
});

it('the server is asked for what is meant, and only for that', () => {
  expect(LIST.asked({ least: '3', name: 'xy', kind: 'c', page: 2 })).toEqual({ from: START, least: 3, name: 'xy' });
});

it('a field that can hold no nonsense is empty where the address says it', () => {
  expect(LIST.said({ from: 'soon', kind: 'c' })).toMatchObject({ from: 'soon', kind: 'c' });
  expect(LIST.draft({ from: 'soon', kind: 'c' })).toMatchObject({ from: '', kind: 'c' });
});

it('each field says what is wrong with it, and two what is wrong between them', () => {
  expect(LIST.problems({ ...NONE, from: 'soon', name: 'long', least: 'x', kind: 'c' })).toEqual({
    ...{ from: 'no moment', name: 'too long', least: 'no number', kind: 'no kind' },
  });
  expect(LIST.problems({ ...NONE, name: 'a', kind: 'a' })).toEqual({ kind: 'the same' });
  expect(LIST.problems(NONE)).toEqual({});
});

it('what is set has a chip each, and pages have none', () => {
  expect(LIST.chips({ all: '1', name: 'xy', page: 3, tab: 'second' })).toEqual([
    { name: 'name', label: 'Name', text: 'xy' },
  ]);
  expect(LIST.chips({}).map(({ label }) => label)).toEqual(['From']);
});
