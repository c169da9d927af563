import { roleDelete, roleSave, roles, rolesExport } from '#contracts/plans.api.ts';
import { atOnce } from '#server/platform/db/steps.ts';
import { data } from '#server/platform/http/answer.ts';
import { exportRoute } from '#server/platform/http/list-file.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import type { Roles } from './role.service.ts';

export const roleRoutes = (service: Roles): readonly Route[] => [
  route(roles)(async () => data(await service.list())),
  exportRoute(rolesExport)(async () => atOnce(await service.list())),
  route(roleSave)(async ({ body }) => data(await service.save(body))),
  route(roleDelete)(async ({ params }) => data(await service.remove(params.id))),
];
