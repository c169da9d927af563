import type { Preference } from '#contracts/preference.api.ts';

/** Under which it is kept that letters alone do nothing. */
export const LETTERS = 'shortcuts';

export const hasLetters = (kept: readonly Preference[]): boolean =>
  !kept.some(({ key, value }) => key === LETTERS && value === false);
