import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { ImdbId, Moment } from './ids.ts';
import { exportOf } from './list-export.ts';
import { maybe } from './maybe.ts';
import { paging, query } from './query.ts';
import { Bit, body, Sentence } from './session.ts';

// Ids that wait to be fetched: asked for in vain, of refreshes that failed, or added by administrators.

const common = { tag: 'Administration', access: 'admin' } as const;

/** What a row says when its record was fetched. */
export const PROCESSED = 'OK';
export const MANUAL_STATES = ['NEW', 'WAITING', 'OK', 'FAILED'] as const;
export const MANUAL_TYPES = ['MOVIES', 'NAMES'] as const;

export const ManualUpdateData = Type.Object(
  {
    idManualUpdateData: Type.Integer(),
    imdbId: ImdbId,
    immediately: Bit,
    onlyIndex: Bit,
    result: maybe(Type.String({ description: "'OK', or why it was not fetched; null: it was not tried." })),
    insertDate: Moment,
    processedDate: maybe(Moment),
    asked: Type.Integer({ description: 'How often it was asked for in vain.' }),
    waiting: Type.Boolean({ description: 'It is to be processed, and its turn comes.' }),
  },
  { $id: 'ManualUpdateData' },
);
export type ManualUpdateData = Static<typeof ManualUpdateData>;

/** The most rows that a call names. */
export const MOST_NAMED = 200;

const manualDataIds = Type.Optional(
  Type.String({
    pattern: `^(\\d{1,15}(,\\d{1,15}){0,${MOST_NAMED - 1}})?$`,
    'x-form': `is up to ${MOST_NAMED} ids of rows, separated by commas`,
    description: 'Ids of rows, separated by commas. Empty is as good as left out.',
  }),
);

export const manualUpdate = endpoint({
  ...common,
  name: 'admin_manual_update',
  method: 'GET',
  path: '/api/admin/manual-update',
  summary: 'The manual update data',
  description:
    'First what was asked for in vain and is still not there, most wanted first; then the rest, newest first.',
  query: query({
    state: Type.Optional(
      Type.Enum([...MANUAL_STATES], {
        description: 'Only what was not tried, waits for its turn, was fetched, or could not be.',
      }),
    ),
    type: Type.Optional(Type.Enum([...MANUAL_TYPES])),
    imdbId: Type.Optional(
      Type.String({
        pattern: '^(tt|nm)\\d{0,10}$',
        'x-form': 'is the beginning of an id, such as tt006',
        description: 'How ids begin.',
      }),
    ),
    ...paging,
  }),
  reply: Type.Array(ManualUpdateData),
  shape: 'page',
  errors: ['invalid_parameter'],
});

export const manualUpdateExport = exportOf(manualUpdate)({
  file: 'manual-update',
  columns: [
    ['IMDB ID', 'imdbId'],
    ['ASKED', 'asked'],
    ['NOW', 'immediately'],
    ['INDEX', 'onlyIndex'],
    ['RESULT', 'result'],
    ['INSERTED', 'insertDate'],
    ['PROCESSED', 'processedDate'],
    ['WAITING', 'waiting'],
    ['ID', 'idManualUpdateData'],
  ],
});

export const manualProgress = endpoint({
  ...common,
  name: 'admin_manual_update_progress',
  method: 'GET',
  path: '/api/admin/manual-update/progress',
  summary: 'How far the rows are that were last asked to be processed',
  reply: Type.Object(
    {
      running: Type.Boolean(),
      total: Type.Integer(),
      processed: Type.Integer(),
      ok: Type.Integer(),
      failed: Type.Integer(),
    },
    { $id: 'ManualProgress' },
  ),
});

export const manualReprocess = endpoint({
  ...common,
  name: 'admin_manual_update_reprocess',
  method: 'POST',
  path: '/api/admin/manual-update',
  summary: 'Have rows processed',
  description:
    'Those that are named, or without a name all that are not OK. They are fetched one after the other in the background; each row tells its result, `progress` how far it is. A restart does not end it.',
  query: query({ manualDataIds }),
  reply: Sentence,
  errors: ['invalid_parameter', 'anti_forgery'],
});

/** Characters of pasted ids: some ten thousand of them. */
const LONGEST_PASTE = 200_000;

/** What becomes of an id that is pasted. */
export const OUTCOMES = ['ADDED', 'AGAIN', 'FOLDED', 'REFUSED'] as const;

const AddedIds = Type.Object(
  {
    added: Type.Integer({ description: 'Ids that were not there yet.' }),
    again: Type.Integer({ description: 'Ids that were there, and are open again.' }),
    folded: Type.Integer({ description: 'Ids that name what one before them names.' }),
    refused: Type.Integer({ description: 'Lines that hold no id.' }),
    rows: Type.Array(
      Type.Object({
        line: Type.Integer({ description: 'From 1.' }),
        text: Type.String({ description: 'The id as it was written; of a line without one how it begins.' }),
        imdbId: maybe(ImdbId),
        outcome: Type.Enum([...OUTCOMES]),
        message: maybe(Type.String({ description: 'Why it was refused.' })),
      }),
      { description: 'What became of each id and of each line without one, in their order.' },
    ),
  },
  { $id: 'AddedIds' },
);
export type AddedIds = Static<typeof AddedIds>;

export const manualAdd = endpoint({
  ...common,
  name: 'admin_manual_update_add',
  method: 'POST',
  path: '/api/admin/manual-update/add',
  summary: 'Add ids to the manual update data',
  description:
    'The ids are read out of any text: one a line, addresses of IMDb, sentences. Lines without one are named in the answer, empty ones passed over. Nothing is added when there is no id at all.',
  body: body({
    ids: Type.String({ minLength: 1, maxLength: LONGEST_PASTE, description: 'Text with IMDb ids.' }),
    immediately: Type.Optional(Type.Boolean({ description: 'They are processed at once.' })),
    onlyIndex: Type.Optional(Type.Boolean({ description: 'Only the search document of each is made anew.' })),
  }),
  reply: AddedIds,
  errors: ['invalid_body', 'media_type', 'anti_forgery'],
});

export const manualClear = endpoint({
  ...common,
  name: 'admin_manual_update_clear',
  method: 'DELETE',
  path: '/api/admin/manual-update/clear',
  summary: 'Clear rows',
  description: 'Those that are named, or without a name all that are OK.',
  query: query({ manualDataIds }),
  reply: Sentence,
  errors: ['invalid_parameter', 'anti_forgery'],
});

export const manualRemove = endpoint({
  ...common,
  name: 'admin_manual_update_remove',
  method: 'DELETE',
  path: '/api/admin/manual-update',
  summary: 'Remove rows',
  description: 'All, those of titles or people, or those that are named.',
  query: query({
    type: Type.Optional(Type.Enum(['ALL', ...MANUAL_TYPES])),
    manualDataIds,
  }),
  reply: Sentence,
  errors: ['invalid_parameter', 'anti_forgery'],
});

export const MANUAL_ENDPOINTS = [
  manualUpdate,
  manualUpdateExport,
  manualProgress,
  manualReprocess,
  manualAdd,
  manualClear,
  manualRemove,
] as const;
