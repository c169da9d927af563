import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { DISCOVER_SORTS } from '#contracts/search.ts';
import { testDatabase } from '#test/support/database.ts';
import { PATIENCE } from '#test/support/patience.ts';
import { randomRuns } from '#test/support/runs.ts';
import { addAll, cases, shown } from './discover.fixture.ts';
import type { DiscoverAsk } from './discover.rules.ts';
import type { Row } from './discover.sql.ts';
import { asking, filled, fitting, KEEPING, type Sort } from './head.fixture.ts';
import { wantedOf } from './head.rules.ts';
import { createHeads, type Heads } from './head.service.ts';

const db = await testDatabase();
beforeAll(() => addAll(db));

const sorts: readonly Sort[] = DISCOVER_SORTS.flatMap((sort) => [sort, `-${sort}` as const]);
const inColumns = cases.filter(([query]) => wantedOf(query) !== null);
const asked = (rows: readonly Row[]) =>
  fc.record({
    some: fc.uniqueArray(fc.constantFrom(...inColumns), { minLength: 1, maxLength: 3 }),
    after: fc.option(fc.constantFrom(...rows)),
    limit: fc.constantFrom(1, 7, 60),
  });

/** What heads answer, null where they ask the database, and what is on the page. */
type Told = (found: number[] | null, page: number[]) => void;

/** Random questions after the rows that are known. */
const tried = (heads: Heads, sort: Sort, rows: readonly Row[], told: Told): void =>
  fc.assert(
    fc.property(asked(rows), ({ some, after, limit }) => {
      const names = some.flatMap(([query]) => Object.keys(query));
      fc.pre(new Set(names).size === names.length);
      const query: DiscoverAsk = Object.assign({}, ...some.map(([one]) => one));
      const order = fitting([], sort);
      const begun = after === null ? -1 : order.indexOf(after.id);
      const page = fitting(some, sort)
        .filter((id) => order.indexOf(id) > begun)
        .slice(0, limit);
      const found = heads.find(asking(query, sort, after, limit));
      told(found ? found.map(({ id }) => id) : null, page);
    }),
    { numRuns: randomRuns(150) },
  );

describe('the first titles of an order', () => {
  it.each(sorts)('answer everything where all are kept: %s', async (sort) => {
    const heads = createHeads({ db, ...KEEPING, sizes: { chunk: 64, most: 10_000 } });
    await filled(heads, sort, shown.length);
    // More than there are: the last of them was read when this is answered.
    const rows = await vi.waitFor(
      () => {
        const all = heads.find(asking({}, sort, null, shown.length + 1));
        expect(all).toHaveLength(shown.length);
        return all as Row[];
      },
      { timeout: PATIENCE, interval: 5 },
    );
    tried(heads, sort, rows, (found, page) => expect(found).toEqual(page));
  });

  it.each<Sort>(['votes', 'title', '-rating'])('answer nothing wrong where only some are kept: %s', async (sort) => {
    const heads = createHeads({ db, ...KEEPING, sizes: { chunk: 64, most: 192 } });
    const rows = await filled(heads, sort, 150);
    const some = { answered: 0, left: 0 };
    tried(heads, sort, rows, (found, page) => {
      if (found) expect(found).toEqual(page);
      some[found ? 'answered' : 'left'] += 1;
    });
    expect(Math.min(some.answered, some.left)).toBeGreaterThan(0);
    expect(heads.find(asking({}, sort, null, 193))).toBeNull();
  });
});
