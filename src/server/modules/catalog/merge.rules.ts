import type { SourceName } from '#server/sources/source.ts';

// Who wins for a field or a part of a record when a source tells of it. The import of the datasets says the same in SQL
// (import/fields.ts, import/context.ts), for which it is the source that outranks all others; a test holds one to the other.

/** Who gave what stands in a field or part. */
export interface Holder {
  readonly source: SourceName;
  /** An editor's: no source writes there. */
  readonly locked: boolean;
}

/** The first outranks those after it. Not among them is the editor, whose word is kept by locks. */
const RANKS: readonly SourceName[] = ['imdb-datasets', 'tmdb', 'omdb', 'wikidata', 'wikipedia', 'bundle', 'sample'];

/**
 * Of fields and parts, the sources that outrank all others there but the datasets, the first most. The datasets' own
 * import knows of no others before it.
 */
export type Priorities = ReadonlyMap<string, readonly SourceName[]>;

/** Who outranks whom in a field or part. */
export const ranksOf = (part: string, priorities: Priorities): readonly SourceName[] => [
  ...new Set<SourceName>(['imdb-datasets', ...(priorities.get(part) ?? []), ...RANKS]),
];

/** Whether a source may replace what another has given. An editor's value without a lock is given free. */
const mayReplace = (source: SourceName, other: SourceName, ranks = RANKS): boolean =>
  source === 'editor' || other === 'editor' || ranks.indexOf(source) <= ranks.indexOf(other);

/** Nothing, or an empty list. */
export const isEmpty = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0);

const isFuller = (date: unknown, other: unknown): boolean =>
  typeof date === 'string' && typeof other === 'string' && date.startsWith(other);

/** A record that an editor has made is written by editors only. */
export const mayWrite = (source: SourceName, record: SourceName): boolean => source === 'editor' || record !== 'editor';

/**
 * Whether the record becomes the source's own, when it names it. What it then still has of others gets a row of its own
 * in the table of origins. An editor changes fields and leaves the record to its source.
 */
export const takesRecord = (source: SourceName, record: SourceName): boolean =>
  source !== 'editor' && mayReplace(source, record);

/** A field as it stands, and what a source tells of it. */
export interface Case {
  readonly held: unknown;
  readonly told: unknown;
  readonly date?: boolean | undefined;
  /** Where they are not the same as everywhere. */
  readonly ranks?: readonly SourceName[];
}

/**
 * Whether the told value takes the place of the held one:
 * - an editor's word always does, and no source's does where an editor has locked;
 * - the emptiness of a source takes away what it has given itself, and what the sample has;
 * - what is empty is filled by anyone;
 * - of two dates that begin alike the longer one wins, whoever says it, unless it is the sample;
 * - else the higher rank wins.
 */
export const takesField = (source: SourceName, holder: Holder, { held, told, date, ranks }: Case): boolean => {
  if (source === 'editor') return true;
  if (holder.locked) return false;
  if (isEmpty(told)) return holder.source === source || holder.source === 'sample';
  if (isEmpty(held) || holder.source === source) return true;
  if (date && source !== 'sample' && holder.source !== 'sample') {
    if (isFuller(held, told)) return false;
    if (isFuller(told, held)) return true;
  }
  return mayReplace(source, holder.source, ranks);
};

/**
 * Whether the told rows of a part take the place of the held ones. `says` is whether the source has any: here its silence
 * takes nothing away that another has given, for whoever has no list of a title's akas does not say that there are none.
 */
export const takesPart = (
  source: SourceName,
  holder: Holder,
  held: boolean,
  says: boolean,
  ranks: readonly SourceName[] = RANKS,
): boolean => {
  if (source === 'editor') return true;
  if (holder.locked) return false;
  if (!says) return holder.source === source;
  return !held || mayReplace(source, holder.source, ranks);
};

/** Where an episode stands. */
export interface Place {
  readonly series: number;
  readonly season: number | null;
  readonly number: number | null;
}

/**
 * Where an episode stands afterwards. `open` says whether a series' list of episodes yields to the source (`takesPart`);
 * an episode leaves only a series that does, and comes only to one that does.
 */
export const placeOf = (
  held: Place | null,
  told: Place | null,
  locked: boolean,
  open: (series: number) => boolean,
): Place | null => {
  if (locked || (held !== null && !open(held.series))) return held;
  return told !== null && open(told.series) ? told : null;
};
