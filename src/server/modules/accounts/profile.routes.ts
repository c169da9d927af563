import { profile, profileChange } from '#contracts/profile.api.ts';
import { data } from '#server/platform/http/answer.ts';
import { personOf, type Route, route } from '#server/platform/http/route.ts';
import type { Profiles } from './profile.service.ts';

/** Whose profile is never said by the request: it is the session's. */
export const profileRoutes = (profiles: Profiles): readonly Route[] => [
  route(profile)(async (_, call) => data(await profiles.show(personOf(call).accountId))),
  route(profileChange)(async ({ body }, call) => data(await profiles.change(personOf(call).accountId, body))),
];
