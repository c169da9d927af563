import { failure } from './failure.ts';

export type RecordKind = 'movie' | 'name';

const PREFIX = { movie: 'tt', name: 'nm' } as const;

/** The wire form of a key: `tt0000123`, `nm12345678`. */
export const imdbId = (kind: RecordKind, key: number): string => PREFIX[kind] + String(key).padStart(7, '0');

/** IMDb's numbers are smaller than this, those of records made here are not. */
export const FIRST_OWN_KEY = 1_000_000_000;

export interface ParsedId {
  readonly kind: RecordKind;
  readonly key: number;
  /** The id as it is written; another form of it is answered with a redirect to this one. */
  readonly canonical: string;
}

/** tt or nm and 7 to 10 digits; null when it is anything else. */
export const parseImdbId = (text: string): ParsedId | null => {
  const found = /^(tt|nm)(\d{7,10})$/.exec(text);
  if (!found) return null;
  const kind = found[1] === 'tt' ? 'movie' : 'name';
  const key = Number(found[2]);
  return key === 0 ? null : { kind, key, canonical: imdbId(kind, key) };
};

/** As parseImdbId, for an id that has to be of one kind. Throws `malformed_id`, which names the field where one is given. */
export const requireId = (kind: RecordKind, text: string, field?: string): ParsedId => {
  const parsed = parseImdbId(text);
  if (parsed?.kind === kind) return parsed;
  const message = `'${text.slice(0, 40)}' is not the id of a ${kind}.`;
  throw failure('malformed_id', message, { details: field === undefined ? [] : [{ field, message }] });
};

/** The id of a title or a person. Throws `malformed_id`. */
export const idOfRecord = (text: string): ParsedId => requireId(text.startsWith('nm') ? 'name' : 'movie', text);
