import { health } from '#contracts/health.api.ts';
import { failure } from '#server/kernel/failure.ts';
import { bytes } from '#server/platform/http/answer.ts';
import { type Route, route } from '#server/platform/http/route.ts';

const UP = Buffer.from('{"status":"UP"}');

/** Whether the product can answer: its database does. */
export const healthRoutes = (isUp: () => Promise<boolean>): readonly Route[] => [
  route(health)(async () => {
    if (!(await isUp()))
      throw failure('unavailable', 'The database does not answer.', { headers: { 'Retry-After': '2' } });
    return bytes(UP, 'application/json; charset=utf-8', { 'Cache-Control': 'no-store' });
  }),
];
