import { NULL } from './files.ts';

// Lines are handled as bytes: one character a byte (latin1), so that text passes through without being decoded.

/** One cell of a line that cannot be taken; the reason is for people. */
export interface Problem {
  readonly problem: string;
}

/** Thrown within the mapping of one line and caught at its edge. */
export class Malformed extends Error {}

const fail = (column: string, cell: string): never => {
  throw new Malformed(`${column} is '${Buffer.from(cell.slice(0, 60), 'latin1').toString()}'`);
};

const ESCAPED = /[\\\r]/g;
const escapeCopy = (text: string): string =>
  text.replace(ESCAPED, (character) => (character === '\r' ? '\\r' : '\\\\'));
const copyText = (text: string): string => (text.includes('\\') || text.includes('\r') ? escapeCopy(text) : text);

const LARGEST = 2_147_483_647;
/**
 * Whether a cell is an id: its two letters, then seven digits, or up to ten and no leading zero, so that each record has one
 * id and ids can be told apart as text. There is none of zeros only. Character by character, for there are tens of millions.
 */
const isId = (cell: string, letter: number, next: number): boolean => {
  const { length } = cell;
  if (length < 9 || length > 12 || cell.charCodeAt(0) !== letter || cell.charCodeAt(1) !== next) return false;
  let sum = 0;
  for (let i = 2; i < length; i++) {
    const digit = cell.charCodeAt(i) - 48;
    if (digit < 0 || digit > 9) return false;
    sum += digit;
  }
  return sum > 0 && (length === 9 || cell.charCodeAt(2) !== 48);
};

/** The key of a `tt` id. */
export const titleKey = (cell: string, column: string): string =>
  isId(cell, 116, 116) ? cell.slice(2) : fail(column, cell);

/** The key of an `nm` id. */
export const personKey = (cell: string, column: string): string =>
  isId(cell, 110, 109) ? cell.slice(2) : fail(column, cell);

/** A whole number that fits an integer column, or null. */
export const integer = (cell: string, column: string): string => {
  if (cell === NULL || cell === '') return NULL;
  return /^\d{1,10}$/.test(cell) && (cell.length < 10 || Number(cell) <= LARGEST) ? cell : fail(column, cell);
};

/** A year as the beginning of an ISO date: always four digits. */
export const yearDate = (cell: string, column: string): string => {
  if (cell === NULL || cell === '') return NULL;
  return /^\d{1,4}$/.test(cell) ? cell.padStart(4, '0') : fail(column, cell);
};

export const flag = (cell: string, column: string): string => {
  if (cell === '0' || cell === NULL || cell === '') return 'f';
  return cell === '1' ? 't' : fail(column, cell);
};

/**
 * Takes off the quotes that a CSV program has put round a cell when it saved the file again. IMDb itself never quotes,
 * so a cell only counts as quoted when every quote within it is doubled and there is one.
 */
const unquote = (cell: string): string => {
  if (cell.charCodeAt(0) !== 34 || cell.length < 4 || cell.charCodeAt(cell.length - 1) !== 34) return cell;
  const inner = cell.slice(1, -1);
  if (!inner.includes('"')) return cell;
  return inner.replaceAll('""', '').includes('"') ? cell : inner.replaceAll('""', '"');
};

/** Free text as COPY writes it, or null. */
export const text = (cell: string): string => (cell === NULL || cell === '' ? NULL : copyText(unquote(cell)));

/** Free text that has to be there. */
export const requiredText = (cell: string, column: string): string =>
  cell === NULL || cell === '' ? fail(column, cell) : copyText(unquote(cell));

const PLAIN = /^[A-Za-z_-]+(?:,[A-Za-z_-]+)*$/;
const element = (value: string): string => `"${value.replace(/["\\]/g, '\\$&')}"`;
const arrayOf = (values: readonly string[]): string => copyText(`{${values.map(element).join(',')}}`);

// Genres, professions and the kinds of akas are few and come again and again.
const lists = new Map<string, string>();
const KEPT_LISTS = 5_000;

/** A list as an array literal, or null. */
export const list = (cell: string, separator: string): string => {
  if (cell === NULL || cell === '') return NULL;
  if (separator === ',' && PLAIN.test(cell)) return `{${cell}}`;
  const known = lists.get(separator + cell);
  if (known !== undefined) return known;
  const made = arrayOf(unquote(cell).split(separator));
  if (lists.size < KEPT_LISTS) lists.set(separator + cell, made);
  return made;
};

/** A comma list of `tt` or `nm` ids as their keys, each once. */
export const keys = (cell: string, column: string, key: typeof titleKey): string[] => {
  if (cell === NULL || cell === '') return [];
  if (!cell.includes(',')) return [key(cell, column)];
  return [...new Set(cell.split(',').map((id) => key(id, column)))];
};

const SIMPLE_JSON = /^\["[^"\\]*"(?:,"[^"\\]*")*\]$/;
const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

/** A JSON array of texts as an array literal; without any, null. */
export const jsonTexts = (written: string, column: string): string => {
  if (written === NULL || written === '') return NULL;
  const cell = unquote(written);
  // Without a backslash JSON's elements are written as an array literal has them.
  if (SIMPLE_JSON.test(cell)) return copyText(`{${cell.slice(1, -1)}}`);
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(cell, 'latin1').toString());
  } catch {
    return fail(column, cell);
  }
  if (!isTexts(parsed)) return fail(column, cell);
  // What an escape made is text only now, and some of it no database takes.
  const clean = parsed.map((each) => Buffer.from(each.replaceAll('\0', '').toWellFormed()).toString('latin1'));
  const lines = clean.map((each) => each.replace(/[\t\n\r]+/g, ' '));
  return lines.length === 0 ? NULL : arrayOf(lines);
};
