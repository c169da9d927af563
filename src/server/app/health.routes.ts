import { health } from '#contracts/health.api.ts';
import { failure } from '#server/kernel/failure.ts';
import { bytes } from '#server/platform/http/answer.ts';
import type { Leaving } from '#server/platform/http/leaving.ts';
import { type Route, route } from '#server/platform/http/route.ts';

const UP = Buffer.from('{"status":"UP"}');

/** Whether the product can answer: its database does, and it is not being stopped. */
export const healthRoutes = (isUp: () => Promise<boolean>, leaving: Leaving): readonly Route[] => [
  route(health)(async () => {
    leaving.looked();
    if (leaving.isLeaving()) throw failure('stopping', undefined, { headers: { 'Retry-After': '2' } });
    if (!(await isUp()))
      throw failure('unavailable', 'The database does not answer.', { headers: { 'Retry-After': '2' } });
    return bytes(UP, 'application/json; charset=utf-8', { 'Cache-Control': 'no-store' });
  }),
];
