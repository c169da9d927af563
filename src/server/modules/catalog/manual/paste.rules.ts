import { parseImdbId } from '#server/kernel/ids.ts';

/** Characters of an id or a line that are told again. */
const SHOWN = 80;
/** An id on its own, in an address or within a sentence. */
const IDS = /(?<![a-z\d])(?:tt|nm)\d+(?![a-z\d])/gi;
const WRONG = 'holds no id: tt or nm and 7 to 10 digits';

interface Line {
  /** From 1. */
  readonly line: number;
  readonly text: string;
}
/** An id of a line; null where the line, or what looks like an id in it, is none. */
export interface PastedRow extends Line {
  readonly imdbId: string | null;
  /** A line before names it too. */
  readonly isAgain: boolean;
  readonly message: string | null;
}

/** Reads the ids out of any text. However an id is padded, it is the same one. */
export const readPasted = (text: string): readonly PastedRow[] => {
  const known = new Set<string>();
  return text.split(/\r\n|\r|\n/).flatMap((whole, at): PastedRow[] => {
    const word = whole.trim();
    if (word === '') return [];
    const line = at + 1;
    const refused = { line, text: word.slice(0, SHOWN), imdbId: null, isAgain: false, message: WRONG };
    const found = word.match(IDS) ?? [];
    if (found.length === 0) return [refused];
    return found.map((one) => {
      const imdbId = parseImdbId(one.toLowerCase())?.canonical;
      const text = one.slice(0, SHOWN);
      if (imdbId === undefined) return { ...refused, text };
      const isAgain = known.has(imdbId);
      known.add(imdbId);
      return { line, text, imdbId, isAgain, message: null };
    });
  });
};
