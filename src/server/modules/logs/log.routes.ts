import type { Input } from '#contracts/endpoint.ts';
import { logs, logsAround, logsExport, logsHistogram } from '#contracts/logs.api.ts';
import { toJson } from '#server/kernel/json.ts';
import { spanOf } from '#server/kernel/moment.ts';
import { data, paged } from '#server/platform/http/answer.ts';
import { exportRoute } from '#server/platform/http/list-file.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { levelNumber } from './line-view.rules.ts';
import type { LogTable } from './log.service.ts';
import { isFiltered, type LogSearch } from './search.rules.ts';

type Asked = Input<typeof logsHistogram>['query'];

const searchOf = ({ log, startDate, endDate, level, category, requestId, idRun, after }: Asked): LogSearch => ({
  ...(log !== undefined && { text: log }),
  ...spanOf(startDate, endDate),
  ...(level !== undefined && { level: levelNumber(level) }),
  ...(category !== undefined && { category }),
  ...(requestId !== undefined && { requestId }),
  ...(idRun !== undefined && { run: idRun }),
  ...(after !== undefined && { after }),
});

/** Lines of the log over HTTP. */
export const logRoutes = (table: LogTable): readonly Route[] => [
  route(logs)(async ({ query }, call) => {
    const { page = 1, regs = call.caller.maxRegs } = query;
    const search = searchOf(query);
    const { rows, ...found } = await table.list(search, { offset: (page - 1) * regs, limit: regs });
    return paged({ ...found, json: toJson(rows), page, regs, exact: !isFiltered(search) });
  }),
  exportRoute(logsExport)(({ query }) => table.walk(searchOf(query))),
  route(logsHistogram)(async ({ query }) => data(await table.histogram(searchOf(query)))),
  route(logsAround)(async ({ params }) => data(await table.around(params.idLog))),
];
