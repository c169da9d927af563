import { visible } from '#contracts/session.ts';
import { safeText } from '#server/kernel/mask.ts';

// What may be kept of what was sent and of records: no secret, and not too much.

/** The value of a setting may be a password, which records of settings hide themselves. */
const HIDDEN = /^(?:password|confirmPassword|currentPassword|secret|link|value1|value2)$/;
const TOKEN = 'token';
const LONGEST_TEXT = 500;
const MOST_ITEMS = 50;
const DEEPEST = 6;
const LONGEST = 16_000;
export const LONGEST_ABOUT = 200;

const keptOf = (value: unknown, depth: number): unknown => {
  if (typeof value === 'string') return safeText(value, LONGEST_TEXT);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === DEEPEST) return '…';
  if (Array.isArray(value)) {
    const items = value.slice(0, MOST_ITEMS).map((item) => keptOf(item, depth + 1));
    return value.length > MOST_ITEMS ? [...items, '…'] : items;
  }
  const fields = Object.entries(value).flatMap(([key, held]): [string, unknown][] => {
    if (held === undefined) return [];
    if (key === TOKEN && typeof held === 'string') return [[key, held.startsWith('kdx_') ? visible(held) : held]];
    return [[safeText(key, 100), HIDDEN.test(key) ? '…' : keptOf(held, depth + 1)]];
  });
  return Object.fromEntries(fields);
};

/** Whether there is something to tell. */
const isSomething = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;

/** JSON of a record, or of what was sent, as it may be kept; null where there is nothing to tell. */
export const toldOf = (value: unknown): string | null => {
  if (!isSomething(value)) return null;
  const text = JSON.stringify(keptOf(value, 0));
  return text.length > LONGEST ? JSON.stringify({ length: text.length, tooLong: true }) : text;
};

/** What a body names its record by, the best name first. */
const ABOUT = ['email', 'key', 'name', 'rol', 'packageName', 'imdbId', 'idToken', 'ip', 'idTask', 'ids'] as const;

/** What a call is about, in a few words: what its address names, else what its query or its body does. */
export const aboutOf = ({ params, query, body }: Asked): string | null => {
  const text = (value: unknown): string[] =>
    typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
  const named = (values: Fields): string[] => ABOUT.flatMap((name) => text(values[name])).slice(0, 1);
  const token = ({ token: named }: Fields): string[] =>
    text(named).map((one) => (one.startsWith('kdx_') ? visible(one) : one));
  const found = [
    ...Object.values(params).flatMap(text),
    ...Object.values(query).flatMap(text),
    ...named(body),
    ...token(body),
  ];
  return found.length === 0 ? null : safeText(found.join(' '), LONGEST_ABOUT);
};

type Fields = Readonly<Record<string, unknown>>;

/** What a call was asked with. */
export interface Asked {
  readonly params: Fields;
  readonly query: Fields;
  /** Empty where it is no JSON. */
  readonly body: Fields;
}

export const askedOf = (input: unknown, isJson: boolean): Asked => {
  const fields = (value: unknown): Fields =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
  const { params, query, body } = fields(input);
  return { params: fields(params), query: fields(query), body: isJson ? fields(body) : {} };
};
