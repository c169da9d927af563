import type { Executor } from '#server/platform/db/database.ts';
import type { Commonness } from './words.rules.ts';

/** Milliseconds for which what the database knows of its documents is not asked for again. */
const LASTS = 60_000;

interface PartStatistics {
  readonly kind: 'title' | 'person';
  readonly documents: number;
  /** Words and tags, those that are not rare. */
  readonly lexemes: readonly string[];
  /** Of the documents of the part, in the order of the lexemes; a few more figures follow. */
  readonly shares: readonly number[];
}

const readStatistics = async (db: Executor): Promise<readonly (PartStatistics & { readonly pairs: boolean })[]> =>
  (
    await db.query<PartStatistics & { pairs: boolean }>(
      `select f.pairs, case i.inhparent when 'title_document'::regclass then 'title' else 'person' end as kind,
          c.reltuples::float8 as documents, coalesce(s.most_common_elems::text::text[], '{}') as lexemes,
          coalesce(s.most_common_elem_freqs, '{}') as shares
        from search_form f cross join pg_inherits i join pg_class c on c.oid = i.inhrelid
        left join pg_stats s on s.schemaname = c.relnamespace::regnamespace::text and s.tablename = c.relname and s.attname = 'words'
        where i.inhparent in ('title_document'::regclass, 'person_document'::regclass)`,
    )
  ).rows;

/** About how many documents have a word; 0 where it is rare or nobody knows. */
export interface WordCounts {
  /** How many documents there are. */
  readonly documents: number;
  of(word: string): number;
  /** The sum over all words that begin so. */
  begun(beginning: string): number;
}

const createWordCounts = (documents: number, counts: ReadonlyMap<string, number>): WordCounts => {
  const words = [...counts.keys()].sort();
  const of = (word: string): number => counts.get(word) ?? 0;
  const begun = (beginning: string): number => {
    let [at, end] = [0, words.length];
    while (at < end) {
      const middle = (at + end) >> 1;
      if ((words[middle] ?? '') < beginning) at = middle + 1;
      else end = middle;
    }
    let sum = 0;
    for (let word = words[at]; word?.startsWith(beginning); at += 1, word = words[at]) sum += of(word);
    return sum;
  };
  return { documents, of, begun };
};

/** Of documents of several kinds together. */
export const addedUp = (kinds: readonly WordCounts[]): WordCounts => {
  const sum = (of: (kind: WordCounts) => number): number => kinds.reduce((total, kind) => total + of(kind), 0);
  return {
    documents: sum((kind) => kind.documents),
    of: (word) => sum((kind) => kind.of(word)),
    begun: (beginning) => sum((kind) => kind.begun(beginning)),
  };
};

/** A word that stands in so few documents is rare. */
const RARE = 5_000;
/** So few documents that have several words may be looked at one by one; words stand together more often than by chance. */
const FEW_TOGETHER = 500;

/** How common words are, by how many documents are estimated to have them. */
export const commonnessBy = ({ documents, of, begun }: WordCounts): Commonness => ({
  of,
  isWide: (beginning) => begun(beginning) >= RARE,
  areFew: (words) => {
    if (words.some((word) => of(word) < RARE)) return true;
    return words.reduce((left, word) => (left * of(word)) / documents, documents) < FEW_TOGETHER;
  },
});

/** What the database knows of its documents. */
export interface Frequencies {
  /** Whether every document has its type together with each of its genres. */
  readonly hasPairs: boolean;
  /** How many there are, about; 0: nobody knows. */
  readonly titles: number;
  /** How large a part of them has each tag that is not rare. */
  readonly shares: ReadonlyMap<string, number>;
  readonly words: Readonly<Record<'title' | 'person', WordCounts>>;
}

const summedUp = (all: Awaited<ReturnType<typeof readStatistics>>): Frequencies => {
  // A part that was never looked at has -1.
  const parts = all.filter((part) => part.documents > 0);
  const counts = { title: new Map<string, number>(), person: new Map<string, number>() };
  for (const { kind, documents, lexemes, shares } of parts)
    for (const [at, lexeme] of lexemes.entries())
      counts[kind].set(lexeme, (counts[kind].get(lexeme) ?? 0) + (shares[at] ?? 0) * documents);
  const documentsOf = (of: 'title' | 'person'): number =>
    parts.reduce((sum, { kind, documents }) => sum + (kind === of ? documents : 0), 0);
  const titles = documentsOf('title');
  const shares = [...counts.title]
    .filter(([tag]) => tag.startsWith('@'))
    .map(([tag, count]) => [tag, count / titles] as const);
  const words = {
    title: createWordCounts(titles, counts.title),
    person: createWordCounts(documentsOf('person'), counts.person),
  };
  return { hasPairs: all[0]?.pairs ?? false, titles, shares: new Map(shares), words };
};

/** How frequent words and tags are, as the database's own statistics have it: nothing is counted. */
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
