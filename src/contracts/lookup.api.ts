import { Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { ImdbId, TitleId } from './ids.ts';
import { maybe } from './maybe.ts';
import { query, searched } from './query.ts';

// What editors are told before they open a record, or a part of it.

const common = { tag: 'Editing', access: 'admin' } as const;

export const seasonSummary = endpoint({
  ...common,
  name: 'admin_imdb_seasons',
  method: 'GET',
  path: '/api/admin/imdb/:imdbId/resume-seasons',
  summary: 'The seasons and the years of a series, with how many episodes each has',
  params: Type.Object({ imdbId: TitleId }),
  reply: Type.Object({
    seasons: Type.Array(
      Type.Object({
        numSeason: maybe(Type.Integer({ description: 'null: episodes without a season.' })),
        count: Type.Integer(),
      }),
    ),
    years: Type.Array(Type.Object({ year: Type.Integer(), count: Type.Integer() })),
  }),
  errors: ['malformed_id', 'title_unknown'],
});

/** A hit of search, without what the site would have to load to know of it. */
const Suggestion = Type.Object(
  {
    kind: Type.Enum(['movie', 'name']),
    imdbId: ImdbId,
    title: Type.Optional(Type.String({ description: 'For a movie.' })),
    name: Type.Optional(Type.String({ description: 'For a name.' })),
    year: maybe(Type.Integer({ description: 'For a name: the year of birth.' })),
    type: maybe(Type.String()),
    rating: maybe(Type.Number()),
    votes: maybe(Type.Integer()),
    posterUrl: maybe(Type.String({ format: 'uri' })),
    series: maybe(Type.Object({ imdbId: TitleId, title: Type.String() }, { description: 'What an episode is of.' })),
  },
  { $id: 'Suggestion' },
);

export const recordSuggest = endpoint({
  ...common,
  name: 'admin_suggest',
  method: 'GET',
  path: '/api/admin/suggest',
  summary: 'Records that begin like what is typed, for editors',
  query: query({
    q: searched,
    kind: Type.Enum(['movie', 'name']),
  }),
  reply: Type.Array(Suggestion),
  errors: ['invalid_parameter'],
});

export const LOOKUP_ENDPOINTS = [seasonSummary, recordSuggest] as const;
