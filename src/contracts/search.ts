import { type Static, Type } from 'typebox';
import { TitleTypeSchema } from './catalog.ts';
import { ImdbId, TitleId } from './ids.ts';
import { maybe } from './maybe.ts';

const SeriesRef = Type.Object(
  { imdbId: TitleId, title: Type.String() },
  { $id: 'SeriesRef', description: 'What an episode is of; null for anything else, and where lists do not name it.' },
);

/** A hit of search, suggest or a chart: enough to show it and to ask for the rest. */
export const Hit = Type.Object(
  {
    kind: Type.Enum(['movie', 'name']),
    imdbId: ImdbId,
    title: Type.Optional(Type.String({ description: 'For a movie.' })),
    name: Type.Optional(Type.String({ description: 'For a name.' })),
    year: maybe(Type.Integer({ description: 'For a name: the year of birth.' })),
    type: maybe(TitleTypeSchema),
    rating: maybe(Type.Number()),
    votes: maybe(Type.Integer()),
    posterUrl: maybe(Type.String({ format: 'uri' })),
    series: maybe(SeriesRef),
  },
  { $id: 'Hit' },
);
export type Hit = Static<typeof Hit>;

export const FACETS = ['genre', 'type', 'country', 'language', 'year'] as const;
export type Facet = (typeof FACETS)[number];

const FacetCount = Type.Object({ value: Type.String(), count: Type.Integer() }, { $id: 'FacetCount' });

export const Discovery = Type.Object(
  {
    items: Type.Array(Hit),
    next: maybe(Type.String({ description: 'Send it as `cursor` for what follows; null at the end.' })),
    facets: Type.Optional(Type.Partial(Type.Record(Type.Enum([...FACETS]), Type.Array(FacetCount)))),
  },
  { $id: 'Discovery' },
);
export type Discovery = Static<typeof Discovery>;

export const DISCOVER_SORTS = ['popularity', 'rating', 'votes', 'year', 'releaseDate', 'title'] as const;
export type DiscoverSort = (typeof DISCOVER_SORTS)[number];

export const GenreCount = Type.Object({ genre: Type.String(), count: Type.Integer() }, { $id: 'GenreCount' });

export const ComingSoon = Type.Object(
  {
    imdbId: TitleId,
    title: Type.String(),
    releaseDate: Type.String(),
    type: TitleTypeSchema,
    posterUrl: maybe(Type.String({ format: 'uri' })),
  },
  { $id: 'ComingSoon' },
);
