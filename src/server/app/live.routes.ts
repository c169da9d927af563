import { live } from '#contracts/undocumented.ts';
import { failure } from '#server/kernel/failure.ts';
import { type Route, route } from '#server/platform/http/route.ts';

/** What is told who comes to the address of the live connection without asking for one. */
export const liveRoutes = (): readonly Route[] => [
  route(live)(async () => {
    throw failure('upgrade_needed', undefined, { headers: { Upgrade: 'websocket' } });
  }),
];
