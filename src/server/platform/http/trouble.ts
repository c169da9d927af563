import type { FastifyRequest } from 'fastify';
import type { Reason } from '#contracts/errors.ts';
import type { Failure } from '#server/kernel/failure.ts';
import { safeText } from '#server/kernel/mask.ts';
import { createOutage, type OutageParts } from './outage.ts';

const LONGEST_URL = 500;

/** What a line of the log says about a request: enough to find it in the audit, and no secret. */
const whichOf = ({ id, method, url, address }: FastifyRequest) => ({
  requestId: id,
  method,
  url: safeText(url, LONGEST_URL),
  ip: address,
});

/** Refusals that are what they should be, however often they come. */
const EXPECTED: ReadonlySet<Reason> = new Set(['busy', 'payments_off', 'stopping']);

/** Writes down requests that failed by no fault of their caller; only mistakes of ours with where they happened. */
export const createTrouble = (parts: OutageParts) => {
  const { log } = parts;
  const away = createOutage(parts);
  return (failed: Failure, error: unknown, request: FastifyRequest): void => {
    const { status, reason } = failed;
    if (status < 500 || EXPECTED.has(reason)) return;
    const which = whichOf(request);
    if (reason === 'unavailable') away(error, which);
    else if (reason === 'internal') log.error({ ...which, err: error }, 'request failed');
    else
      log.warn(
        { ...which, reason, why: failed.cause instanceof Error ? failed.cause.message : failed.message },
        'request failed',
      );
  };
};
