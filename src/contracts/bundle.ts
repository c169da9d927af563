import { type Static, type TSchema, Type } from 'typebox';
import { TITLE_TYPES } from './catalog.ts';
import { CREW_TYPES } from './crew.ts';
import { type ImdbId, Moment, NameId, PartialDate, TitleId } from './ids.ts';
import { maybe } from './maybe.ts';
import { query } from './query.ts';
import { MOST_ROWS, Place, WRITTEN } from './record.ts';

export const BUNDLE_FORMAT = 'kinodex-bundle/1';

const optional = (fields: Readonly<Record<string, TSchema>>, named: string) =>
  query(
    Object.fromEntries(
      Object.entries(fields).map(([key, value]) => [key, key === named ? value : Type.Optional(value)]),
    ),
  );

const ids = Type.Array(query({ site: Type.String({ maxLength: 20 }), id: Type.String({ maxLength: 100 }) }), {
  maxItems: 50,
});

const common = {
  format: Type.Literal(BUNDLE_FORMAT),
  exported: Moment,
  source: Type.String({ maxLength: 40, description: 'Where the record came from, for people.' }),
  picture: maybe(
    Type.Union([
      Type.Literal('drawn', { description: 'Made from the record.' }),
      query({
        id: Type.String({
          pattern: '^[0-9a-f]{64}$',
          'x-form': 'must be 64 hexadecimal digits',
          description: 'SHA-256 of the file that was given.',
        }),
        data: Type.Optional(
          Type.String({
            pattern: '^[A-Za-z0-9+/]*={0,2}$',
            'x-form': 'must be base64',
            description: 'The picture as WebP, in base64.',
          }),
        ),
      }),
    ]),
  ),
  ids: Type.Optional(ids),
};

/** An episode of a series, so that a series comes back with its seasons. */
const Episode = query({
  imdbId: TitleId,
  place: Type.Omit(Place, ['series']),
  type: Type.Enum([...TITLE_TYPES]),
  title: Type.String({ minLength: 1, maxLength: 1_000 }),
  year: maybe(Type.Integer()),
  releaseDate: maybe(PartialDate),
});

const TitleBundle = query({
  ...common,
  imdbId: TitleId,
  fields: optional(WRITTEN.movie.fields, 'title'),
  parts: optional(WRITTEN.movie.parts, ''),
  episodes: Type.Optional(Type.Array(Episode, { maxItems: 100_000 })),
});

/** What a person is credited in, so that a person comes back to the titles. */
const Credit = query({
  imdbId: TitleId,
  type: Type.Enum(['ACTOR', ...CREW_TYPES]),
  ordering: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  main: Type.Boolean(),
  characters: Type.Array(Type.String({ maxLength: 1_000 }), { maxItems: 50 }),
  job: maybe(Type.String({ maxLength: 1_000 })),
  remark: maybe(Type.String({ maxLength: 1_000 })),
});

const NameBundle = query({
  ...common,
  imdbId: NameId,
  fields: optional(WRITTEN.name.fields, 'name'),
  parts: optional(WRITTEN.name.parts, ''),
  credits: Type.Optional(Type.Array(Credit, { maxItems: MOST_ROWS })),
});

export const BUNDLES = { movie: TitleBundle, name: NameBundle } as const;

/** `drawn`, or one that was given, with its bytes where those are not kept here. */
export type BundlePicture = 'drawn' | { readonly id: string; readonly data?: string };

/** A record in a file: the same for both kinds, but for which fields and parts there are. */
export interface Bundle {
  readonly format: typeof BUNDLE_FORMAT;
  readonly exported: string;
  readonly source: string;
  readonly imdbId: Static<typeof ImdbId>;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly parts: Readonly<Record<string, readonly object[]>>;
  readonly picture: BundlePicture | null;
  readonly ids?: readonly { readonly site: string; readonly id: string }[];
  readonly episodes?: readonly Static<typeof Episode>[];
  readonly credits?: readonly Static<typeof Credit>[];
}
