import type { ReadyCall } from '#contracts/ready-calls.ts';

/** What the console asks for: a record and the parts of it that come along. */
export interface Wanted {
  readonly imdbId: string;
  readonly parts: readonly string[];
}

/** The parts that can be ticked, of titles and of people. */
export const TITLE_PARTS = ['genres', 'actors', 'crew', 'akas', 'keywords', 'countries', 'quotes', 'trivias'] as const;
export const NAME_PARTS = ['filmographies', 'alternative', 'nicknames', 'trade-marks', 'quotes', 'trivias'] as const;

/** What stands in a sample for the token that a visitor does not have yet. */
export const NO_TOKEN = 'YOUR_TOKEN';

const isName = (imdbId: string): boolean => imdbId.startsWith('nm');

export const partsOf = (imdbId: string): readonly string[] => (isName(imdbId) ? NAME_PARTS : TITLE_PARTS);

/** An id as it was typed or pasted, an IMDb address included; null when there is none in it. */
export const idIn = (text: string): string | null => {
  const found = /(?:^|\/)((?:tt|nm)\d{7,10})\/?(?:[?#].*)?$/i.exec(text.trim());
  return found?.[1]?.toLowerCase() ?? null;
};

/** Fewer characters would find half of everything. */
const LEAST = 2;

/** What is typed, where it is to be searched for: no id, not the beginning of one, no address. */
export const searchIn = (text: string): string | null => {
  const typed = text.trim();
  return typed.length < LEAST || /^(?:tt|nm)\d+|:\/\//i.test(typed) || idIn(typed) !== null ? null : typed;
};

/** The ticked parts that this kind of record has, in their order. */
const partsIn = ({ imdbId, parts }: Wanted): readonly string[] =>
  partsOf(imdbId).filter((part) => parts.includes(part));

const includeOf = (wanted: Wanted): string => {
  const known = partsIn(wanted);
  return known.length === 0 ? '' : `?include=${known.join(',')}`;
};

/** The call of the data API. */
export const apiPath = (wanted: Wanted): string =>
  `/api/v1/${isName(wanted.imdbId) ? 'name' : 'movie'}/${wanted.imdbId}${includeOf(wanted)}`;

/** The same answer without a token. */
export const tryPath = (wanted: Wanted): string => `/api/public/try/${wanted.imdbId}${includeOf(wanted)}`;

/** The call, ready to be written down. */
export const readyCall = (wanted: Wanted, origin: string): ReadyCall => {
  const { imdbId } = wanted;
  const include = partsIn(wanted);
  return {
    address: `${origin}${apiPath(wanted)}`,
    client: { name: isName(imdbId) ? 'name' : 'movie', input: include.length === 0 ? { imdbId } : { imdbId, include } },
  };
};
