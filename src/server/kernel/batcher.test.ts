import { setImmediate as endOfTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createBatcher } from './batcher.ts';

const doubling = (most?: number) => {
  const sent: (readonly number[])[] = [];
  const ask = createBatcher(async (items: readonly number[]) => {
    sent.push([...items]);
    return items.map((item) => 2 * item);
  }, most);
  return { sent, ask };
};

describe('a batcher', () => {
  it('sends what is asked for in one turn as one, and answers each with its own', async () => {
    const { sent, ask } = doubling();
    expect(await Promise.all([3, 1, 3].map(ask))).toEqual([6, 2, 6]);
    expect(sent).toEqual([[3, 1, 3]]);
  });

  it('does not wait for what is on its way', async () => {
    const { sent, ask } = doubling();
    const first = ask(1);
    await endOfTurn();
    await Promise.all([first, ask(2)]);
    expect(sent).toEqual([[1], [2]]);
  });

  it('sends no more at once than it may', async () => {
    const { sent, ask } = doubling(2);
    expect(await Promise.all([1, 2, 3, 4, 5].map(ask))).toEqual([2, 4, 6, 8, 10]);
    expect(sent).toEqual([[1, 2], [3, 4], [5]]);
  });

  it('fails for all that were sent together, and for nobody after them', async () => {
    let fails = true;
    const ask = createBatcher(async (items: readonly string[]) => {
      if (fails) throw new Error('away');
      return items;
    });
    const all = await Promise.allSettled([ask('a'), ask('b')]);
    expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    fails = false;
    expect(await ask('c')).toBe('c');
  });
});
