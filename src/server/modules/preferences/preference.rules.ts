import { Compile } from 'typebox/compile';
import type { Detail } from '#contracts/envelope.ts';
import { PREFERENCE_SHAPES } from '#contracts/preference.api.ts';
import { detailsOf } from '#server/platform/http/wording.ts';

const SHAPES = PREFERENCE_SHAPES.map(([keys, shape]) => ({
  isKey: new RegExp(`^(?:${keys})$`),
  shape,
  check: Compile(shape),
}));
/** A whole API token, also where an address has its characters escaped. */
const TOKEN = /kdx(?:_|%5f)[0-9a-z]{16,}/i;

/** What is wrong with a value for this key, by the fields of what that key has; empty when nothing is. */
export const problemsOf = (key: string, value: unknown): readonly Detail[] => {
  const named = SHAPES.find(({ isKey }) => isKey.test(key));
  if (!named) return [{ field: 'key', message: 'is no preference' }];
  if (!named.check.Check(value))
    return detailsOf(named.shape, named.check.Errors(value)).map(({ field, message }) => ({
      field: field ? `value.${field}` : 'value',
      message,
    }));
  return TOKEN.test(JSON.stringify(value)) ? [{ field: 'value', message: 'must not hold an API token' }] : [];
};

/** The value as JSON that the database takes: half a character cannot be kept. */
export const jsonOf = (value: unknown): string =>
  JSON.stringify(value, (_, inner) => (typeof inner === 'string' ? inner.toWellFormed() : inner));
