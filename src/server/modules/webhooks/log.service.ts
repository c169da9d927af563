import type { DeliveryState, WebhookDelivery } from '#contracts/webhooks.api.ts';
import { imdbId } from '#server/kernel/ids.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { type LoggedRow, readLog } from './log.store.ts';
import { typeOf } from './webhook.rules.ts';
import type { Webhooks } from './webhook.service.ts';

const shown = (row: LoggedRow, isOff: boolean): WebhookDelivery => ({
  idChange: row.change,
  webhookId: `msg_${row.messageId}`,
  type: typeOf(JSON.parse(row.data) as { readonly kind: string; readonly action: string }),
  imdbId: imdbId(row.kind, row.record),
  state: row.state,
  attempts: row.attempts,
  code: row.code,
  problem: row.problem,
  ms: row.ms,
  made: row.made.toISOString(),
  lastTry: row.lastAt?.toISOString() ?? null,
  nextTry: row.state === 'waiting' && !isOff ? row.dueAt.toISOString() : null,
});

/** What was sent to webhooks, and what is to be. */
export const createDeliveryLog = ({
  db,
  webhooks,
}: {
  readonly db: Executor;
  readonly webhooks: Pick<Webhooks, 'one'>;
}) => ({
  /** Throws `webhook_unknown`. */
  list: async (
    accountId: number,
    id: number,
    state: DeliveryState | null,
    slice: { readonly offset: number; readonly limit: number },
  ) => {
    const { disabledAt } = await webhooks.one(accountId, id);
    const { rows, total } = await readLog(db, { webhook: id, state, ...slice });
    return { rows: rows.map((row) => shown(row, disabledAt !== null)), total };
  },
});

export type DeliveryLog = ReturnType<typeof createDeliveryLog>;

/** How all webhooks stand. */
export { type Backlog, readBacklog } from './log.store.ts';
