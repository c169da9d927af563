import { roleDelete, roleSave, roles } from '#contracts/plans.api.ts';
import { data } from '#server/platform/http/answer.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import type { Roles } from './role.service.ts';

export const roleRoutes = (service: Roles): readonly Route[] => [
  route(roles)(async () => data(await service.list())),
  route(roleSave)(async ({ body }) => data(await service.save(body))),
  route(roleDelete)(async ({ params }) => data(await service.remove(params.id))),
];
