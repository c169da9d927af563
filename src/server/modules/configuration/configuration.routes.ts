import {
  configuration,
  configurationChange,
  configurationCreate,
  configurationDelete,
  configurationExport,
  configurationHistory,
  configurationHistoryExport,
  configurationRestore,
} from '#contracts/configuration.api.ts';
import { MAX_REGS } from '#contracts/list-limits.ts';
import { toJson } from '#server/kernel/json.ts';
import { data, paged } from '#server/platform/http/answer.ts';
import { exportRoute } from '#server/platform/http/list-file.ts';
import { type Call, personOf, type Route, route } from '#server/platform/http/route.ts';
import type { Configuration } from './configuration.service.ts';
import type { Keeping } from './keeping.service.ts';

const doerOf = (call: Call): number => personOf(call).accountId;

export const configurationRoutes = (service: Configuration, keeping: Keeping): readonly Route[] => [
  route(configuration)(async ({ query: { prefix, text, page = 1, regs } }, { caller }) => {
    if (prefix !== undefined) {
      const records = await service.startingWith(prefix);
      const total = records.length;
      return paged({ json: toJson(records), page: 1, total, regs: Math.min(Math.max(1, total), MAX_REGS) });
    }
    const limit = regs ?? caller.maxRegs;
    const { records, total } = await service.list({ offset: (page - 1) * limit, limit, text });
    return paged({ json: toJson(records), page, total, regs: limit });
  }),
  exportRoute(configurationExport)(({ query }) => service.walk(query)),
  route(configurationCreate)(async ({ body }, call) => data(await keeping.save(doerOf(call), body))),
  route(configurationChange)(async ({ body: { idConfiguration: id, version, ...sent } }, call) =>
    data(await keeping.save(doerOf(call), sent, { id, version })),
  ),
  route(configurationDelete)(async ({ params: { id } }, call) => data(await keeping.remove(doerOf(call), id))),
  route(configurationHistory)(async ({ query: { key = '', page = 1, regs } }, { caller }) => {
    const limit = regs ?? caller.maxRegs;
    const { changes, total } = await keeping.history(key, { offset: (page - 1) * limit, limit });
    return paged({ json: toJson(changes), page, total, regs: limit, exact: true });
  }),
  exportRoute(configurationHistoryExport)(({ query: { key = '' } }) => keeping.walk(key)),
  route(configurationRestore)(async ({ params: { id } }, call) => data(await keeping.restore(doerOf(call), id))),
];
