import { hasLetter, isCjk } from '#server/kernel/fold.ts';

/** How many letters of a word may be wrong. */
export const tolerance = (word: string): number => {
  const { length } = [...word];
  if (length < 3 || length > 40 || isCjk(word) || !hasLetter(word)) return 0;
  return length < 4 ? 1 : 2;
};

/**
 * How many letters are wrong, too many or missing, or have changed places with their neighbours (Damerau's distance). Plain
 * loops over one array: hundreds of words are compared for each that is mistyped.
 */
export const distanceOf = (one: string, other: string): number => {
  const [from, to] = [[...one], [...other]];
  const width = to.length + 1;
  const table = new Uint16Array((from.length + 1) * width);
  const of = (row: number, at: number): number => table[row * width + at] as number;
  for (let at = 1; at < width; at += 1) table[at] = at;
  const rowOf = new Map<string | undefined, number>();
  for (let row = 1; row <= from.length; row += 1) {
    const sign = from[row - 1];
    let sameAt = 0;
    table[row * width] = row;
    for (let at = 1; at < width; at += 1) {
      const isSame = sign === to[at - 1];
      let least = Math.min(of(row - 1, at - 1) + (isSame ? 0 : 1), of(row - 1, at) + 1, of(row, at - 1) + 1);
      const before = sameAt > 0 ? rowOf.get(to[at - 1]) : undefined;
      // The two letters may stand apart where one between them is missing or too many.
      if (before !== undefined)
        least = Math.min(least, of(before - 1, sameAt - 1) + (row - before - 1) + 1 + (at - sameAt - 1));
      table[row * width + at] = least;
      if (isSame) sameAt = at;
    }
    rowOf.set(sign, row);
  }
  return of(from.length, to.length);
};

/** A known word that is near a wanted one. */
export interface Variant {
  readonly wanted: string;
  readonly word: string;
  readonly distance: number;
}

/** A known word; weight says how well known. */
export interface KnownWord {
  readonly word: string;
  readonly weight: number;
}

/** Of known words those that may be meant, nearest first: `most` for being nearest and as many for being best known. */
export const variantsAmong = (
  wanted: string,
  known: readonly KnownWord[],
  distance: number,
  most: number,
): readonly Variant[] => {
  const near = known
    .map((one) => ({ ...one, distance: distanceOf(one.word, wanted) }))
    .filter((one) => one.distance > 0 && one.distance <= distance)
    .toSorted((a, b) => a.distance - b.distance || b.weight - a.weight);
  const best = new Set(near.toSorted((a, b) => b.weight - a.weight).slice(0, most));
  return near
    .filter((one, at) => at < most || best.has(one))
    .map(({ word, distance: off }) => ({ wanted, word, distance: off }));
};

const withoutOne = (signs: readonly string[]): string[] => [
  ...new Set(signs.map((_, at) => signs.filter((__, other) => other !== at).join(''))),
];

/**
 * The keys of every known word within `distance` (1 or 2) of this one; word_keys in the migrations makes those of a known word.
 * Two errors leave at least one half of the known word with one error at most, one error leaves a half whole, but for the
 * two letters at the border that have changed places.
 */
export const neighbourKeys = (word: string, distance: number): readonly string[] => {
  const signs = [...word];
  const keys = new Set<string>();
  const add = (side: string, length: number, cut: (size: number) => readonly string[]): void => {
    const put = (half: string) => keys.add(`${side}${length}${half}`);
    put(cut(length).join(''));
    if (distance < 2) return;
    put(cut(length - 1).join(''));
    for (const half of [...withoutOne(cut(length)), ...withoutOne(cut(length + 1))]) put(half);
  };
  for (let size = signs.length - distance; size <= signs.length + distance; size += 1) {
    const left = Math.floor(size / 2);
    if (left < 1) continue;
    add('<', left, (n) => signs.slice(0, n));
    add('>', size - left, (n) => signs.slice(Math.max(signs.length - n, 0)));
  }
  const border = Math.floor(signs.length / 2);
  keys.add(`<${border}${[...signs.slice(0, border - 1), signs[border]].join('')}`);
  keys.add(`>${signs.length - border}${[signs[border - 1], ...signs.slice(border + 1)].join('')}`);
  return [...keys];
};
