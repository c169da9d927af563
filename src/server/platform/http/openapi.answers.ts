import { areaOf } from '#contracts/areas.ts';
import type { Access, EndpointShape } from '#contracts/endpoint.ts';
import { REASONS, type Reason } from '#contracts/errors.ts';
import { NEW_SESSION_HEADER } from '#contracts/session.ts';
import { antiForgery } from './forgery.ts';
import type { Described } from './reading.ts';

/** Why callers are refused, whatever they ask for. */
const OF_CALLERS: Readonly<Record<Access, readonly Reason[]>> = {
  public: [],
  token: ['token_missing', 'token_invalid', 'token_disabled', 'address_unconfirmed', 'burst', 'too_many_tries'],
  session: ['session_missing', 'session_invalid', 'session_expired'],
  admin: ['session_missing', 'session_invalid', 'session_expired', 'forbidden'],
};

const propertiesOf = (schema: unknown): Readonly<Record<string, Described>> => (schema as Described)?.properties ?? {};

/** What a call gives in its address: an id that is of the wrong form, or leads elsewhere, is refused or sent on. */
const inAddress = ({ params, query }: EndpointShape): readonly (readonly [string, Described])[] =>
  Object.entries({ ...propertiesOf(params), ...propertiesOf(query) });

const isCounted = ({ access, cost }: EndpointShape): boolean => access === 'token' && cost !== 'free';

/** Whether pages and programs may know an answer again by its ETag. */
export const isKnownAgain = ({ method, path, streamed }: EndpointShape): boolean =>
  method === 'GET' && !areaOf(path)?.forPages && !streamed;

/** Whether a record's id may have another form or have been merged into another: the call answers 308 then. */
export const isMovable = (shape: EndpointShape): boolean =>
  inAddress(shape).some(
    ([name, described]) => ['imdbId', 'id'].includes(name) && described['x-reason'] === 'malformed_id',
  );

const ofBody = ({ method, takes }: EndpointShape): readonly Reason[] => {
  if (method === 'GET') return [];
  return takes === 'bytes' ? ['body_too_large'] : ['invalid_body', 'body_too_large', 'media_type'];
};

const ownStatus = (reason: Reason): number => REASONS[reason][0];

/** Every reason that a call can be refused for, by status. */
export const refusalsOf = (
  shape: EndpointShape,
  statusOf: (reason: Reason) => number = ownStatus,
): ReadonlyMap<number, readonly Reason[]> => {
  const reasons: readonly Reason[] = [
    ...inAddress(shape).flatMap(([, described]) => described['x-reason'] ?? []),
    'invalid_parameter',
    ...ofBody(shape),
    ...OF_CALLERS[shape.access],
    ...(isCounted(shape) ? (['quota_spent'] as const) : []),
    ...(areaOf(shape.path)?.limited ? (['too_many_tries'] as const) : []),
    ...(antiForgery(shape) ? (['anti_forgery'] as const) : []),
    ...(shape.errors ?? []),
    'internal',
    'unavailable',
  ];
  const byStatus = Map.groupBy(new Set(reasons), statusOf);
  return new Map([...byStatus].sort(([one], [other]) => one - other));
};

const text = (description: string) => ({ description, schema: { type: 'string' } });
const whole = (description: string) => ({ description, schema: { type: 'integer' } });

/** Headers of answers, as the documentation tells them. Those that only browsers read are not among them. */
export const HEADERS = {
  'X-Request-Id': text('Finds the request in the log.'),
  'Server-Timing': text('Milliseconds spent in this service.'),
  'Cache-Control': text('Who may keep the answer, and for how long.'),
  Vary: text('The headers of the request that the answer depends on.'),
  'Content-Language': text('The language that titles are told in, where one was asked for.'),
  'Content-Disposition': text('The name under which the file is kept.'),
  'X-Accel-Buffering': text('`no`: proxies send on what comes as it comes.'),
  ETag: text('Strong, one per encoding. Send it as If-None-Match: 304 is free.'),
  Location: text('Where the record stands now.'),
  RateLimit: text('What is left of the day: `"day";r=12;t=3600`, t in seconds. Not sent where there is no limit.'),
  'RateLimit-Policy': text('The limit of the day: `"day";q=1000;w=86400`. Not sent where there is no limit.'),
  'X-RateLimit-Limit': whole('Requests a UTC day. Not sent where there is no limit.'),
  'X-RateLimit-Remaining': whole('Requests left of it. Not sent where there is no limit.'),
  'X-RateLimit-Reset': whole('When the next day begins, in seconds since 1970. Not sent where there is no limit.'),
  'Retry-After': whole('Seconds to wait before the call is made again.'),
  'WWW-Authenticate': text('How callers are known: `Bearer`.'),
  'X-Total-Relation': {
    description: '`gte`: there are more than `total`. Not sent where there are not.',
    schema: { type: 'string', enum: ['gte'] },
  },
  'X-Searched-Since': text(
    'The search took long and ended with what it had found: lines from before this moment were not looked at. Send it as endDate to go on. Not sent where all were.',
  ),
  [NEW_SESSION_HEADER]: text('The token that the session goes on with.'),
} as const satisfies Record<string, object>;

type Header = keyof typeof HEADERS;
const ALWAYS: readonly Header[] = ['X-Request-Id'];
const QUOTA: readonly Header[] = [
  'RateLimit',
  'RateLimit-Policy',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];
/** What callers cannot have caused mends itself, unless it is a mistake or a choice of ours. */
const LASTING: ReadonlySet<Reason> = new Set(['internal', 'payments_off']);

/** The headers that an answer of this status may carry. */
export const headersOf = (shape: EndpointShape, status: number): readonly Header[] => {
  if (status === 308) return [...ALWAYS, 'Location', 'Cache-Control'];
  const known: readonly Header[] = isKnownAgain(shape) ? ['ETag'] : [];
  const told: readonly Header[] = shape.told ? ['Content-Language'] : [];
  if (status === 304) return [...ALWAYS, 'Server-Timing', 'Cache-Control', 'Vary', ...known, ...told];
  const counted = isCounted(shape) ? QUOTA : [];
  if (status === 200) {
    const many: readonly Header[] = shape.shape === 'page' || shape.counted ? ['X-Total-Relation'] : [];
    const bounded: readonly Header[] = shape.bounded ? ['X-Searched-Since'] : [];
    const kept: readonly Header[] = shape.method === 'GET' || areaOf(shape.path)?.forPages ? ['Cache-Control'] : [];
    const streamed: readonly Header[] = shape.endless ? ['X-Accel-Buffering'] : ['Content-Disposition'];
    const form: readonly Header[] = shape.streamed ? streamed : ['Vary'];
    const renewed: readonly Header[] = shape.renews ? [NEW_SESSION_HEADER] : [];
    return [
      ...ALWAYS,
      'Server-Timing',
      ...kept,
      ...form,
      ...known,
      ...counted,
      ...many,
      ...bounded,
      ...told,
      ...renewed,
    ];
  }
  const reasons = refusalsOf(shape).get(status) ?? [];
  const waits: readonly Header[] =
    status === 429 ||
    reasons.includes('idempotency_conflict') ||
    (status === 503 && reasons.some((reason) => !LASTING.has(reason)))
      ? ['Retry-After']
      : [];
  const asked: readonly Header[] = status === 401 ? ['WWW-Authenticate'] : [];
  // Whoever is refused before he is known, or by a fault of ours, has paid nothing.
  const paid = status === 401 || status >= 500 ? [] : counted;
  return [...ALWAYS, 'Cache-Control', ...asked, ...waits, ...paid];
};
