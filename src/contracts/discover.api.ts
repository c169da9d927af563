import { Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import {
  ANY_LIST,
  inLanguage,
  inTitleLanguage,
  language,
  paging,
  query,
  searched,
  titleLanguage,
  year,
} from './query.ts';
import { DISCOVER_SORTS, Discovery, FACETS, GenreCount, Hit } from './search.ts';

const tag = 'Search and charts';
const list = (description: string, meaning = 'a,b: all of them; a|b: any of them.') =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 300, ...ANY_LIST, description: `${description} ${meaning}` }));
const ONE_EACH = 'a|b: any of them; a,b: all of them, which no title is.';
/** The bounds keep every number within what the database's columns hold. */
const votes = Type.Integer({ minimum: 0, maximum: 2_000_000_000 });
const runtime = Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'Minutes.' });

export const search = endpoint({
  name: 'search',
  method: 'GET',
  path: '/api/v1/search',
  access: 'token',
  tag,
  summary: 'Titles and names together, best first',
  description:
    'Diacritics and case do not matter; akas and original titles are searched; up to two letters of a word may be wrong. Words of one or two letters are taken exactly or as a beginning. What merely looks alike is offered up to the 200th.',
  ...inLanguage,
  query: query({ q: searched, ...paging, ...language }),
  reply: Type.Array(Hit),
  shape: 'page',
  errors: ['invalid_parameter'],
  example: { query: { q: 'godfahter', regs: '2' } },
});

export const suggest = endpoint({
  name: 'suggest',
  method: 'GET',
  path: '/api/v1/suggest',
  access: 'token',
  tag,
  summary: 'Titles and names that begin like this',
  ...inLanguage,
  query: query({
    q: searched,
    ...language,
    regs: Type.Optional(Type.Integer({ minimum: 1, maximum: 20, description: '10 when not said.' })),
  }),
  reply: Type.Array(Hit),
  errors: ['invalid_parameter'],
  example: { query: { q: 'godf', regs: '2' } },
});

export const discover = endpoint({
  name: 'discover',
  method: 'GET',
  path: '/api/v1/discover',
  access: 'token',
  tag,
  summary: 'Titles by any combination of filters',
  description:
    'No depth limit: send `next` as `cursor` with the same filters. A list takes commas or bars, not both, and no empty item. A title without a value for the sort comes last. Facets count up to the first 10,000 titles that match; beyond that the answer carries `X-Total-Relation: gte`.',
  counted: true,
  ...inTitleLanguage,
  query: query({
    ...titleLanguage,
    type: list('Types; a title has one.', ONE_EACH),
    genre: list('Genres.'),
    genreNot: list('Genres to leave out.', 'a,b: titles that have all of them; a|b: titles that have any of them.'),
    country: list('Country codes of two letters, or those of IMDb: XWG, SUHH.'),
    language: list('Language codes: en, cmn, pt-BR.'),
    keyword: list('Keywords.'),
    person: list('Ids of people who worked on it; a merged id is the person it was merged into.'),
    role: Type.Optional(Type.String({ maxLength: 40, description: 'What the person did: ACTOR or a crew type.' })),
    yearFrom: Type.Optional(year),
    yearTo: Type.Optional(year),
    ratingFrom: Type.Optional(Type.Number({ minimum: 0, maximum: 10 })),
    ratingTo: Type.Optional(Type.Number({ minimum: 0, maximum: 10 })),
    votesFrom: Type.Optional(votes),
    runtimeFrom: Type.Optional(runtime),
    runtimeTo: Type.Optional(runtime),
    rated: list('Certificates; a title has one.', ONE_EACH),
    sort: Type.Optional(
      Type.Enum([...DISCOVER_SORTS, ...DISCOVER_SORTS.map((sort) => `-${sort}` as const)], {
        description: 'Downwards but for title; - reverses.',
      }),
    ),
    facets: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        'x-list': FACETS,
        description: `Separated by commas: ${FACETS.join(', ')}.`,
      }),
    ),
    cursor: Type.Optional(Type.String({ maxLength: 300, description: '`next` of the answer before.' })),
    regs: paging.regs,
  }),
  reply: Discovery,
  errors: ['malformed_id', 'invalid_parameter'],
  example: { query: { genre: 'Crime,Drama', yearFrom: '1970', yearTo: '1979', facets: 'type', regs: '2' } },
});

const chart = <N extends 'top' | 'popular'>(name: N, summary: string, description: string) =>
  endpoint({
    name,
    method: 'GET',
    path: `/api/v1/${name}`,
    access: 'token',
    tag,
    summary,
    description,
    ...inLanguage,
    query: query({ type: list('Types; a title has one. Films when not said.', ONE_EACH), ...paging, ...language }),
    reply: Type.Array(Hit),
    shape: 'page',
    errors: ['invalid_parameter'],
    example: { query: { regs: '2' } },
  });

export const top = chart(
  'top',
  'The best-rated titles',
  'By weighted rating: (v × R + m × C) / (v + m), where R is the rating, v its votes, m = 25,000 and C = 7.0. The chart holds 1,000 titles a type.',
);
export const popular = chart(
  'popular',
  'The most popular titles',
  'By popularity: log10(1 + votes) + (year − 2000) / 40, so that newer titles need fewer votes. The chart holds 1,000 titles a type.',
);

export const genres = endpoint({
  name: 'genres',
  method: 'GET',
  path: '/api/v1/genres',
  access: 'token',
  tag,
  summary: 'All genres with their number of titles',
  query: query({}),
  reply: Type.Array(GenreCount),
  example: {},
});
