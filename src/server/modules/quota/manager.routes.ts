import {
  manager,
  managerIp,
  managerPairsExport,
  managerToken,
  managerTokenIp,
  managerTokensExport,
} from '#contracts/manager.api.ts';
import { data } from '#server/platform/http/answer.ts';
import { exportRoute } from '#server/platform/http/list-file.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import type { Manager } from './manager.service.ts';

export const managerRoutes = (service: Manager): readonly Route[] => [
  route(manager)(async ({ query }) => data(await service.show(query))),
  exportRoute(managerTokensExport)(({ query }) => service.walkTokens(query)),
  exportRoute(managerPairsExport)(({ query }) => service.walkPairs(query)),
  route(managerToken)(async ({ body }) => data(await service.clearToken(String(body.token)))),
  route(managerTokenIp)(async ({ body }) => data(await service.clearTokenIp(String(body.token), body.ip))),
  route(managerIp)(async ({ body }) => data(await service.clearIp(body.ip))),
];
