import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { DiscoverSort } from '#contracts/search.ts';
import { testDatabase } from '#test/support/database.ts';
import { randomRuns } from '#test/support/runs.ts';
import { type Answer, addAll, cases, idsOf, keys, shown, titles } from './discover.fixture.ts';
import type { DiscoverAsk } from './discover.rules.ts';
import { KEEPING } from './head.fixture.ts';
import { SEEN } from './search.fixture.ts';
import { createSearch } from './search.service.ts';

const db = await testDatabase();
beforeAll(() => addAll(db));

/**
 * Every way to read: what is likely to be little or much, with pairs of type and genre in the documents and without; and with
 * titles that are kept, where a list may begin in memory and go on in the database.
 */
it.each([
  { pairs: true, keeping: null },
  { pairs: false, keeping: null },
  { pairs: true, keeping: KEEPING },
])('finds and sorts whatever is asked at once, where documents have pairs: $pairs', async ({ pairs, keeping }) => {
  await db.query('update search_form set pairs = $1', [pairs]);
  const other = createSearch({ db, visibility: () => SEEN, keeping });
  const asked = fc.record({
    some: fc.uniqueArray(fc.constantFrom(...cases), { minLength: 1, maxLength: 4 }),
    sort: fc.constantFrom<DiscoverAsk['sort']>('popularity', 'rating', '-rating', 'votes', '-votes', '-year', 'title'),
    limit: fc.constantFrom(2, 5, 40),
  });
  await fc.assert(
    fc.asyncProperty(asked, async ({ some, sort, limit }) => {
      const names = some.flatMap(([query]) => Object.keys(query));
      fc.pre(new Set(names).size === names.length);
      const query: DiscoverAsk = { ...Object.assign({}, ...some.map(([one]) => one)), sort };
      const fitting = shown.filter((title) => some.every(([, fits]) => fits(title)));
      const found: number[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const { json } = await other.discover({ ...query, ...(cursor && { cursor }) }, limit);
        const answer: Answer = JSON.parse(json);
        found.push(...idsOf(answer));
        cursor = answer.next;
      }
      expect(found.toSorted((a, b) => a - b)).toEqual(fitting.map(({ id }) => id));
      const name = sort?.replace('-', '') as DiscoverSort;
      const upwards = (name === 'title') !== sort?.startsWith('-');
      const values = found.map((id) => keys[name](titles[id - 1] ?? { id, title: '' }));
      expect(values).toEqual(
        values.toSorted((a, b) => {
          if (a === null || b === null) return Number(a === null) - Number(b === null);
          return (a < b ? -1 : Number(a > b)) * (upwards ? 1 : -1);
        }),
      );
    }),
    { numRuns: randomRuns(120) },
  );
  await db.query('update search_form set pairs = true');
});
