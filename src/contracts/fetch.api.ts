import { type Static, Type } from 'typebox';
import { Title, Trailer } from './catalog.ts';
import { endpoint } from './endpoint.ts';
import { ImdbId, Moment } from './ids.ts';
import { maybe } from './maybe.ts';
import { Name } from './people.ts';
import { flag, query } from './query.ts';

// Records as administrators fetch them from the sources.

/** The sources that one record can be fetched from, those first whose word counts most. */
const FETCHED_FROM = ['imdb-datasets', 'tmdb', 'omdb', 'wikidata', 'wikipedia', 'sample'] as const;

export const Origin = Type.Enum([...FETCHED_FROM], {
  description: 'Only this source is asked when the record is fetched.',
});

/** The most rows of a list that are shown of those that came and of those that went. */
export const MOST_SHOWN = 5;

const rows = Type.Array(Type.Unknown(), { maxItems: MOST_SHOWN });

const PartChange = Type.Object(
  {
    part: Type.String({ description: 'The name of a field or a part.' }),
    source: Type.String({ description: 'Whose it becomes.' }),
    was: maybe(Type.String({ description: 'Whose it was; null: it was empty.' })),
    from: Type.Unknown({ description: 'The value of a field as it is in the catalogue; null for a list.' }),
    to: Type.Unknown({ description: 'The value of a field as it would be; null for a list.' }),
    list: maybe(
      Type.Object(
        {
          from: Type.Integer({ description: 'Rows in the catalogue.' }),
          to: Type.Integer({ description: 'Rows as they would be.' }),
          added: Type.Integer({ description: 'Rows that come, or are written otherwise.' }),
          removed: Type.Integer({ description: 'Rows that go, or are written otherwise.' }),
          come: rows,
          go: rows,
        },
        { description: `Of a list how many rows, and up to ${MOST_SHOWN} of them; null for a field.` },
      ),
    ),
  },
  { $id: 'PartChange' },
);
export type PartChange = Static<typeof PartChange>;

const OUTCOMES = ['told', 'unknown', 'failed', 'not_set_up', 'not_asked'] as const;

const SourceReport = Type.Object(
  {
    source: Type.String(),
    outcome: Type.Enum([...OUTCOMES]),
    message: Type.String({ description: 'What the source said, in a sentence.' }),
    retryAfter: maybe(Type.Integer({ description: 'Of a limit that was reached: seconds until it is lifted.' })),
    left: Type.Array(Type.String(), { description: 'What the source knows of the record and could not tell.' }),
    locked: Type.Array(Type.String(), {
      description: "Fields and parts of which it says something else, and which an editor's lock keeps.",
    }),
    picture: maybe(Type.String({ description: "Where the source has a picture; 'drawn': made from the record." })),
  },
  { $id: 'SourceReport' },
);
export type SourceReport = Static<typeof SourceReport>;

const SerieUpdate = Type.Object(
  { imdbId: ImdbId, updateDate: maybe(Moment), ignore: Type.Integer({ minimum: 0, maximum: 1 }) },
  { $id: 'SerieUpdate' },
);

const FetchedRecord = Type.Object(
  {
    imdbId: ImdbId,
    preview: Type.Boolean({ description: 'Nothing was stored: this is what storing would change.' }),
    isNew: Type.Boolean({ description: 'The catalogue did not hold the record.' }),
    changes: Type.Array(PartChange),
    others: Type.Object(
      { titles: Type.Integer(), people: Type.Integer() },
      { description: 'Records that come or change with it: episodes, people whom it credits.' },
    ),
    sources: Type.Array(SourceReport, { description: 'In order of rank.' }),
    movie: maybe(Title),
    name: maybe(Name),
    trailers: maybe(Type.Array(Trailer)),
    serieUpdate: maybe(SerieUpdate),
  },
  { $id: 'FetchedRecord' },
);
export type FetchedRecord = Static<typeof FetchedRecord>;

const common = { tag: 'Editing', access: 'admin' } as const;
const ofRecord = Type.Object({ imdbId: ImdbId });
/** How a fetch can end without a record. */
export const FETCH_ERRORS = [
  'malformed_id',
  'title_unknown',
  'name_unknown',
  'record_merged',
  'import_running',
  'sources_away',
] as const;

export const imdbFetch = endpoint({
  ...common,
  name: 'admin_imdb_fetch',
  method: 'GET',
  path: '/api/admin/imdb/:imdbId',
  summary: 'Fetch a record from the sources and store it',
  description:
    'Every source that is set up is asked; what they say is weighed field by field, and stored as a whole or not at all. `movie`, `trailers` and `serieUpdate`, or `name`, are the record as it is then; they are null where nothing was stored. With `preview=1` nothing is stored, and `changes` is what would be. 404 when no source knows the id, 503 when none that may know it could be asked; `details` names each source. Who asks for a record that is being fetched gets that answer.',
  params: ofRecord,
  query: query({
    preview: flag('1 stores nothing and answers the difference.'),
    origin: Type.Optional(Origin),
  }),
  reply: FetchedRecord,
  errors: [...FETCH_ERRORS, 'invalid_parameter'],
});

export const imdbUpdate = endpoint({
  ...common,
  name: 'admin_imdb_update',
  method: 'PUT',
  path: '/api/admin/imdb/:imdbId',
  summary: 'Fetch a record of the catalogue anew from the sources',
  description:
    'As `GET`, for a record that is there. What an editor has locked stays. A refresh that fails leaves the record as it was, and the id in the manual update data.',
  params: ofRecord,
  query: query({ origin: Type.Optional(Origin) }),
  reply: FetchedRecord,
  errors: [...FETCH_ERRORS, 'invalid_parameter', 'anti_forgery'],
});

export const FETCH_ENDPOINTS = [imdbFetch, imdbUpdate] as const;
