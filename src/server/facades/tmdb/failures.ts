import type { Reason } from '#contracts/errors.ts';
import { REASONS } from '#contracts/errors.ts';
import { TmdbFailed } from '#contracts/tmdb.shapes.ts';
import { type Failure, invalid } from '#server/kernel/failure.ts';
import type { Dialect } from '#server/platform/http/openapi.ts';
import { JSON_TYPE } from '#server/platform/http/render.ts';
import type { ToldFailure } from '#server/platform/http/route.ts';

interface Told {
  readonly code: number;
  readonly status: number;
  readonly text: string;
}

/** TMDB's numbers, by which clients tell failures apart, with their statuses. The texts are what people are shown. */
const TOLD = {
  noKey: { code: 7, status: 401, text: 'Invalid API key: You must be granted a valid key.' },
  suspended: { code: 10, status: 401, text: 'Suspended API key: Access was withdrawn from this key.' },
  notFound: { code: 34, status: 404, text: 'The resource you requested could not be found.' },
  parameters: { code: 5, status: 422, text: 'Invalid parameters: Your request parameters are incorrect.' },
  page: {
    code: 22,
    status: 400,
    text: 'Invalid page: Pages start at 1 and max at 500. They are expected to be an integer.',
  },
  appended: {
    code: 27,
    status: 400,
    text: 'Too many append to response objects: The maximum number of remote calls is 20.',
  },
  limit: { code: 25, status: 429, text: 'Your request count is over the allowed limit.' },
  internal: { code: 11, status: 500, text: 'Internal error: Something went wrong.' },
  offline: { code: 9, status: 503, text: 'Service offline: This service is temporarily offline, try again later.' },
} as const satisfies Record<string, Told>;

const BY_REASON: Readonly<Partial<Record<Reason, Told>>> = {
  token_missing: TOLD.noKey,
  token_invalid: TOLD.noKey,
  token_disabled: TOLD.suspended,
  token_expired: TOLD.suspended,
  malformed_id: TOLD.notFound,
};

const toldOf = (reason: Reason): Told => {
  const known = BY_REASON[reason];
  if (known) return known;
  const [status] = REASONS[reason];
  if (status === 404) return TOLD.notFound;
  if (status === 401) return TOLD.noKey;
  if (status === 429) return TOLD.limit;
  if (status < 500) return TOLD.parameters;
  return status === 503 ? TOLD.offline : TOLD.internal;
};

/** Parameters whose mistakes have numbers of their own. */
const BY_FIELD: Readonly<Record<string, Told>> = { page: TOLD.page, append_to_response: TOLD.appended };

export const wrongPage = (): Failure => invalid('page', 'is a whole number from 1 to 500');
export const tooManyParts = (): Failure => invalid('append_to_response', 'names 20 parts at most');

/** A failure as clients of TMDB read it. */
export const tell = ({ reason, details }: Failure): ToldFailure => {
  const field = reason === 'invalid_parameter' && details.length === 1 ? (details[0]?.field ?? '') : '';
  const { code, status, text } = (Object.hasOwn(BY_FIELD, field) ? BY_FIELD[field] : undefined) ?? toldOf(reason);
  const body = JSON.stringify({ success: false, status_code: code, status_message: text });
  return { type: JSON_TYPE, body, status };
};

export const dialect: Dialect = {
  schemes: {
    api_key: { type: 'apiKey', in: 'query', name: 'api_key', description: 'The API token.' },
    bearer: { type: 'http', scheme: 'bearer', description: 'The API token.' },
  },
  failed: TmdbFailed,
  told: toldOf,
};
