import { expect, type Mock, vi } from 'vitest';
import type { Database } from '#server/platform/db/database.ts';
import { silentLog } from '#test/support/log.ts';
import { PATIENCE } from '#test/support/patience.ts';
import { type cases, keys, shown } from './discover.fixture.ts';
import { type DiscoverAsk, orderOf, type Position } from './discover.rules.ts';
import type { Row } from './discover.sql.ts';
import { wantedOf } from './head.rules.ts';
import type { Heads } from './head.service.ts';
import { SEEN } from './search.fixture.ts';
import { everything, narrowed } from './words.rules.ts';

export type Sort = NonNullable<DiscoverAsk['sort']>;

/** What keeps titles and hears every change. */
export const KEEPING = { isCurrent: () => true, log: silentLog };

/** The titles that fulfil some cases, in order; those without a value stand last, by their ids. */
export const fitting = (some: readonly (typeof cases)[number][], sort: Sort): number[] => {
  const { sort: name, upwards } = orderOf(sort);
  return shown
    .filter((title) => some.every(([, test]) => test(title)))
    .map((title) => ({ id: title.id, value: keys[name](title) }))
    .toSorted((a, b) => {
      if (a.value === null || b.value === null)
        return Number(a.value === null) - Number(b.value === null) || a.id - b.id;
      const less = a.value < b.value ? -1 : 1;
      const apart = a.value === b.value ? a.id - b.id : less;
      return upwards ? apart : -apart;
    })
    .map(({ id }) => id);
};

export const asking = (query: DiscoverAsk, sort: Sort, after: Position | null, limit: number) => {
  const wanted = wantedOf(query);
  if (wanted === null) throw new Error('is asked of the database');
  return { order: orderOf(sort), shown: narrowed(everything, SEEN), wanted, after, limit };
};

/** Asks until so many titles are kept; the titles. */
export const filled = (heads: Heads, sort: Sort, titles: number): Promise<Row[]> =>
  vi.waitFor(
    () => {
      const found = heads.find(asking({}, sort, null, titles)) ?? [];
      expect(found.map(({ id }) => id)).toEqual(fitting([], sort).slice(0, titles));
      return found;
    },
    { timeout: PATIENCE, interval: 5 },
  );

/** A database that tells of its transactions; `before` each of them may take time or fail. */
export const watched = (db: Database, before = async (): Promise<void> => {}) => {
  const asked: Mock<() => void> = vi.fn();
  const most = { atOnce: 0 };
  let open = 0;
  const transaction: typeof db.transaction = async (...how) => {
    asked();
    most.atOnce = Math.max(most.atOnce, ++open);
    try {
      await before();
      return await db.transaction(...how);
    } finally {
      open -= 1;
    }
  };
  return { asked, most, reads: { query: db.query, transaction } };
};
