import { preferenceChange, preferences } from '#contracts/preference.api.ts';
import { data } from '#server/platform/http/answer.ts';
import { personOf, type Route, route } from '#server/platform/http/route.ts';
import type { Preferences } from './preference.service.ts';

/** Whose preferences they are is never said by the request: they are the session's. */
export const preferenceRoutes = (service: Preferences): readonly Route[] => [
  route(preferences)(async (_, call) => data(await service.show(personOf(call).accountId))),
  route(preferenceChange)(async ({ params: { key }, body: { value } }, call) =>
    data(await service.put(personOf(call).accountId, key, value)),
  ),
];
