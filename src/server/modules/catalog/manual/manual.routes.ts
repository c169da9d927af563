import {
  manualAdd,
  manualClear,
  manualProgress,
  manualRemove,
  manualReprocess,
  manualUpdate,
  manualUpdateExport,
} from '#contracts/manual.api.ts';
import { invalid } from '#server/kernel/failure.ts';
import { toJson } from '#server/kernel/json.ts';
import { data, paged } from '#server/platform/http/answer.ts';
import { exportRoute } from '#server/platform/http/list-file.ts';
import { personOf, type Route, route } from '#server/platform/http/route.ts';
import type { Manual } from './manual.service.ts';

/** null: none is named. */
const idsOf = (text = ''): number[] | null => (text === '' ? null : text.split(',').map(Number));
const removed = (count: number) => data(count > 0 ? 'Removed manual data' : 'Nothing to remove');

/** The manual update data over HTTP. */
export const manualRoutes = (manual: Manual): readonly Route[] => [
  route(manualUpdate)(async ({ query: { page = 1, regs: asked, ...filter } }, call) => {
    const regs = asked ?? call.caller.maxRegs;
    const { rows, total } = await manual.list(filter, { offset: (page - 1) * regs, limit: regs });
    return paged({ json: toJson(rows), page, total, regs, exact: Object.keys(filter).length === 0 });
  }),
  exportRoute(manualUpdateExport)(({ query: { format: _, ...filter } }) => manual.walk(filter)),
  route(manualProgress)(async () => data(await manual.progress())),
  route(manualReprocess)(async ({ query: { manualDataIds } }) => {
    const queued = await manual.reprocess(idsOf(manualDataIds));
    return data(queued > 0 ? 'Manual data activated successfully' : 'No ids selected to reprocess');
  }),
  route(manualAdd)(async ({ body: { ids, immediately = false, onlyIndex = false } }, call) =>
    data(await manual.add({ text: ids, immediately, onlyIndex, accountId: personOf(call).accountId })),
  ),
  route(manualClear)(async ({ query: { manualDataIds } }) => removed(await manual.clear(idsOf(manualDataIds)))),
  route(manualRemove)(async ({ query: { type, manualDataIds } }) => {
    const ids = idsOf(manualDataIds);
    if ((type === undefined) === (ids === null))
      throw invalid('type', 'or manualDataIds has to be given, and not both');
    return removed(await manual.remove(type ?? ids ?? []));
  }),
];
