import { describe, expect, it } from 'vitest';
import { entriesOf, jsonPath, kindOf } from './json-path.ts';

describe('a path in JSON', () => {
  it.each([
    [[], ''],
    [['data'], 'data'],
    [['data', 'genres', 0], 'data.genres[0]'],
    [[0, 'id'], '[0].id'],
    [['headers', 'X-Request-Id'], 'headers["X-Request-Id"]'],
    [['a"b'], '["a\\"b"]'],
  ])('%j', (parts, path) => expect(jsonPath(parts)).toBe(path));
});

it.each([
  [{}, 'object'],
  [[], 'array'],
  ['', 'string'],
  [0, 'number'],
  [false, 'boolean'],
  [null, 'null'],
  [undefined, 'null'],
])('%j is of the kind %s', (value, kind) => expect(kindOf(value)).toBe(kind));

it('takes objects and lists apart, and nothing else', () => {
  expect(entriesOf({ a: 1 })).toEqual([['a', 1]]);
  expect(entriesOf(['x'])).toEqual([[0, 'x']]);
  expect([entriesOf('x'), entriesOf(null)]).toEqual([[], []]);
});
