import { configuration } from '#contracts/configuration.api.ts';
import { MAX_REGS } from '#contracts/envelope.ts';
import { toJson } from '#server/kernel/json.ts';
import { paged } from '#server/platform/http/answer.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import type { Configuration } from './configuration.service.ts';

export const configurationRoutes = (service: Configuration): readonly Route[] => [
  route(configuration)(async ({ query: { prefix, page = 1, regs } }, { caller }) => {
    if (prefix !== undefined) {
      const records = await service.startingWith(prefix);
      const total = records.length;
      return paged({ json: toJson(records), page: 1, total, regs: Math.min(Math.max(1, total), MAX_REGS) });
    }
    const limit = regs ?? caller.maxRegs;
    const { records, total } = await service.list({ offset: (page - 1) * limit, limit });
    return paged({ json: toJson(records), page, total, regs: limit });
  }),
];
