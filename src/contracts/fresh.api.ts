import { Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { ImdbId, Moment } from './ids.ts';
import { maybe } from './maybe.ts';

const told = {
  source: Type.String({ description: 'Which source it is from, as the guide lists them; `editor` for editors here.' }),
  fetched: Moment,
};

const Refresh = Type.Object({
  state: Type.Enum(['NEVER', 'WAITING', 'DONE', 'FAILED'], {
    description: 'NEVER: nobody has asked lately. FAILED: no source told anything.',
  }),
  asked: maybe(Moment),
  next: maybe(Moment),
});

/** How old a record is, and when a newer one was asked for. */
export const Freshness = Type.Object(
  {
    imdbId: ImdbId,
    ...told,
    parts: Type.Array(Type.Object({ part: Type.String(), ...told }), {
      description: 'The fields and parts that are of another source or moment than the record, by name.',
    }),
    refresh: Refresh,
  },
  { $id: 'Freshness', description: '`next`: from when on a newer one may be asked for again; null: now.' },
);

const ofRecord = Type.Object({ imdbId: ImdbId });
const shared = { access: 'token', tag: 'Many records', params: ofRecord } as const;
const unknown = ['title_unknown', 'name_unknown'] as const;

export const freshness = endpoint({
  ...shared,
  name: 'freshness',
  method: 'GET',
  path: '/api/v1/freshness/:imdbId',
  summary: 'How old a title or a person is, part by part',
  description:
    '`fetched` is when a source last told it otherwise than it was before. Parts of sources that are not published are left out.',
  reply: Freshness,
  errors: unknown,
  example: { params: { imdbId: 'tt0068646' } },
});

export const recordRefresh = endpoint({
  ...shared,
  name: 'record_refresh',
  method: 'POST',
  path: '/api/v1/refresh/:imdbId',
  summary: 'Asks for a newer title or person from the sources',
  description:
    'Answered at once; the record is fetched in the background, after those that were asked for before, and `v1/freshness` and the change feed tell when it is there. At most once an hour for each record, whoever asks: while one waits, who asks again gets the same answer, after that 429 until the hour is over.',
  reply: Freshness,
  errors: [...unknown, 'refreshed_lately', 'refreshes_full'],
  example: { params: { imdbId: 'tt0068646' } },
});
