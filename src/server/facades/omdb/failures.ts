import type { Reason } from '#contracts/errors.ts';
import { REASONS } from '#contracts/errors.ts';
import { OmdbFailed } from '#contracts/omdb.api.ts';
import { type Failure, failure } from '#server/kernel/failure.ts';
import type { Dialect } from '#server/platform/http/openapi.ts';
import type { ToldFailure } from '#server/platform/http/route.ts';
import { formOf, failed as inForm, parametersOf } from './form.ts';

/** Clients compare these texts. */
export const TEXTS = {
  noKey: 'No API key provided.',
  badKey: 'Invalid API key!',
  limit: 'Request limit reached!',
  badId: 'Incorrect IMDb ID.',
  noMovie: 'Movie not found!',
  noSeries: 'Series not found!',
  noSeason: 'Series or season not found!',
  noEpisode: 'Series or episode not found!',
  tooMany: 'Too many results.',
  other: 'Something went wrong.',
} as const;
export type Text = (typeof TEXTS)[keyof typeof TEXTS];

const isText = (text: string): boolean => Object.values<string>(TEXTS).includes(text);

/** A failure that is told by this text. */
export const notFound = (reason: Reason, text: Text): Failure => failure(reason, text);

const BY_REASON: Readonly<Partial<Record<Reason, Text>>> = {
  token_missing: TEXTS.noKey,
  token_invalid: TEXTS.badKey,
  token_disabled: TEXTS.badKey,
  token_expired: TEXTS.badKey,
  address_unconfirmed: TEXTS.badKey,
  quota_spent: TEXTS.limit,
  burst: TEXTS.limit,
  too_many_tries: TEXTS.limit,
  malformed_id: TEXTS.badId,
  title_unknown: TEXTS.badId,
  season_unknown: TEXTS.noSeason,
  episode_unknown: TEXTS.noEpisode,
};

/** What cannot be found or read is an answer; that a day's requests are used up is told like a wrong key. */
const statusOf = (reason: Reason): number => {
  const [status] = REASONS[reason];
  if (reason === 'quota_spent') return 401;
  return status >= 500 || status === 401 || status === 429 || reason === 'address_unknown' ? status : 200;
};

const textOf = (reason: Reason): string =>
  BY_REASON[reason] ?? (reason === 'address_unknown' ? REASONS[reason][1] : TEXTS.other);

/** A failure as clients of OMDb read it, in the form that the address asks for. */
export const tell = ({ reason, message }: Failure, url: string): ToldFailure => {
  const isOwn = isText(message) || reason === 'address_unknown';
  return { ...inForm(isOwn ? message : textOf(reason), formOf(parametersOf(url))), status: statusOf(reason) };
};

export const dialect: Dialect = {
  schemes: {
    apikey: {
      type: 'apiKey',
      in: 'query',
      name: 'apikey',
      description: 'The API token. The headers of the data API are taken too.',
    },
  },
  failed: OmdbFailed,
  told: (reason) => ({ status: statusOf(reason), text: textOf(reason) }),
};
