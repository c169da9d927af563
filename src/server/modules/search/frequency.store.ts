import type { Executor } from '#server/platform/db/database.ts';

/** Milliseconds for which what the database knows of its documents is not asked for again. */
const LASTS = 60_000;

interface PartStatistics {
  readonly titles: number;
  readonly tags: readonly string[];
  /** Of the titles of the part, in the order of the tags; a few more figures follow. */
  readonly shares: readonly number[];
}

const readStatistics = async (db: Executor): Promise<readonly (PartStatistics & { readonly pairs: boolean })[]> =>
  (
    await db.query<PartStatistics & { pairs: boolean }>(
      `select f.pairs, c.reltuples::float8 as titles, coalesce(s.most_common_elems::text::text[], '{}') as tags,
          coalesce(s.most_common_elem_freqs, '{}') as shares
        from search_form f cross join pg_inherits i join pg_class c on c.oid = i.inhrelid
        left join pg_stats s on s.schemaname = c.relnamespace::regnamespace::text and s.tablename = c.relname and s.attname = 'words'
        where i.inhparent = 'title_document'::regclass `,
    )
  ).rows;

/** What the database knows of its documents. */
export interface Frequencies {
  /** Whether every document has its type together with each of its genres. */
  readonly hasPairs: boolean;
  /** How many there are, about; 0: nobody knows. */
  readonly titles: number;
  /** How large a part of them has each tag that is not rare. */
  readonly shares: ReadonlyMap<string, number>;
}

const summedUp = (all: Awaited<ReturnType<typeof readStatistics>>): Frequencies => {
  // A part that was never looked at has -1.
  const parts = all.filter((part) => part.titles > 0);
  const titles = parts.reduce((sum, part) => sum + part.titles, 0);
  const shares = new Map<string, number>();
  for (const part of parts)
    for (const [at, tag] of part.tags.entries())
      if (tag.startsWith('@'))
        shares.set(tag, (shares.get(tag) ?? 0) + ((part.shares[at] ?? 0) * part.titles) / titles);
  return { hasPairs: all[0]?.pairs ?? false, titles, shares };
};

/** How frequent tags are, as the database's own statistics have it: nothing is counted. */
export const createFrequencies = (db: Executor): (() => Promise<Frequencies>) => {
  let kept: { readonly until: number; readonly reading: Promise<Frequencies> } | null = null;
  return () => {
    if (kept && performance.now() < kept.until) return kept.reading;
    const reading = readStatistics(db).then(summedUp);
    kept = { until: performance.now() + LASTS, reading };
    reading.catch(() => {
      kept = null;
    });
    return reading;
  };
};
