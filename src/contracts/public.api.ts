import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { ImdbId, Moment } from './ids.ts';
import { maybe } from './maybe.ts';
import { query, searched } from './query.ts';
import { SITE_TEXTS } from './site-texts.ts';

const common = { tag: 'The public site', method: 'GET', access: 'public' } as const;

/** What the client of this version of the site calls itself. */
export const CLIENT_VERSION = '1.0.73';

export const CarouselImage = Type.Object(
  {
    imdbId: ImdbId,
    description: Type.String({ description: 'The title, or the name of the person.' }),
    year: maybe(Type.Integer()),
  },
  { $id: 'CarouselImage' },
);
export type CarouselImage = Static<typeof CarouselImage>;

const carousel = {
  ...common,
  reply: Type.Array(CarouselImage),
  errors: ['too_many_tries'],
  description: 'Up to 20 with a picture, best first. The picture is `public/image/{imdbId}`.',
} as const;

export const movieCarousel = endpoint({
  ...carousel,
  name: 'public_movie_carousel',
  path: '/api/public/movie-carousel',
  summary: 'Titles for the first page of the site',
  example: {},
});

export const nameCarousel = endpoint({
  ...carousel,
  name: 'public_name_carousel',
  path: '/api/public/name-carousel',
  summary: 'People for the first page of the site',
  example: {},
});

export const Feature = Type.Object(
  {
    idProduct: Type.Integer(),
    name: Type.String(),
    price: Type.Number({ description: 'Euros a month; 0: forever free.' }),
    description: Type.String(),
    notice: Type.String(),
    requests: Type.Integer({ description: 'Requests a day that it allows.' }),
  },
  { $id: 'Feature' },
);
export type Feature = Static<typeof Feature>;

export const features = endpoint({
  ...common,
  name: 'public_features',
  path: '/api/public/features',
  summary: 'The products on sale, in the order of their priority',
  reply: Type.Array(Feature),
  errors: ['too_many_tries'],
  example: {},
});

const Stats = Type.Object(
  {
    titles: Type.Integer(),
    names: Type.Integer(),
    images: Type.Integer({ description: 'Titles and people with a picture.' }),
    lastUpdate: maybe(Type.Object({ date: Moment, imdbId: ImdbId, description: Type.String() })),
    notices: Type.Array(Type.String(), {
      description:
        'What has to stand where the data is shown, by the terms of the published sources that it comes from.',
    }),
    contactEmail: maybe(Type.String()),
    texts: Type.Array(Type.Enum([...SITE_TEXTS]), { description: 'Pages that the operator has written.' }),
    clientVersion: Type.String(),
  },
  { $id: 'Stats' },
);

export const stats = endpoint({
  ...common,
  name: 'public_stats',
  path: '/api/public/stats',
  summary: 'What the catalogue holds',
  reply: Stats,
  errors: ['too_many_tries'],
});

export const Latency = Type.Object(
  {
    window: Type.Literal('1h'),
    count: Type.Integer({ description: 'Answers of the data API within the window, on this node.' }),
    p50: maybe(Type.Number({ description: 'Milliseconds; null while there are fewer than 20 answers.' })),
    p95: maybe(Type.Number()),
    under300: maybe(Type.Number({ description: 'Share of answers under 300 ms, 0 to 1.' })),
  },
  { $id: 'Latency' },
);

export const latency = endpoint({
  ...common,
  name: 'public_latency',
  path: '/api/public/latency',
  summary: 'How fast the data API has answered within the last hour, measured by this server',
  reply: Latency,
  errors: ['too_many_tries'],
});

export const tryIt = endpoint({
  ...common,
  name: 'public_try',
  path: '/api/public/try/:imdbId',
  summary: 'What the data API answers for a record, without a token',
  description:
    '30 calls a minute from one network address; of records that are not in the carousels 200 a day. The operator may set other limits.',
  params: Type.Object({ imdbId: ImdbId }),
  query: query({
    include: Type.Optional(
      Type.String({ minLength: 1, maxLength: 1000, description: 'Parts, separated by commas, as in `v1/movie`.' }),
    ),
  }),
  reply: Type.Unknown(),
  errors: ['malformed_id', 'invalid_parameter', 'title_unknown', 'name_unknown', 'too_many_tries'],
  example: { params: { imdbId: 'tt0068646' }, query: { include: 'genres' } },
});

const Suggested = Type.Object(
  {
    imdbId: ImdbId,
    description: Type.String({ description: 'The title, or the name of the person.' }),
    year: maybe(Type.Integer({ description: 'Of a person: the year of birth.' })),
  },
  { $id: 'Suggested' },
);
export type Suggested = Static<typeof Suggested>;

export const publicSuggest = endpoint({
  ...common,
  name: 'public_suggest',
  path: '/api/public/suggest',
  summary: 'Titles and people that begin like this, to be tried without a token',
  description:
    'At most 8, best first. 120 calls a minute and 2,000 a day from one network address; the operator may set other limits.',
  query: query({ q: searched }),
  reply: Type.Array(Suggested, { maxItems: 8 }),
  errors: ['invalid_parameter', 'too_many_tries'],
  example: { query: { q: 'godf' } },
});
