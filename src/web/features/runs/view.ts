import type { Input } from '#contracts/endpoint.ts';
import type { taskRuns } from '#contracts/task-run.api.ts';
import { TASK_STATUSES } from '#contracts/task-types.ts';
import { aPage, filters, oneOf, type Place, type ViewOf } from '#web/lib/filters.ts';
import { wholeOf } from '#web/lib/paging.ts';
import { runs } from '#web/words/runs.ts';

const { status, wrongStatus } = runs.history;

const anId = (most: number): Place<string> => ({ place: (value) => wholeOf(value, 1, most)?.toString() });

/** What the address of the page says. */
export const RUNS = filters({
  /** Of which task. */
  id: anId(2_147_483_647),
  status: oneOf(status, TASK_STATUSES, wrongStatus(TASK_STATUSES.join(', '))),
  page: aPage,
  /** The run whose log stands open. */
  run: anId(Number.MAX_SAFE_INTEGER),
});

export type RunsView = ViewOf<typeof RUNS>;

/** What the server is asked, where it can be asked all of it. */
export const queryOf = (view: RunsView, regs: number): NonNullable<Input<typeof taskRuns>['query']> => ({
  ...RUNS.asked(view),
  page: view.page ?? 1,
  regs,
});
