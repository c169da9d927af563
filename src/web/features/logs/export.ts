import { type LogLine, logs } from '#contracts/logs.api.ts';
import { call } from '#web/lib/call.ts';
import type { Exported } from '#web/lib/export.ts';
import { MOST_REGS } from '#web/lib/paging.ts';
import { logs as words } from '#web/words/logs.ts';
import { CATEGORIES, type LogsView, queryOf } from './view.ts';

const { columns: heads, file } = words;

/** What the list shows as a file. Lines written meanwhile are left out, so that pages stay in place. */
export const exportOf = (view: LogsView): Exported<LogLine> => {
  const endDate = view.endDate ?? new Date().toISOString();
  return {
    fields: [
      { head: heads.id, value: ({ idLog }) => idLog },
      { head: heads.log, value: ({ log }) => log },
      { head: heads.level, value: ({ level }) => level },
      { head: heads.date, value: ({ insertDate }) => insertDate },
      {
        head: file.category,
        value: ({ category }) => words.categories[CATEGORIES.find((one) => one === category) ?? 4],
      },
      { head: file.requestId, value: ({ requestId }) => requestId },
      { head: file.run, value: ({ idRun }) => idRun },
    ],
    key: ({ idLog }) => idLog,
    page: async (page, signal) => {
      const query = queryOf({ ...view, endDate, page }, MOST_REGS);
      const { data, total, totalIsMore = false } = await call(logs, { query }, { signal });
      return { rows: data, total: (total ?? 0) + (totalIsMore ? 1 : 0) };
    },
  };
};
