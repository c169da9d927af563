import { logging, loggingChange, loggingExport, loggingReset } from '#contracts/logging.api.ts';
import { atOnce } from '#server/platform/db/steps.ts';
import { data } from '#server/platform/http/answer.ts';
import { exportRoute } from '#server/platform/http/list-file.ts';
import { personOf, type Route, route } from '#server/platform/http/route.ts';
import type { PackageLevels } from './level.service.ts';

/** Levels of packages over HTTP. */
export const levelRoutes = (levels: PackageLevels): readonly Route[] => [
  route(logging)(async ({ query }) => data(levels.list(query.packageName))),
  exportRoute(loggingExport)(({ query }) => atOnce(levels.list(query.packageName))),
  route(loggingChange)(async ({ body }, call) =>
    data(await levels.change(body.packageName, body.level, personOf(call).email)),
  ),
  route(loggingReset)(async ({ query }, call) => data(await levels.reset(query.packageName, personOf(call).email))),
];
