import { type Degraded, health } from '#contracts/health.api.ts';
import { failure } from '#server/kernel/failure.ts';
import { bytes } from '#server/platform/http/answer.ts';
import type { Leaving } from '#server/platform/http/leaving.ts';
import { type Route, route } from '#server/platform/http/route.ts';

/** What suffers from a disk that is filling up. */
export const DEGRADED_BY = { roomy: [], low: ['disk'], full: ['disk', 'sign_in'] } as const;

/** Whether the product can answer: its database does, and it is not being stopped. What goes on in part only is named. */
export const healthRoutes = (
  isUp: () => Promise<boolean>,
  leaving: Leaving,
  degraded: () => readonly Degraded[],
): readonly Route[] => [
  route(health)(async () => {
    leaving.looked();
    if (leaving.isLeaving()) throw failure('stopping', undefined, { headers: { 'Retry-After': '2' } });
    if (!(await isUp()))
      throw failure('unavailable', 'The database does not answer.', { headers: { 'Retry-After': '2' } });
    const parts = degraded();
    const body = JSON.stringify({ status: 'UP', ...(parts.length > 0 && { degraded: parts }) });
    return bytes(Buffer.from(body), 'application/json; charset=utf-8', { 'Cache-Control': 'no-store' });
  }),
];
