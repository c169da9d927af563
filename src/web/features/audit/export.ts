import { type AuditRow, audit } from '#contracts/audit.api.ts';
import { call } from '#web/lib/call.ts';
import type { Exported } from '#web/lib/export.ts';
import { MOST_REGS } from '#web/lib/paging.ts';
import { mask } from '#web/ui/cut.ts';
import { audit as words } from '#web/words/audit.ts';
import { type AuditView, queryOf } from './view.ts';

const heads = words.columns;

/** What the list shows as a file. Tokens stay masked. Requests made meanwhile are left out, so that pages stay in place. */
export const exportOf = (view: AuditView): Exported<AuditRow> => {
  const until = view.endDate ?? new Date().toISOString();
  return {
    fields: [
      { head: heads.ip, value: ({ ip }) => ip },
      { head: heads.token, value: ({ token }) => token && mask(token) },
      { head: heads.uri, value: ({ uri }) => uri },
      { head: heads.date, value: ({ requestDate }) => requestDate },
      { head: heads.time, value: ({ elapsedTime }) => elapsedTime },
      { head: heads.code, value: ({ httpCode }) => httpCode },
      { head: heads.method, value: ({ method }) => method },
      { head: words.detail.id, value: ({ requestId }) => requestId },
    ],
    key: ({ idAudit }) => idAudit,
    page: async (page, signal) => {
      const query = { ...queryOf({ ...view, endDate: until, page }, MOST_REGS) };
      const { data, total, totalIsMore = false } = await call(audit, { query }, { signal });
      return { rows: data, total: (total ?? 0) + (totalIsMore ? 1 : 0) };
    },
  };
};
