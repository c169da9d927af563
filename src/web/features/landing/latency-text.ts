import type { Static } from 'typebox';
import type { Latency } from '#contracts/public.api.ts';
import { count } from '#web/lib/numbers.ts';
import { landing } from '#web/words/landing.ts';

/** Below this many answers a share says nothing. */
const ENOUGH = 20;

/** What the server has measured, whether it flatters or not; rounded up, so that "under" stays true. */
export const latencyText = ({ count: answers, p95 }: Pick<Static<typeof Latency>, 'count' | 'p95'>): string =>
  answers < ENOUGH || p95 === null ? landing.latency.tooFew : landing.latency.figure(count(Math.ceil(p95)));
