import { Type } from 'typebox';
import { MAX_REGS } from './envelope.ts';

/** The page of a list, from 1. A page after the last is an empty list. */
export const page = Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'From 1.' }));
/** Items a page. */
export const regs = Type.Optional(
  Type.Integer({ minimum: 1, maximum: MAX_REGS, description: 'Items a page; 20 when not said.' }),
);
export const paging = { page, regs };

/** A query object: what is not named here is refused. */
export const query = <T extends Parameters<typeof Type.Object>[0]>(properties: T) =>
  Type.Object(properties, { additionalProperties: false });

/** Names separated by commas. */
export const names = (of: readonly string[], description: string) =>
  Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1000,
      description: `${description} Separated by commas: ${of.join(', ')}.`,
    }),
  );

/** true, false, 1 or 0, in any case. */
export const flag = (description: string) => Type.Optional(Type.Boolean({ description }));

/** One flag for each part of a record, by its name in the address and by its key in the record. */
export const partFlags = (parts: Readonly<Record<string, readonly [key: string, item: unknown]>>) =>
  Object.fromEntries(
    Object.entries(parts).flatMap(([name, [key]]) =>
      [...new Set([name, key])].map((each) => [each, flag(`1 adds ${key}.`)] as const),
    ),
  );

export const year = Type.Integer({ minimum: 1800, maximum: 2200 });
