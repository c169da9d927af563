import { type TSchema, Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { BUNDLES } from '#contracts/bundle.ts';
import { NameId } from '#contracts/ids.ts';
import { ENDPOINTS } from '#contracts/index.ts';
import { maybe } from '#contracts/maybe.ts';
import { WRITTEN } from '#contracts/record.ts';
import { Bit } from '#contracts/session.ts';
import { Failure } from '#server/kernel/failure.ts';
import { type InputPart, inputCheck } from './input.ts';

const wordsOf = (schema: TSchema, value: unknown, part: InputPart = 'body'): string => {
  const checked = inputCheck(Type.Object({ it: schema }), part)({ it: value });
  return 'error' in checked ? checked.error.message : 'let through';
};

describe('what a value has to be', () => {
  it.each([
    [NameId, 'tt1', 'it is nm and 7 to 10 digits'],
    [NameId, 5, 'it is nm and 7 to 10 digits'],
    [Bit, 2, 'it must be true, false, 1 or 0'],
    [Type.Boolean(), 'x', 'it must be true, false, 1 or 0'],
    [Type.Integer(), 0.5, 'it must be a whole number'],
    [Type.Integer({ minimum: 1 }), 0, 'it must be a whole number of 1 or more'],
    [Type.Integer({ minimum: 1800, maximum: 2200 }), 3, 'it must be a whole number from 1800 to 2200'],
    [Type.Integer({ minimum: 0, maximum: 2_000_000 }), -1, 'it must be a whole number from 0 to 2,000,000'],
    [Type.Number({ maximum: 10 }), 11, 'it must be a number of at most 10'],
    [Type.Number({ minimum: 0, maximum: 10 }), 'x', 'it must be a number from 0 to 10'],
    [Type.String({ minLength: 1, maxLength: 60 }), '', 'it is required'],
    [Type.Optional(Type.String({ minLength: 1 })), '', 'it must not be empty'],
    [Type.String({ minLength: 1, maxLength: 3 }), 'abcd', 'it must have 1 to 3 characters'],
    [Type.String({ maxLength: 2 }), 'abc', 'it must have at most 2 characters'],
    [Type.String({ minLength: 2 }), 'a', 'it must have at least 2 characters'],
    [Type.String({ maxLength: 2 }), 5, 'it must be text'],
    [Type.String({ format: 'date-time' }), 'x', 'it must be a moment (ISO 8601), such as 2026-11-21T08:00:00Z'],
    [Type.Enum(['a', 'b']), 'c', 'it must be one of a, b'],
    [Type.Literal('a'), 'c', 'it must be a'],
    [Type.Array(Type.String()), 'c', 'it must be a list'],
    [Type.Array(Type.String(), { minItems: 1, maxItems: 2 }), [], 'it must hold 1 to 2 items'],
    [Type.Object({}), 'c', 'it must be an object'],
    [maybe(Type.Integer({ minimum: 1 })), 0, 'it must be a whole number of 1 or more'],
    [maybe(Type.String({ maxLength: 2 })), 'abc', 'it must have at most 2 characters'],
    [maybe(Type.String({ minLength: 1 })), '', 'it is required'],
    [maybe(Type.String({ maxLength: 2 })), 5, 'it must be text'],
    [maybe(Type.Array(Type.Integer(), { maxItems: 1 })), [1, 2], 'it must hold at most 1 items'],
    [Type.Union([Type.Integer(), Type.Array(Type.String())]), {}, 'it must be a whole number or must be a list'],
    [maybe(Type.Object({ deep: Type.Integer() })), { deep: 'x' }, 'it.deep must be a whole number'],
  ])('%# is a sentence about it', (schema, value, words) => expect(wordsOf(schema, value)).toBe(words));

  it('is said of a whole body and of an empty one', () => {
    const said = (schema: TSchema, value: unknown) => {
      const checked = inputCheck(schema, 'body')(value);
      return 'error' in checked && checked.error instanceof Failure ? checked.error.message : null;
    };
    expect(said(Type.Object({ a: Type.Integer() }), [1])).toBe('The body must be an object');
    const none = Type.Union([Type.Null(), Type.Object({}, { additionalProperties: false })], {
      'x-form': 'is not needed',
    });
    expect(said(none, 'text')).toBe('The body is not needed');
    expect(said(none, { a: 1 })).toBe('a is not known here');
  });
});

/** Every schema within one, each with its path. */
const within = (schema: unknown, path = ''): (readonly [string, Readonly<Record<string, unknown>>])[] => {
  if (schema === null || typeof schema !== 'object') return [];
  const own = Array.isArray(schema) ? [] : [[path, schema as Readonly<Record<string, unknown>>] as const];
  return [...own, ...Object.entries(schema).flatMap(([key, inner]) => within(inner, `${path}/${key}`))];
};

describe('no caller is told a pattern:', () => {
  const parts = ENDPOINTS.flatMap((shape) =>
    (['params', 'query', 'body'] as const).map((part) => [`${shape.name} ${part}`, shape[part]] as const),
  );
  // What editors and files write is checked by these, whatever the call is described by.
  const patterns = [...parts, ['written', WRITTEN] as const, ['bundle', BUNDLES] as const].flatMap(([name, of]) =>
    within(of)
      .filter(([, schema]) => typeof schema.pattern === 'string')
      .map(([path, schema]) => [`${name}${path}`, schema] as const),
  );
  it('there are some', () => expect(patterns.length).toBeGreaterThan(10));
  it.each(patterns)('%s', (_where, schema) => {
    expect(schema['x-form']).toMatch(/^(is|must) /);
    expect(String(schema['x-form'])).not.toMatch(/[\\^$]/);
  });
});
