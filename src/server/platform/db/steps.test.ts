import { expect, it } from 'vitest';
import { afterLast, allOf, atOnce, byKeys, downwards, rangeOf, viewed } from './steps.ts';

const numbers = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);

it('reads after the last row until there is less than a step', async () => {
  const asked: (number | undefined)[] = [];
  const read = async (last: number | undefined, most: number) => {
    asked.push(last);
    return numbers((last ?? 0) + 1, 7).slice(0, most);
  };
  expect(await allOf(afterLast(read, 3))).toEqual(numbers(1, 7));
  expect(asked).toEqual([undefined, 3, 6]);
});

it('reads the rows of keys, so many at a time', async () => {
  const asked: (readonly number[])[] = [];
  const read = async (some: readonly number[]) => {
    asked.push(some);
    return some.filter((key) => key !== 4);
  };
  expect(await allOf(byKeys(numbers(1, 5), read, 2))).toEqual([1, 2, 3, 5]);
  expect(asked).toEqual([[1, 2], [3, 4], [5]]);
});

it('reads downwards, no step longer than another, and nothing where nothing is', async () => {
  const asked: unknown[] = [];
  const read = async ({ low, high }: { readonly low: number; readonly high: number }) => {
    asked.push([low, high]);
    return numbers(low, high).reverse();
  };
  expect(await allOf(downwards({ low: 3, high: 9 }, read, 3))).toEqual(numbers(3, 9).reverse());
  expect(asked).toEqual([
    [7, 9],
    [4, 6],
    [3, 3],
  ]);
  expect(await allOf(downwards(null, read))).toEqual([]);
  expect([rangeOf(undefined), rangeOf({ low: null, high: null }), rangeOf({ low: 1, high: 1 })]).toEqual([
    null,
    null,
    { low: 1, high: 1 },
  ]);
});

it('begins no step before somebody takes it, and ends with who takes it', async () => {
  let read = 0;
  const steps = viewed(
    byKeys(
      numbers(1, 10),
      async (some) => {
        read += 1;
        return some;
      },
      1,
    ),
    (rows) => rows.map(String),
  );
  for await (const rows of steps) if (rows[0] === '3') break;
  expect(read).toBe(3);
  expect(await allOf(atOnce(['a']))).toEqual(['a']);
});
