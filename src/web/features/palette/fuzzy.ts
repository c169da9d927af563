/** What a hit is worth by where its characters stand. */
const WORTH = { inOrder: 1, together: 4, begins: 6 } as const;
const WHOLE = 20;

const isBegin = (text: string, at: number): boolean => at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '');

/** Whether what follows on a text begins a word. */
const isEnd = (before: string): boolean => isBegin(before, before.length);

/** Letters without their marks, in small. */
export const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** How well a word stands in a text, its characters in their order; null when they do not. */
const wordIn = (word: string, text: string): number | null => {
  if (text.includes(word)) {
    const begins = text.split(word).some((before, at, all) => at < all.length - 1 && isEnd(before));
    return WHOLE + word.length * WORTH.together + (begins ? WORTH.begins : 0);
  }
  let worth = 0;
  let at = -1;
  for (const character of word) {
    let next = text.indexOf(character, at + 1);
    // Characters that are strewn about mean a word only from its beginning.
    while (at < 0 && next >= 0 && !isBegin(text, next)) next = text.indexOf(character, next + 1);
    if (next < 0) return null;
    worth += next === at + 1 ? WORTH.together : WORTH.inOrder;
    if (isBegin(text, next)) worth += WORTH.begins;
    at = next;
  }
  return worth;
};

/**
 * How well a text fits what is typed: every word of it stands there in any order, as a whole or, from the beginning of a
 * word, with other characters between its own. Null when one does not; more is better, and of two with the same the shorter text is.
 */
export const fitness = (typed: string, text: string): number | null => {
  const within = folded(text);
  let worth = 0;
  for (const word of folded(typed).split(/\s+/).filter(Boolean)) {
    const found = wordIn(word, within);
    if (found === null) return null;
    worth += found;
  }
  return worth - within.length / 1_000;
};
