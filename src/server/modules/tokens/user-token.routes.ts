import { invalidateToken, userToken, userTokenRequestsExport } from '#contracts/account.api.ts';
import { atOnce } from '#server/platform/db/steps.ts';
import { data } from '#server/platform/http/answer.ts';
import { exportRoute } from '#server/platform/http/list-file.ts';
import { personOf, type Route, route } from '#server/platform/http/route.ts';
import type { UserTokenPage } from './user-token.service.ts';

/** The token page. Whose token is never said by the request: it is the session's. */
export const userTokenRoutes = (page: UserTokenPage): readonly Route[] => [
  route(userToken)(async (_, call) => data(await page.show(personOf(call).accountId, call.ip))),
  exportRoute(userTokenRequestsExport)(async (_, call) => atOnce(await page.requestsOf(personOf(call).accountId))),
  route(invalidateToken)(async (_, call) => data(await page.invalidate(personOf(call).accountId, call.ip))),
];
