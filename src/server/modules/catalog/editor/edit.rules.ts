import type { TSchema } from 'typebox';
import type { Detail } from '#contracts/envelope.ts';
import { query } from '#contracts/query.ts';
import { type Values, WRITTEN } from '#contracts/record.ts';
import { failure } from '#server/kernel/failure.ts';
import type { RecordKind } from '#server/kernel/ids.ts';
import { inputCheck } from '#server/platform/http/input.ts';
import type { Written } from './written.rules.ts';

/** A value that an editor gives a field or a part. */
export interface Change {
  readonly part: string;
  /** Of the value that was edited; not asked of a record that is made. */
  readonly version?: string;
  readonly value: unknown;
}

const checksOf = (schemas: Readonly<Record<string, TSchema>>) =>
  Object.entries(schemas).map(([part, schema]) => [part, inputCheck(query({ [part]: schema }), 'body')] as const);

const CHECKS = {
  movie: new Map([...checksOf(WRITTEN.movie.fields), ...checksOf(WRITTEN.movie.parts)]),
  name: new Map([...checksOf(WRITTEN.name.fields), ...checksOf(WRITTEN.name.parts)]),
} as const;

export const refused = (field: string, message: string) =>
  failure('invalid_body', `${field} ${message}`, { details: [{ field, message }] });

/** Values of fields and parts as a record is written. */
export const writtenValues = (kind: RecordKind, values: Values): Written => {
  const isField = ([part]: [string, unknown]): boolean => part in WRITTEN[kind].fields;
  const { fields = [], parts = [] } = Object.groupBy(Object.entries(values), (one) =>
    isField(one) ? 'fields' : 'parts',
  );
  return { fields: Object.fromEntries(fields), parts: Object.fromEntries(parts) as Written['parts'] };
};

/** Texts without the spaces around them, which nobody could see. */
const trimmed = (value: unknown): unknown => {
  if (typeof value === 'string') return value.trim();
  if (Array.isArray(value)) return value.map(trimmed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, trimmed(inner)]));
};

const requireValid = (checked: ReturnType<ReturnType<typeof inputCheck>>): void => {
  if ('error' in checked) throw checked.error;
};

/** The changes as a record is written. Throws `invalid_body` for a part that is not known or named twice, and for a wrong value. */
export const writtenChanges = (kind: RecordKind, changes: readonly Change[]): Written => {
  const values: Record<string, unknown> = {};
  for (const { part, value } of changes) {
    const check = CHECKS[kind].get(part);
    if (check === undefined) throw refused(part.slice(0, 100), 'is no field and no part of such a record');
    if (part in values) throw refused(part, 'is given more than once');
    requireValid(check({ [part]: value }));
    // Nothing that has passed is deeper than such a value can be.
    const text = trimmed(value);
    requireValid(check({ [part]: text }));
    // A genre, a code or an id that is named again says nothing more; the rows of a part are objects and stay.
    values[part] = Array.isArray(text) ? [...new Set(text)] : text;
  }
  return writtenValues(kind, values);
};

/** The value of a field or part; a part without rows is an empty list. */
export const partValue = (kind: RecordKind, { fields, parts }: Written, part: string): unknown =>
  part in WRITTEN[kind].fields ? (fields[part] ?? null) : (parts[part] ?? []);

/** The names of a record's fields and parts. */
export const partNames = (kind: RecordKind): readonly string[] => [...CHECKS[kind].keys()];

/** What a new record has to say. */
export const missingIn = (kind: RecordKind, fields: Values): readonly Detail[] =>
  (kind === 'movie' ? ['title', 'type'] : ['name'])
    .filter((field) => !(field in fields))
    .map((field) => ({ field, message: 'is missing' }));
