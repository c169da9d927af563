import {
  secondFactor,
  secondFactorBegin,
  secondFactorConfirm,
  secondFactorEnd,
  userSecondFactorEnd,
} from '#contracts/factor.api.ts';
import { data } from '#server/platform/http/answer.ts';
import { personOf, type Route, route } from '#server/platform/http/route.ts';
import type { Factor } from './factor.service.ts';

/** The second factor over HTTP. */
export const factorRoutes = (factor: Factor): readonly Route[] => [
  route(secondFactor)(async (_input, call) => data(await factor.show(personOf(call).accountId))),
  route(secondFactorBegin)(async ({ body }, call) =>
    data(await factor.begin(personOf(call), body.currentPassword, call.ip)),
  ),
  route(secondFactorConfirm)(async ({ body }, call) => data(await factor.confirm(personOf(call), body.code, call.ip))),
  route(secondFactorEnd)(async ({ body }, call) => data(await factor.end(personOf(call), body, call.ip))),
  route(userSecondFactorEnd)(async ({ body }) => data(await factor.endOf(body.email))),
];
