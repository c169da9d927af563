import type { Spent } from '#server/platform/http/route.ts';
import { DAY_MS, dayOf } from './quota.rules.ts';

/** The next midnight, UTC, in seconds since 1970. */
const resetOf = (ms: number): number => ((dayOf(ms) + 1) * DAY_MS) / 1000;

/** How a quota stands at a time in ms, the way of the IETF's draft and the way GitHub does. All that writes these. */
export const grantedOf = (limit: number, remaining: number, ms: number): Spent => {
  const reset = resetOf(ms);
  return {
    granted: true,
    headers: {
      'RateLimit-Policy': `"day";q=${limit};w=86400`,
      RateLimit: `"day";r=${remaining};t=${Math.ceil(reset - ms / 1000)}`,
      'X-RateLimit-Limit': `${limit}`,
      'X-RateLimit-Remaining': `${remaining}`,
      'X-RateLimit-Reset': `${reset}`,
    },
  };
};

/** The same of a call that was not granted; `remaining` may be more than nothing where the call was dear. */
export const refusedOf = (limit: number, remaining: number, ms: number): Spent => ({
  granted: false,
  headers: {
    ...grantedOf(limit, remaining, ms).headers,
    'Retry-After': `${Math.ceil(resetOf(ms) - ms / 1000)}`,
  },
});
