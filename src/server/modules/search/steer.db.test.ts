import { expect, it, vi } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { steered } from './steer.store.ts';

/** Ways of the planner, which a transaction begins in and turns to. */

const db = await testDatabase();

it('a transaction begins in its way, turns to another, and is told nothing twice', async () => {
  const found: unknown[] = [];
  await steered(db, 'order', async (tx, turn) => {
    for (const way of ['order', 'matches', 'matches', 'order'] as const) {
      const asked = vi.spyOn(tx, 'query');
      await turn(way);
      const told = asked.mock.calls.length;
      asked.mockRestore();
      found.push([told, (await tx.query('show enable_bitmapscan')).rows[0]?.enable_bitmapscan]);
    }
  });
  expect(found).toEqual([
    [0, 'off'],
    [1, 'on'],
    [0, 'on'],
    [1, 'off'],
  ]);
});
