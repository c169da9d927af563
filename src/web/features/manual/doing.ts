import type { MessageTone } from '#web/lib/messages.ts';
import { manual as words } from '#web/words/manual.ts';

/** What is done with rows: the named ones, or all that it is meant for. */
export type Doing =
  | { readonly what: 'reprocess' | 'clear'; readonly ids: readonly number[] | 'all' }
  | { readonly what: 'remove'; readonly ids: readonly number[] | 'ALL' | 'MOVIES' | 'NAMES' };

/** A list in parts of at most so many. */
export const inParts = <T>(items: readonly T[], most: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(items.length / most) }, (_, at) => items.slice(at * most, (at + 1) * most));

const WARNINGS: readonly string[] = [words.noneToReprocess, words.noneToRemove];

/** How a sentence of the server is said: nothing to do is a warning. */
export const toneOf = (sentence: string): MessageTone => (WARNINGS.includes(sentence) ? 'warning' : 'success');

/** Why there is nothing to do, where nothing is chosen. */
export const refusalOf = ({ what, ids }: Doing): string | null => {
  if (typeof ids === 'string' || ids.length > 0) return null;
  return what === 'reprocess' ? words.noneToReprocess : words.noneToRemove;
};
