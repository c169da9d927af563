import { TOTAL_CAP } from '#contracts/list-limits.ts';
import type { Facet } from '#contracts/search.ts';
import type { Executor, Transaction } from '#server/platform/db/database.ts';
import { drafted, everyPart, type Filter } from './discover.sql.ts';
import type { Turn } from './steer.store.ts';

/** The most titles of people that are looked through. */
const WORKS = 20_000;

/** The titles that someone of each group worked on, in the role when there is one. */
export const worksOf = async (
  db: Executor,
  groups: readonly (readonly number[])[],
  role: number | null,
): Promise<number[] | null> => {
  if (groups.length === 0) return null;
  const values: unknown[] = [role];
  const works = groups.map(
    (group) =>
      `(select c.title_id from credit c where c.person_id = any($${values.push(group)}::bigint[]) and ($1::int is null or c.role = $1))`,
  );
  const { rows } = await db.query<{ ids: number[] }>(
    `select coalesce(array_agg(w.title_id), '{}') as ids from (select title_id from (${works.join(' intersect ')}) w limit ${WORKS}) w`,
    values,
  );
  return [...new Set(rows[0]?.ids ?? [])];
};

/** What a facet counts: the type and the year, or the tags of a letter. */
const FACET: Readonly<Record<Facet, string>> = {
  genre: '@g:',
  country: '@c:',
  language: '@l:',
  type: '@t:',
  year: '@y:',
};
const TAGS: readonly Facet[] = ['genre', 'country', 'language'];

export interface Counted {
  readonly facet: Facet;
  readonly value: string;
  readonly count: number;
}

export interface FacetCounts {
  readonly counts: readonly Counted[];
  /** How many titles match, up to one more than the cap. */
  readonly total: number;
}

/** How often each value stands among the first 10,000 titles that match, and how many match, up to one more. */
export const countFacets = async (
  tx: Transaction,
  turn: Turn,
  filter: Filter,
  facets: readonly Facet[],
): Promise<FacetCounts> => {
  await turn('matches');
  const { values, matching } = drafted(filter);
  const matches = everyPart('d.type, d.year, d.tags', () => matching());
  const counted = [
    // All letters at once: leaving some out by their letter would take longer than counting them.
    ...(facets.some((facet) => TAGS.includes(facet))
      ? ['select tag, count(*)::int as count from (select unnest(tags) as tag from m) w group by tag']
      : []),
    ...(facets.includes('type') ? [`select '@t:' || type, count(*)::int from m group by type`] : []),
    ...(facets.includes('year')
      ? [`select '@y:' || year, count(*)::int from m where year is not null group by year`]
      : []),
  ];
  const { rows } = await tx.query<{ tag: string | null; count: number }>(
    `with found as materialized (select * from ${matches} m limit ${TOTAL_CAP + 1}), m as not materialized (select * from found limit ${TOTAL_CAP})
      (select * from (${counted.join(' union all ')}) c (tag, count) order by count desc, tag)
      union all select null, count(*)::int from found`,
    values,
  );
  const counts = rows.flatMap(({ tag, count }) => {
    const facet = tag === null ? undefined : facets.find((one) => tag.startsWith(FACET[one]));
    return facet && tag !== null ? [{ facet, value: tag.slice(3), count }] : [];
  });
  return { counts, total: rows.at(-1)?.count ?? 0 };
};
