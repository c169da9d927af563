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

const TRUTHS: Readonly<Record<string, boolean>> = { true: true, '1': true, false: false, '0': false };

/** The value a parameter's text stands for; the text itself when it is no such value, for the check to refuse. */
const fromText = (text: unknown, type: string | undefined): unknown => {
  if (typeof text !== 'string') return text;
  if (type === 'boolean') return TRUTHS[text.toLowerCase()] ?? text;
  if ((type === 'integer' || type === 'number') && /^-?\d{1,15}(\.\d{1,10})?$/.test(text)) return Number(text);
  return text;
};

const fieldOf = (error: { instancePath: string; params?: object; keyword?: string }): string => {
  const params = error.params as { additionalProperties?: readonly string[]; requiredProperties?: readonly string[] } | undefined;
  const path = error.instancePath.replace(/^\//, '').replaceAll('/', '.');
  const named = params?.additionalProperties?.join(', ') ?? params?.requiredProperties?.join(', ');
  return named ? (path ? `${path}.${named}` : named) : path;
};

const messageOf = (error: { message: string; keyword?: string; params?: object }): string => {
  if (error.keyword === 'additionalProperties') return 'is not known here';
  if (error.keyword === 'required') return 'is missing';
  if (error.keyword === 'enum') {
    const { allowedValues } = (error.params ?? {}) as { allowedValues?: readonly unknown[] };
    if (allowedValues) return `must be one of ${allowedValues.join(', ')}`;
  }
  return error.message;
};

const reasonOf = (part: InputPart, details: readonly Detail[]): Reason => {
  if (part === 'body') return 'invalid_body';
  return details.some((detail) => detail.field === 'imdbId' && detail.message !== 'is missing') ? 'malformed_id' : 'invalid_parameter';
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
    if (check.Check(value)) return { value };
    const seen = new Map<string, Detail>();
    for (const error of check.Errors(value)) {
      const field = fieldOf(error);
      if (!seen.has(field)) seen.set(field, { field, message: messageOf(error) });
    }
    const details = [...seen.values()];
    const text = details.map(({ field, message }) => (field ? `${field} ${message}` : message)).join('; ');
    return { error: failure(reasonOf(part, details), text, { details }) };
  };
};
