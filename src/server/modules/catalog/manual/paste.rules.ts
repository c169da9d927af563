import type { AddedIds } from '#contracts/manual.api.ts';
import { parseImdbId } from '#server/kernel/ids.ts';

/** Characters of a line that is no id, as they are told. */
const SHOWN = 40;

export interface Pasted extends Pick<AddedIds, 'folded' | 'refused'> {
  /** Each once, in the order of their first lines. */
  readonly ids: readonly string[];
}

/** Reads ids, one a line. However an id is padded, it is the same one. */
export const readPasted = (text: string): Pasted => {
  const ids = new Set<string>();
  const refused: AddedIds['refused'] = [];
  let folded = 0;
  for (const [at, line] of text.split(/\r\n|\r|\n/).entries()) {
    const word = line.trim();
    if (word === '') continue;
    const parsed = parseImdbId(word);
    if (parsed === null)
      refused.push({ line: at + 1, text: word.slice(0, SHOWN), message: 'is not tt or nm and 7 to 10 digits' });
    else if (ids.has(parsed.canonical)) folded += 1;
    else ids.add(parsed.canonical);
  }
  return { ids: [...ids], folded, refused };
};
