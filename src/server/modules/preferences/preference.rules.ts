import { Compile } from 'typebox/compile';
import { PREFERENCE_SHAPES } from '#contracts/preference.api.ts';

const SHAPES = PREFERENCE_SHAPES.map(([keys, value]) => ({
  isKey: new RegExp(`^(?:${keys})$`),
  check: Compile(value),
}));
/** A whole API token, also where an address has its characters escaped. */
const TOKEN = /kdx(?:_|%5f)[0-9a-z]{16,}/i;

/** What is wrong with a value for this key; null when nothing is. */
export const problemOf = (key: string, value: unknown): string | null => {
  if (!SHAPES.some(({ isKey, check }) => isKey.test(key) && check.Check(value))) return `is not what ${key} can be`;
  return TOKEN.test(JSON.stringify(value)) ? 'must not hold an API token' : null;
};

/** The value as JSON that the database takes: half a character cannot be kept. */
export const jsonOf = (value: unknown): string =>
  JSON.stringify(value, (_, inner) => (typeof inner === 'string' ? inner.toWellFormed() : inner));
