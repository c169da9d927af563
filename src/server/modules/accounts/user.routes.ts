import {
  cacheEvict,
  clock,
  tokenRegistration,
  tokenRegistrationExport,
  user,
  userChange,
  userDelete,
  userRequestsIp,
  userRequestsIpExport,
  userRequestsToken,
  userRequestsTokenExport,
  userSuggest,
} from '#contracts/users.api.ts';
import { allOf, atOnce } from '#server/platform/db/steps.ts';
import { data } from '#server/platform/http/answer.ts';
import { exportRoute } from '#server/platform/http/list-file.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import type { Users } from './user.service.ts';

export const userRoutes = (users: Users): readonly Route[] => [
  route(user)(async ({ query }) => data(await users.show(query))),
  route(userSuggest)(async ({ query }) => data(await users.suggest(query.text))),
  route(userChange)(async ({ body }) => data(await users.change({ ...body, token: String(body.token) }))),
  route(userDelete)(async ({ query }) => data(await users.remove(query.email))),
  route(userRequestsToken)(async ({ query }) => data(await users.requestsToken(query))),
  exportRoute(userRequestsTokenExport)(async ({ query }) => atOnce(await users.requestsToken(query))),
  route(userRequestsIp)(async ({ query }) => data(await users.requestsIp(query))),
  exportRoute(userRequestsIpExport)(({ query }) => users.sharesIp(query)),
  route(cacheEvict)(async ({ params }) => data(await users.evict(params.token))),
  route(clock)(async () => data(users.clock())),
  route(tokenRegistration)(async ({ params }) => data(await allOf(await users.registered(params.date)))),
  exportRoute(tokenRegistrationExport)(({ params }) => users.registered(params.date)),
];
