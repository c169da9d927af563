import type { Name } from '#contracts/people.ts';

export type Credit = NonNullable<Name['filmographies']>[number]['filmographiesNames'][number];

/** By year, the latest first; what has none comes last. */
export const newestFirst = (credits: readonly Credit[]): readonly Credit[] =>
  credits.toSorted((one, other) => (other.year ?? 0) - (one.year ?? 0));

const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Those of which the title or the year holds this; diacritics and case do not matter. */
export const withText = (credits: readonly Credit[], text: string): readonly Credit[] => {
  const wanted = folded(text.trim());
  return wanted === ''
    ? credits
    : credits.filter(({ title, year }) => folded(title).includes(wanted) || String(year ?? '').includes(wanted));
};
