import { actions, actionsExport } from '#contracts/actions.api.ts';
import type { Input } from '#contracts/endpoint.ts';
import { toJson } from '#server/kernel/json.ts';
import { spanOf } from '#server/kernel/moment.ts';
import { paged } from '#server/platform/http/answer.ts';
import { exportRoute } from '#server/platform/http/list-file.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import type { Actions } from './action.service.ts';
import type { ActionSearch } from './action.store.ts';

type Asked = Omit<Input<typeof actions>['query'], 'page' | 'regs'>;

const searchOf = ({ email, about, call, startDate, endDate }: Asked): ActionSearch => ({
  ...(email !== undefined && { email }),
  ...(about !== undefined && { about }),
  ...(call !== undefined && { call }),
  ...spanOf(startDate, endDate),
});

/** What administrators did, over HTTP. */
export const actionRoutes = (service: Pick<Actions, 'list' | 'walk'>): readonly Route[] => [
  route(actions)(async ({ query }, { caller }) => {
    const { page = 1, regs = caller.maxRegs } = query;
    const { rows, total } = await service.list(searchOf(query), { offset: (page - 1) * regs, limit: regs });
    return paged({ json: toJson(rows), total, page, regs, exact: true });
  }),
  exportRoute(actionsExport)(({ query }) => service.walk(searchOf(query))),
];
