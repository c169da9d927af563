import { fitness, folded } from './fuzzy.ts';

/** Something that the palette leads to or does. */
export interface Entry {
  /** Names it among what was gone to last; null: it is not kept there. */
  readonly name: string | null;
  readonly label: string;
  /** What else is searched, and stands beside it. */
  readonly note?: string;
  /** The keys that do the same. */
  readonly keys?: readonly string[];
  readonly run: () => void;
}

export interface Group {
  readonly label: string;
  readonly entries: readonly Entry[];
}

/** Most of a group that are shown where somebody has typed. */
const MOST = 8;

/** Those of a group that fit what is typed, best first; of two that fit as well, the one gone to later. */
export const fitting = ({ label, entries }: Group, typed: string, recent: readonly string[]): Group => {
  const place = ({ name }: Entry): number => {
    const at = name === null ? -1 : recent.indexOf(name);
    return at < 0 ? recent.length : at;
  };
  const found = entries.flatMap((entry) => {
    const worth = fitness(typed, `${entry.label} ${entry.note ?? ''}`.trim());
    return worth === null ? [] : [{ entry, worth: Math.round(worth) }];
  });
  const sorted = found.toSorted((one, other) => other.worth - one.worth || place(one.entry) - place(other.entry));
  return { label, entries: sorted.slice(0, MOST).map(({ entry }) => entry) };
};

/** Whether an entry bears what is typed in its name. */
const bears = (typed: string) => {
  const wanted = folded(typed.trim());
  return ({ label }: Entry): boolean => folded(label).includes(wanted);
};

/**
 * What was found besides: where a command bears what is typed, nothing that is merely spelt like it; nor while `found` may
 * still be what fits something typed before, which Enter is not to lead to.
 */
export const besides = (
  found: readonly Group[],
  commands: readonly Group[],
  { typed, isSearching }: { readonly typed: string; readonly isSearching: boolean },
): readonly Group[] =>
  isSearching || commands.some(({ entries }) => entries.some(bears(typed)))
    ? found.map((group) => ({ ...group, entries: group.entries.filter(bears(typed)) }))
    : found;

/** What was gone to last, as far as it is still there, then everything else once. */
export const withRecent = (label: string, groups: readonly Group[], recent: readonly Entry[]): readonly Group[] => {
  const names = new Set(recent.map(({ name }) => name));
  const others = groups.map((group) => ({ ...group, entries: group.entries.filter(({ name }) => !names.has(name)) }));
  return [{ label, entries: recent }, ...others];
};
