import { Type } from 'typebox';
import { CREW_TYPES } from './crew.ts';
import { endpoint } from './endpoint.ts';
import { FETCH_ERRORS, Origin } from './fetch.api.ts';
import { ImdbId, TitleId } from './ids.ts';
import { maybe } from './maybe.ts';
import { paging, query } from './query.ts';
import { body, Sentence } from './session.ts';

// The records of the catalogue as administrators see and change them.

/** Bytes of the largest bundle. */
export const LARGEST_BUNDLE = 4_000_000;

const common = { tag: 'Editing', access: 'admin' } as const;
const ofRecord = Type.Object({ imdbId: ImdbId });
const unknown = ['malformed_id', 'title_unknown', 'name_unknown'] as const;

/** What `POST imdb/{imdbId}` can be asked for, of a title and of a person. */
export const TITLE_DATA = [
  'movie',
  'akas',
  'actors',
  'awards',
  'business',
  'countries',
  'crew',
  'genres',
  'goofs',
  'keywords',
  'languages',
  'locations',
  'photos',
  'plots',
  'quotes',
  'similarMovies',
  'technicals',
  'trailers',
  'trivias',
  'seasons',
  'serieUpdate',
  'metadata',
] as const;
export const NAME_DATA = [
  'name',
  'alternative',
  'biographies',
  'filmography',
  'nicknames',
  'salaries',
  'marriages',
  'tradeMarks',
  'quotes',
  'trivias',
  'photos',
  'metadata',
] as const;

export const imdbParts = endpoint({
  ...common,
  name: 'admin_imdb',
  method: 'POST',
  path: '/api/admin/imdb/:imdbId',
  summary: 'Selected parts of a title or a person',
  description:
    'One key for each name asked: an object for `movie`, `name`, `serieUpdate` and `metadata`; for a list an object with `data`, `page`, `total` and `regs`, whose `source` it is, its `licence`, when it was `fetched`, whether it is `locked`, and `by` whom. Where any item has `forceDownload`, the record is first fetched from the sources, once, or from the one that `origin` names. A merged id answers 308.',
  params: ofRecord,
  body: Type.Array(
    body({
      data: Type.Enum([...new Set([...TITLE_DATA, ...NAME_DATA])]),
      extraParams: Type.Optional(
        body({
          page: paging.page,
          regs: paging.regs,
          main: Type.Optional(Type.Boolean({ description: 'Only the main actors; false: only the others.' })),
          full: Type.Optional(Type.Boolean({ description: 'Accepted; all actors are always answered.' })),
          type: Type.Optional(Type.Enum([...CREW_TYPES], { description: 'Only this crew type.' })),
          forceDownload: Type.Optional(
            Type.Boolean({ description: 'The record is fetched from the sources and stored before it is read.' }),
          ),
          origin: Type.Optional(Origin),
          season: Type.Optional(
            maybe(
              Type.Integer({
                minimum: 0,
                description: 'Only this season; of four digits, the year in which it came out. null: without a season.',
              }),
            ),
          ),
        }),
      ),
    }),
    { minItems: 1, maxItems: 40 },
  ),
  // A record of TypeBox brings its engine into the site's first script.
  reply: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
  errors: [...FETCH_ERRORS, 'invalid_body', 'media_type', 'anti_forgery'],
});

export const crewSummary = endpoint({
  ...common,
  name: 'admin_imdb_crew',
  method: 'GET',
  path: '/api/admin/imdb/:imdbId/resume-crew',
  summary: 'The crew types of a title, with how many there are of each',
  params: Type.Object({ imdbId: TitleId }),
  reply: Type.Array(Type.Object({ type: Type.Enum([...CREW_TYPES]), count: Type.Integer() })),
  errors: ['malformed_id', 'title_unknown'],
});

export const imdbExport = endpoint({
  ...common,
  name: 'admin_imdb_export',
  method: 'GET',
  path: '/api/admin/imdb/:imdbId/export',
  summary: 'A record as a file',
  description: 'One JSON file, `kinodex-bundle/1`, with the record and all that belongs to it.',
  params: ofRecord,
  reply: Type.Unknown(),
  bare: ['application/json'],
  errors: unknown,
});

export const imdbImport = endpoint({
  ...common,
  name: 'admin_imdb_import',
  method: 'POST',
  path: '/api/admin/imdb/import/:kind',
  summary: 'Take a record in from a file',
  description: 'The file is checked as a whole first; when anything of it is wrong, nothing is changed.',
  params: Type.Object({ kind: Type.Enum(['movie', 'name']) }),
  query: query({
    imdbId: Type.Optional(Type.String({ ...ImdbId, description: 'The record that the file has to be of.' })),
  }),
  takes: { parts: { file: LARGEST_BUNDLE } },
  reply: Type.Object({
    imdbId: ImdbId,
    changed: Type.Boolean({ description: 'Whether the catalogue is not what it was.' }),
  }),
  errors: [
    'invalid_body',
    'malformed_id',
    'invalid_parameter',
    'body_too_large',
    'media_type',
    'record_merged',
    'import_running',
    'anti_forgery',
  ],
});

export const imdbDelete = endpoint({
  ...common,
  name: 'admin_imdb_delete',
  method: 'DELETE',
  path: '/api/admin/imdb/:imdbId',
  summary: 'Delete a record',
  description: 'With all that belongs to it. The history of the record keeps it, and can bring it back.',
  params: ofRecord,
  reply: Sentence,
  errors: [...unknown, 'anti_forgery', 'import_running'],
});

const loose = Type.Optional(Type.Unknown());

const Metadata = Type.Object(
  {
    imdbId: ImdbId,
    movieDocument: maybe(
      Type.Object({
        idMovie: Type.Integer(),
        imdbId: ImdbId,
        title: Type.String(),
        akas: Type.Array(Type.String()),
        type: maybe(Type.String()),
      }),
    ),
    imdbRedirect: Type.Array(Type.Object({ imdbIdSource: ImdbId, imdbIdDestination: ImdbId })),
    serieUpdate: Type.Unknown({ description: 'When a series is looked at next; null: nothing is planned.' }),
    messages: Type.Array(Type.String(), { description: 'What is wrong with the record.' }),
    findings: Type.Array(
      Type.Object({
        check: Type.String(),
        message: Type.String(),
        fix: maybe(Type.String({ description: 'How it is mended; null: not from here.' })),
        reason: maybe(Type.String({ description: 'Why it cannot be mended from here.' })),
      }),
    ),
  },
  { $id: 'Metadata' },
);

export const fixErrors = endpoint({
  ...common,
  name: 'admin_fix_errors',
  method: 'POST',
  path: '/api/admin/fix-errors',
  summary: 'Mend what is wrong with a record',
  description:
    'Takes the metadata of a record, of which only the id is read. What only a source can tell is left for the next manual update. Answers the metadata as it is then.',
  body: body({
    imdbId: Type.Optional(ImdbId),
    movieDocument: Type.Optional(maybe(Type.Object({ imdbId: ImdbId }, { additionalProperties: true }))),
    imdbRedirect: loose,
    serieUpdate: loose,
    messages: loose,
    findings: loose,
  }),
  reply: Metadata,
  errors: [...unknown, 'invalid_body', 'media_type', 'anti_forgery', 'import_running'],
});

export const IMDB_ENDPOINTS = [imdbParts, crewSummary, imdbExport, imdbImport, imdbDelete, fixErrors] as const;
