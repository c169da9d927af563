import { Type } from 'typebox';
import { lenientQuery } from './query.ts';

// What all calls of TMDB's clients have in common. Texts are read where they are used: what cannot be read has numbers of TMDB's.

export const text = (description: string) => Type.Optional(Type.String({ maxLength: 1_000, description }));
export const language = {
  language: text(
    'A language tag like de-DE, to have titles as they are called there; what is none is left out of account.',
  ),
};
export const page = { page: text('20 a page, from 1 to 500.') };
const append = {
  append_to_response: text('Parts to add, separated by commas, 20 at most; unknown ones are left out.'),
};

export const detailed = lenientQuery({ ...append, ...language });
export const listed = lenientQuery({ ...page, ...language });

export const common = {
  method: 'GET',
  access: 'token',
  bare: ['application/json'],
  told: { parameter: 'language', byHeader: false },
} as const;
/** Parts of an address, read where they are used. */
export const params = <const Names extends readonly string[]>(...names: Names) =>
  Type.Object(
    Object.fromEntries(names.map((name) => [name, Type.String({ maxLength: 100 })])) as Record<
      Names[number],
      ReturnType<typeof Type.String>
    >,
  );
