import { Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { ImdbId, Moment } from './ids.ts';
import { LARGEST_PICTURE } from './image.api.ts';
import { maybe } from './maybe.ts';
import { paging, query } from './query.ts';
import { body, Sentence } from './session.ts';

// What editors do with records beyond fetching, importing and deleting them.

const common = { tag: 'Editing', access: 'admin' } as const;
const ofRecord = Type.Object({ imdbId: ImdbId });
const unknown = ['malformed_id', 'title_unknown', 'name_unknown'] as const;
const change = [...unknown, 'anti_forgery', 'import_running'] as const;
const withBody = [...change, 'invalid_body', 'media_type'] as const;

const EditorPart = Type.Object(
  {
    part: Type.String({ description: 'The name of a field or a part.' }),
    value: Type.Unknown(),
    version: Type.String({ description: 'Of this value; to be sent back with what takes its place.' }),
    source: Type.String({ description: 'Whose it is.' }),
    fetched: Moment,
    locked: Type.Boolean({ description: "An editor's: no source writes there." }),
    by: maybe(Type.String({ description: 'Where it is locked: the email of who edited it last; null: nobody known.' })),
  },
  { $id: 'EditorPart' },
);

export const editorParts = endpoint({
  ...common,
  name: 'admin_imdb_editor',
  method: 'GET',
  path: '/api/admin/imdb/:imdbId/editor',
  summary: 'The fields and parts of a record as they are edited',
  params: ofRecord,
  query: query({
    parts: Type.Optional(
      Type.String({
        maxLength: 1_000,
        description: 'Only these, separated by commas; `posterUrl` or `photoUrl` is the picture.',
      }),
    ),
  }),
  reply: Type.Array(EditorPart),
  errors: [...unknown, 'invalid_parameter'],
});

/** The largest body of an edit: the credits of the largest films. */
const LARGEST_EDIT = 4_000_000;
const partName = Type.String({ minLength: 1, maxLength: 40 });

export const imdbEdit = endpoint({
  ...common,
  name: 'admin_imdb_edit',
  method: 'PATCH',
  path: '/api/admin/imdb/:imdbId',
  summary: 'Edit fields and parts of a record',
  description:
    'All of the changes are saved or none. What was edited is locked: no source writes there until it is given free with `unlock`. Answers the parts that were named, as they are now.',
  params: ofRecord,
  body: body({
    changes: Type.Optional(
      Type.Array(
        body({
          part: partName,
          version: Type.String({ maxLength: 40, description: 'Of the value that was edited.' }),
          value: Type.Unknown(),
        }),
        { maxItems: 60 },
      ),
    ),
    unlock: Type.Optional(Type.Array(partName, { maxItems: 60 })),
  }),
  bodyLimit: LARGEST_EDIT,
  reply: Type.Array(EditorPart),
  errors: [...withBody, 'changed_meanwhile'],
});

export const imdbCreate = endpoint({
  ...common,
  name: 'admin_imdb_create',
  method: 'POST',
  path: '/api/admin/imdb',
  summary: 'Make a title or a person that IMDb does not have',
  body: body({
    kind: Type.Enum(['movie', 'name']),
    changes: Type.Array(body({ part: partName, value: Type.Unknown() }), { minItems: 1, maxItems: 60 }),
  }),
  reply: Type.Object({ imdbId: ImdbId }),
  errors: ['invalid_body', 'media_type', 'import_running', 'anti_forgery'],
});

export const imdbMerge = endpoint({
  ...common,
  name: 'admin_imdb_merge',
  method: 'POST',
  path: '/api/admin/imdb/:imdbId/merge',
  summary: 'Merge a record into another',
  description:
    'Its id leads to the other one from then on. The episodes of a series and the credits of a person go along; the rest goes.',
  params: ofRecord,
  body: body({ into: ImdbId }),
  reply: Sentence,
  errors: [...withBody, 'record_merged'],
});

export const imdbRedirect = endpoint({
  ...common,
  name: 'admin_imdb_redirect',
  method: 'PUT',
  path: '/api/admin/imdb/:imdbId/redirect',
  summary: 'Have an id that is no record lead to one',
  description: 'Such as one that IMDb has given up. It leads there instead, where it led elsewhere before.',
  params: ofRecord,
  body: body({ to: ImdbId }),
  reply: Sentence,
  errors: withBody,
});

export const imdbSplit = endpoint({
  ...common,
  name: 'admin_imdb_split',
  method: 'DELETE',
  path: '/api/admin/imdb/:imdbId/redirect',
  summary: 'Take the redirect of an id away',
  params: ofRecord,
  reply: Sentence,
  errors: change,
});

export const imdbImage = endpoint({
  ...common,
  name: 'admin_imdb_image',
  method: 'POST',
  path: '/api/admin/imdb/:imdbId/image',
  summary: 'Give a record a picture',
  description:
    'JPEG, PNG, WebP or GIF, of which the first frame is taken: up to 20 MB and 100 megapixels, or 12 where the file has to be read as a whole (progressive, interlaced, WebP, GIF). The picture is written anew in every size, without what the file said beside it, and locked: no source replaces it.',
  params: ofRecord,
  takes: { parts: { file: LARGEST_PICTURE } },
  reply: Type.Object({
    imdbId: ImdbId,
    width: Type.Integer({ description: 'Pixels of the largest size that is kept.' }),
    height: Type.Integer(),
  }),
  errors: [...withBody, 'body_too_large'],
});

export const imdbImageDelete = endpoint({
  ...common,
  name: 'admin_imdb_image_delete',
  method: 'DELETE',
  path: '/api/admin/imdb/:imdbId/image',
  summary: 'Take the uploaded picture of a record away',
  description: 'What stood there before comes back: the picture of a source, a drawn one, or none.',
  params: ofRecord,
  reply: Sentence,
  errors: [...change, 'image_unknown'],
});

export const imdbHistory = endpoint({
  ...common,
  name: 'admin_imdb_history',
  method: 'GET',
  path: '/api/admin/imdb/:imdbId/history',
  summary: 'What was done to a record, newest first',
  params: ofRecord,
  query: query(paging),
  reply: Type.Array(
    Type.Object(
      {
        id: Type.Integer(),
        at: Moment,
        by: maybe(Type.String({ description: 'The email of who did it; null: the command line.' })),
        action: Type.Enum(['edit', 'unlock', 'create', 'delete', 'merge', 'import', 'fetch']),
        merged: maybe(
          Type.String({
            description: 'The record that was merged into this one: its change stands in both histories.',
          }),
        ),
        part: maybe(Type.String()),
        before: Type.Unknown(),
        after: Type.Unknown(),
        undoOf: maybe(Type.Integer({ description: 'The change that this one has undone.' })),
        undoneBy: maybe(Type.Integer({ description: 'The change that has undone this one.' })),
      },
      { $id: 'RecordChange' },
    ),
  ),
  shape: 'page',
  errors: ['malformed_id', 'invalid_parameter'],
});

export const imdbUndo = endpoint({
  ...common,
  name: 'admin_imdb_undo',
  method: 'POST',
  path: '/api/admin/imdb/history/:id/undo',
  summary: 'Undo a change of a record',
  description:
    'An edit gives its part back to whoever it was of, a fetch or an import all of its parts at once; one that made the record takes it away. A deleted or merged record comes back whole.',
  params: Type.Object({ id: Type.Integer({ minimum: 1, maximum: 2 ** 52 }) }),
  reply: Type.Object({ imdbId: ImdbId }),
  errors: [
    'invalid_parameter',
    'edit_unknown',
    'title_unknown',
    'name_unknown',
    'undone',
    'changed_meanwhile',
    'record_taken',
    'record_merged',
    'import_running',
    'anti_forgery',
  ],
});

export const EDITOR_ENDPOINTS = [
  editorParts,
  imdbEdit,
  imdbCreate,
  imdbMerge,
  imdbRedirect,
  imdbSplit,
  imdbImage,
  imdbImageDelete,
  imdbHistory,
  imdbUndo,
] as const;
