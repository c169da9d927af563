import type { Spent } from '#server/platform/http/route.ts';
import { DAY_MS, dayOf } from './quota.rules.ts';

/** A limit as text. */
interface Policy {
  readonly policy: string;
  readonly limit: string;
}

/** Policies that are kept as text: the limits of plans are few. */
const POLICIES = 1000;
const policies = new Map<number, Policy>();

const policyOf = (limit: number): Policy => {
  const known = policies.get(limit);
  if (known !== undefined) return known;
  if (policies.size >= POLICIES) policies.clear();
  const made = { policy: `"day";q=${limit};w=86400`, limit: `${limit}` };
  policies.set(limit, made);
  return made;
};

/** The latest moment of reset as text: it is another one only once a day. */
let latest = { reset: Number.NaN, text: '' };
const textOf = (reset: number): string => {
  if (latest.reset !== reset) latest = { reset, text: `${reset}` };
  return latest.text;
};

/** The next midnight, UTC, in seconds since 1970. */
const resetOf = (ms: number): number => ((dayOf(ms) + 1) * DAY_MS) / 1000;

/** How a quota stands at a time in ms, the way of the IETF's draft and the way GitHub does. All that writes these. */
export const grantedOf = (limit: number, remaining: number, ms: number): Spent => {
  const reset = resetOf(ms);
  const { policy, limit: text } = policyOf(limit);
  return {
    granted: true,
    headers: {
      'RateLimit-Policy': policy,
      RateLimit: `"day";r=${remaining};t=${Math.ceil(reset - ms / 1000)}`,
      'X-RateLimit-Limit': text,
      'X-RateLimit-Remaining': `${remaining}`,
      'X-RateLimit-Reset': textOf(reset),
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
