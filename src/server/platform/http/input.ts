import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Detail } from '#contracts/envelope.ts';
import type { Reason } from '#contracts/errors.ts';
import { failure } from '#server/kernel/failure.ts';

export type InputPart = 'params' | 'querystring' | 'body' | 'headers';

type Checked = { value: unknown } | { error: Error };

/** What a schema says of itself, as far as reading text needs it. */
interface Described {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Described>>;
}

const TRUTHS = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);
const INTEGER = /^-?\d{1,15}$/;
const NUMBER = /^-?\d{1,15}(\.\d{1,10})?$/;

/** The value a parameter's text stands for; the text itself when it is no such value, for the check to refuse. */
const fromText = (text: unknown, type: string | undefined): unknown => {
  if (typeof text !== 'string') return text;
  if (type === 'boolean') return TRUTHS.get(text.toLowerCase()) ?? text;
  if (type === 'integer') return INTEGER.test(text) ? Number(text) : text;
  return type === 'number' && NUMBER.test(text) ? Number(text) : text;
};

interface Problem {
  readonly keyword: string;
  readonly instancePath: string;
  readonly message: string;
  readonly params: object;
}

/** Longer names come from callers that make them up. */
const LONGEST_NAME = 100;

/** What is wrong with which field: a problem can name several. */
const detailsOf = ({ keyword, instancePath, message, params }: Problem): readonly Detail[] => {
  const path = instancePath.slice(1).replaceAll('/', '.').slice(0, LONGEST_NAME);
  const { requiredProperties = [], allowedValues = [] } = params as Readonly<Record<string, string[]>>;
  if (keyword === 'required') {
    return requiredProperties.map((name) => ({ field: path ? `${path}.${name}` : name, message: 'is missing' }));
  }
  // What is not named in a schema meets the schema `false`, each by itself and then all of them once more.
  if (keyword === 'additionalProperties') return [];
  if (keyword === 'boolean') return [{ field: path, message: 'is not known here' }];
  if (keyword === 'enum') return [{ field: path, message: `must be one of ${allowedValues.join(', ')}` }];
  return [{ field: path, message }];
};

const reasonOf = (part: InputPart, given: unknown, details: readonly Detail[]): Reason => {
  if (part === 'body') return 'invalid_body';
  const { imdbId } = given as { imdbId?: unknown };
  const isMalformed = typeof imdbId === 'string' && details.some(({ field }) => field === 'imdbId');
  return isMalformed ? 'malformed_id' : 'invalid_parameter';
};

/** A parameter that stands twice in a query arrives as a list. */
const repeatedIn = (value: unknown, part: InputPart): readonly Detail[] =>
  part === 'querystring'
    ? Object.entries(value as object).flatMap(([field, one]) =>
        Array.isArray(one) ? [{ field, message: 'is given more than once' }] : [],
      )
    : [];

/** Text with a NUL is nothing that the database could hold or look for, however deep it stands. */
const withNul = (value: unknown, field = ''): Detail[] => {
  if (typeof value === 'string') return value.includes('\0') ? [{ field, message: 'must not hold NUL' }] : [];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) => withNul(inner, field === '' ? key : `${field}.${key}`));
};

/**
 * Checks one part of a request. Text of addresses and queries is read as the type its schema names; a body is taken as it is.
 * Nothing unknown is let through and nothing is dropped in silence.
 */
export const inputCheck = (schema: TSchema, part: InputPart): ((value: unknown) => Checked) => {
  const check = Compile(schema);
  const { properties = {} } = schema as Described;
  const described = Object.entries(properties);
  return (raw) => {
    let value = raw;
    if (part !== 'body') {
      const given = { ...(raw as Record<string, unknown>) };
      for (const [key, { type }] of described) if (key in given) given[key] = fromText(given[key], type);
      value = given;
    }
    const unreadable = withNul(value);
    if (unreadable.length === 0 && check.Check(value)) return { value };
    const problems = [...unreadable, ...repeatedIn(value, part), ...check.Errors(value).flatMap(detailsOf)];
    const details = problems.filter(({ field }, at) => problems.findIndex((one) => one.field === field) === at);
    const text = details.map(({ field, message }) => (field ? `${field} ${message}` : message)).join('; ');
    return { error: failure(reasonOf(part, value, details), text, { details }) };
  };
};
