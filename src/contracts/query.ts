import { Type } from 'typebox';
import { MAX_REGS } from './list-limits.ts';

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

/**
 * A query that clients of another service send: names count in any case, of several values of one name the first counts, and
 * what is empty or not named here is left out of account.
 */
export const lenientQuery = <T extends Parameters<typeof Type.Object>[0]>(properties: T) =>
  Type.Object(properties, { additionalProperties: false, 'x-lenient': true });

/** What is searched for. */
export const searched = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '\\S',
  'x-form': 'must be 1 to 200 characters long, and not only spaces',
});

/** Names separated by commas. */
export const names = (of: readonly string[], description: string) =>
  Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1000,
      'x-list': of,
      description: `${description} Separated by commas: ${of.join(', ')}.`,
    }),
  );

/** Of a text that several values stand in, separated by commas: which they may be, or anything. */
export const ANY_LIST = { 'x-list': [] } as const;

/** true, false, 1 or 0, in any case. */
export const flag = (description: string) => Type.Optional(Type.Boolean({ description }));

/** One flag for each part of a record, by its name in the address and by its key in the record. */
export const partFlags = (parts: Readonly<Record<string, readonly [key: string, item: unknown]>>) =>
  Object.fromEntries(
    Object.entries(parts).flatMap(([name, [key]]) =>
      [...new Set([name, key])].map((each) => [each, flag(`1 adds ${key}.`)] as const),
    ),
  );

const tongue = Type.Optional(
  Type.String({
    pattern: '^[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|\\d{3}))?$',
    'x-form': 'is a language tag like de or pt-BR',
    description:
      'A language tag like de or pt-BR, to have titles as they are called there, and plots and biographies that are known in it. Else Accept-Language counts.',
  }),
);
/** The language that titles are told in, as a parameter, and that of an endpoint that takes it. */
export const language = { language: tongue };
export const inLanguage = { told: { parameter: 'language', byHeader: true } } as const;
/** The same where `language` filters. */
export const titleLanguage = { titleLanguage: tongue };
export const inTitleLanguage = { told: { parameter: 'titleLanguage', byHeader: true } } as const;

export const year = Type.Integer({ minimum: 1800, maximum: 2200 });
