import { parseImdbId, type RecordKind } from '#server/kernel/ids.ts';

// Reading what a service answers: nothing in it is taken for granted, and what is of another kind counts as not said.

export type Answer = Readonly<Record<string, unknown>>;

const isAnswer = (value: unknown): value is Answer =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const objectOf = (value: unknown): Answer => (isAnswer(value) ? value : {});

export const listOf = (value: unknown): readonly Answer[] => (Array.isArray(value) ? value.filter(isAnswer) : []);

/** Text that says something and that a database takes. */
export const textOf = (value: unknown): string | null => {
  if (typeof value !== 'string') return null;
  const text = value.toWellFormed().replaceAll('\0', '').trim();
  return text === '' ? null : text;
};

export const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? [...new Set(value.flatMap((one) => textOf(one) ?? []))] : [];

const LARGEST = 2_147_483_647;

/** A whole number of an integer column, also written as text. */
export const wholeOf = (value: unknown): number | null => {
  const number = typeof value === 'string' && /^\d{1,10}$/.test(value.trim()) ? Number(value) : value;
  return Number.isInteger(number) && Math.abs(number as number) <= LARGEST ? (number as number) : null;
};

/** Above 0: services write 0 for what they do not know. */
export const positiveOf = (value: unknown): number | null => {
  const number = wholeOf(value);
  return number !== null && number > 0 ? number : null;
};

/** A day that the calendar has, of a date with or without a time. */
export const dayOf = (value: unknown): string | null => {
  const day = /^\d{4}-\d\d-\d\d(?=$|T)/.exec(textOf(value) ?? '')?.[0];
  if (day === undefined || day.startsWith('0000')) return null;
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) ? day : null;
};

export const yearOf = (day: string | null): number | null => (day === null ? null : Number(day.slice(0, 4)));

/** The key of an IMDb id of this kind. */
export const keyOf = (kind: RecordKind, value: unknown): number | null => {
  const parsed = parseImdbId(textOf(value) ?? '');
  return parsed?.kind === kind ? parsed.key : null;
};
