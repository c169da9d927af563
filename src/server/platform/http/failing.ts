import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FacadeName } from '#contracts/areas.ts';
import { type Failure, Failure as FailureError, failure } from '#server/kernel/failure.ts';
import { carry } from './cors.ts';
import { pay } from './cost.ts';
import { type Place, placeOf } from './place.ts';
import { JSON_TYPE, renderFailure } from './render.ts';
import type { Quota, TellFailure, ToldFailure } from './route.ts';
import type { createTrouble } from './trouble.ts';

interface Failing {
  readonly quota: Pick<Quota, 'spend'>;
  /** Tells errors that mean 'the database is away' from errors of ours. */
  readonly isUnavailable: (error: unknown) => boolean;
  readonly trouble: ReturnType<typeof createTrouble>;
  /** What a browser is shown at an address beside the API where nothing is. */
  readonly missing?: ToldFailure | undefined;
  /** How the clients of other services are told. */
  readonly facades: Facades;
}

export type Facades = Readonly<Partial<Record<FacadeName, TellFailure>>>;

/** Answers a request that has failed, whatever it asked for. */
export const createFailing = ({ quota, isUnavailable, trouble, missing, facades }: Failing) => {
  const toldAs = (failed: Failure, request: FastifyRequest, { isApi, area, tell }: Place): ToldFailure => {
    const own = tell ?? (area?.facade && facades[area.facade]);
    if (own) return own(failed, request.url);
    const isMissing = failed.reason === 'address_unknown' && !isApi && isBrowser(request);
    return isMissing && missing ? missing : { type: JSON_TYPE, body: renderFailure(failed) };
  };
  const send = (failed: Failure, error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    trouble(failed, error, request);
    const place = placeOf(request);
    carry(request, reply, place);
    const { type, body, status = failed.status, headers } = toldAs(failed, request, place);
    request.failedAs = failed.status;
    reply
      .code(status)
      .headers({ ...failed.headers, 'Cache-Control': 'no-store', ...headers })
      .type(type)
      .send(body);
  };
  /** A failure of the caller's making is an answer too, and costs one. */
  const charge = async (failed: Failure, request: FastifyRequest, reply: FastifyReply): Promise<Failure> => {
    const { progress } = request;
    if (!progress || progress.due === 0 || failed.status >= 500 || failed.status === 429) return failed;
    progress.due = 1;
    try {
      reply.headers(pay(await quota.spend(progress.caller, 1), progress));
      return failed;
    } catch (refused) {
      return asFailure(refused, isUnavailable);
    }
  };
  return {
    fail: (error: unknown, request: FastifyRequest, reply: FastifyReply): void | Promise<void> => {
      const failed = isCutOff(request) ? cutOff() : asFailure(error, isUnavailable);
      if (request.progress?.due)
        return charge(failed, request, reply).then((charged) => send(charged, error, request, reply));
      return send(failed, error, request, reply);
    },
    /** Writes down why an answer broke off; nobody can be told any more. */
    broken: (error: unknown, request: FastifyRequest): void => trouble(asFailure(error, isUnavailable), error, request),
  };
};

/** Browsers name HTML when they go to an address; programs take anything, or JSON. */
const isBrowser = ({ headers }: FastifyRequest): boolean => /\btext\/html\b/i.test(headers.accept ?? '');

/** Whether the caller went away in the middle of the body. The connection's error would look like the database's. */
const isCutOff = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete;
const cutOff = (): Failure => failure('invalid_body', 'The request ended in the middle of its body.');

const asFailure = (error: unknown, isUnavailable: (error: unknown) => boolean): Failure => {
  if (error instanceof FailureError) return error;
  const { code, statusCode } = (error ?? {}) as { code?: string; statusCode?: number };
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return failure('media_type');
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return failure('body_too_large');
  if (isUnavailable(error)) return failure('unavailable', undefined, { headers: { 'Retry-After': '2' } });
  if (code?.startsWith('FST_') && statusCode !== undefined && statusCode < 500) {
    return failure('invalid_parameter', 'The request cannot be read.');
  }
  return failure('internal');
};
