import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Failure, Failure as FailureError, failure } from '#server/kernel/failure.ts';
import { carry } from './cors.ts';
import { pay } from './cost.ts';
import { placeOf } from './place.ts';
import { JSON_TYPE, renderFailure } from './render.ts';
import type { FailurePage, Quota } from './route.ts';
import type { createTrouble } from './trouble.ts';

interface Failing {
  readonly quota: Pick<Quota, 'spend'>;
  /** Tells errors that mean 'the database is away' from errors of ours. */
  readonly isUnavailable: (error: unknown) => boolean;
  readonly trouble: ReturnType<typeof createTrouble>;
  /** What a browser is shown at an address beside the API where nothing is. */
  readonly missing?: FailurePage | undefined;
}

/** Answers a request that has failed, whatever it asked for. */
export const createFailing = ({ quota, isUnavailable, trouble, missing }: Failing) => {
  const send = (failed: Failure, error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    trouble(failed, error, request);
    const place = placeOf(request);
    carry(request, reply, place);
    const isMissing = failed.reason === 'address_unknown' && !place.isApi && isBrowser(request);
    const page = place.failed?.(failed.message) ?? (isMissing ? missing : undefined);
    reply
      .code(failed.status)
      .headers({ ...failed.headers, 'Cache-Control': 'no-store', ...page?.headers })
      .type(page ? 'text/html; charset=utf-8' : JSON_TYPE)
      .send(page ? page.html : renderFailure(failed));
  };
  /** A failure of the caller's making is an answer too, and costs one. */
  const charge = async (failed: Failure, request: FastifyRequest, reply: FastifyReply): Promise<Failure> => {
    const { progress } = request;
    if (!progress || progress.due === 0 || failed.status >= 500 || failed.status === 429) return failed;
    progress.due = 1;
    try {
      pay(reply, await quota.spend(progress.caller, 1), progress);
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
