import { imdbId, parseImdbId, type RecordKind } from '#server/kernel/ids.ts';

/** Among which of its numbers TMDB has something. */
export type NumberSpace = 'film' | 'series' | 'episode' | 'person';

/** TMDB's own numbers are far below; what it does not know has this and the number of its IMDb id. */
const OWN = 1_000_000_000;

interface Known {
  readonly site: string;
  readonly space: string;
  readonly id: string;
}
export type KnownIds = ReadonlyMap<string, readonly Known[]>;

/** The number that clients know a record by. */
export type Numbers = (id: string, space: NumberSpace) => number;

const keyOf = (id: string): number => parseImdbId(id)?.key ?? 0;

export const numbersFrom =
  (known: KnownIds): Numbers =>
  (id, space) => {
    const found = known.get(id)?.find((one) => one.site === 'tmdb' && one.space === space);
    return found ? Number(found.id) : OWN + keyOf(id);
  };

/** What a site calls a record; null where it is not known. */
export const idAt = (known: KnownIds, id: string, site: 'tvdb' | 'wikidata'): string | null =>
  known.get(id)?.find((one) => one.site === site)?.id ?? null;

export type ReadNumber = { readonly imdbId: string } | { readonly tmdbId: string };

/** What a number in an address names: a record by its IMDb id, or a number of TMDB's own; null for what is none. */
export const readNumber = (text: string, kind: RecordKind): ReadNumber | null => {
  const parsed = parseImdbId(text);
  if (parsed) return parsed.kind === kind ? { imdbId: parsed.canonical } : null;
  // Clients add the title to a number: 550-fight-club.
  const [, digits] = /^0*([1-9]\d{0,10})(?:-.*)?$/.exec(text) ?? [];
  if (digits === undefined) return null;
  return Number(digits) > OWN ? { imdbId: imdbId(kind, Number(digits) - OWN) } : { tmdbId: digits };
};

/** 24 hexadecimal digits for what a person did in a title. */
export const creditId = (title: string, person: string, role: number, ordering: number): string => {
  const digits = (value: number, length: number): string => value.toString(16).padStart(length, '0').slice(-length);
  return digits(keyOf(title), 9) + digits(keyOf(person), 9) + digits(role, 2) + digits(ordering, 4);
};

/** A number for words, the same each time. */
export const wordNumber = (words: string): number => {
  let hash = 2_166_136_261;
  for (const letter of words) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619);
  return (hash >>> 1) + 1;
};
