import type { Quota } from './types.ts';

/** How the day stands by the headers of an answer; null where they do not say. */
export const quotaIn = (headers: Headers): Quota | null => {
  const [limit, remaining, reset] = ['Limit', 'Remaining', 'Reset'].map((name) => headers.get(`X-RateLimit-${name}`));
  if (!limit || !remaining || !reset) return null;
  return { limit: Number(limit), remaining: Number(remaining), reset: new Date(Number(reset) * 1000) };
};
