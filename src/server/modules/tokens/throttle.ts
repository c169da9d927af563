import { Failure, failure } from '#server/kernel/failure.ts';
import { createMinutes } from '#server/platform/counters/minutes.ts';

export interface TokenThrottleOptions {
  readonly now: () => Date;
  /** Invalid tokens a minute that an address may send and be told so. */
  readonly most?: number;
}

/**
 * Counts invalid tokens by network address, so that nobody can try them out in numbers. Valid ones are let in without
 * being asked about here, whatever their address has tried.
 */
export const createTokenThrottle = ({ now, most = 60 }: TokenThrottleOptions) => {
  const minutes = createMinutes();

  /** Notes an invalid token. Throws `too_many_tries` with Retry-After beyond what a minute allows. */
  const count = (ip: string): void => {
    const wait = minutes(ip, most, now().getTime());
    if (wait > 0)
      throw failure('too_many_tries', 'Too many invalid tokens within a minute from your network.', {
        headers: { 'Retry-After': String(wait) },
      });
  };

  /** The failure of a look-up again, of an address that sent it; an invalid token is counted first. */
  const judge = (error: unknown, ip: string): never => {
    if (error instanceof Failure && error.reason === 'token_invalid') count(ip);
    throw error;
  };

  return { count, judge };
};

export type TokenThrottle = ReturnType<typeof createTokenThrottle>;
