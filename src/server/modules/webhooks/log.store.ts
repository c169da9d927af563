import type { DeliveryState } from '#contracts/webhooks.api.ts';
import type { RecordKind } from '#server/kernel/ids.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { OWNED } from './fill.store.ts';

export interface LoggedRow {
  readonly change: number;
  readonly messageId: string;
  readonly kind: RecordKind;
  readonly record: number;
  readonly data: string;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly code: number | null;
  readonly problem: string | null;
  readonly ms: number | null;
  readonly made: Date;
  readonly lastAt: Date | null;
  readonly dueAt: Date;
}

export interface LogAsk {
  readonly webhook: number;
  readonly state: DeliveryState | null;
  readonly offset: number;
  readonly limit: number;
}

/** A page of what was, or is to be, sent to a webhook, the latest change first, and how many there are. */
export const readLog = async (
  db: Executor,
  { webhook, state, offset, limit }: LogAsk,
): Promise<{ rows: readonly LoggedRow[]; total: number }> => {
  const found = `from webhook_delivery where webhook_id = $1 ${state === null ? '' : 'and state = $2'}`;
  const values = state === null ? [webhook] : [webhook, state];
  const { rows: counts } = await db.query<{ n: number }>(`select count(*) as n ${found}`, values);
  const { rows } = await db.query<LoggedRow & Record<string, unknown>>(
    `select change_id as change, message_id as "messageId", kind, record_id as record, data, state, attempts, code, problem,
        ms, inserted_at as made, last_at as "lastAt", due_at as "dueAt"
      ${found} order by change_id desc offset $${values.length + 1} limit $${values.length + 2}`,
    [...values, offset, limit],
  );
  return { rows, total: counts[0]?.n ?? 0 };
};

const AGAIN = `state = 'waiting', first_at = null, due_at = $2`;

/** Has one sent again, or now; false where there is none. */
export const redeliverOne = async (tx: Executor, webhook: number, at: Date, change: number): Promise<boolean> =>
  (
    await tx.query(`update webhook_delivery set ${AGAIN} where webhook_id = $1 and change_id = $3`, [
      ...[webhook, at, change],
    ])
  ).rowCount === 1;

/** Has all sent again that were given up; answers how many. */
export const redeliverFailed = async (tx: Executor, webhook: number, at: Date): Promise<number> =>
  (await tx.query(`update webhook_delivery set ${AGAIN} where webhook_id = $1 and state = 'failed'`, [webhook, at]))
    .rowCount ?? 0;

/** Has a webhook looked at, unless a node is just at it, which looks again by itself. */
export const wakeWebhook = async (tx: Executor, webhook: number, at: Date): Promise<void> => {
  await tx.query(
    'update webhook set rest_until = null, look_at = case when hold is null then $2 else look_at end where id = $1',
    [...[webhook, at]],
  );
};

const SWEPT_AT_ONCE = 5_000;

/** Deletes some of what was made before a moment and is not waited for; answers how many. */
export const sweepLog = async (db: Executor, before: Date): Promise<number> =>
  (
    await db.query(
      `delete from webhook_delivery where (webhook_id, change_id) in
        (select webhook_id, change_id from webhook_delivery where inserted_at < $1 and state <> 'waiting'
          order by inserted_at limit ${SWEPT_AT_ONCE})`,
      [before],
    )
  ).rowCount ?? 0;

export interface Backlog {
  readonly webhooks: number;
  readonly disabled: number;
  /** Deliveries. */
  readonly waiting: number;
  /** When the webhook was due that waits longest for a node; null: none does. */
  readonly lateAt: Date | null;
}

/** How all webhooks stand. */
export const readBacklog = async (db: Executor): Promise<Backlog> => {
  const { rows } = await db.query<Backlog & Record<string, unknown>>(
    `select (select count(*) from webhook) as webhooks,
        (select count(*) from webhook where disabled_at is not null) as disabled,
        (select count(*) from webhook_delivery where state = 'waiting') as waiting,
        (select min(w.look_at) from webhook w join account a on a.id = w.account_id
          where w.disabled_at is null and ${OWNED}) as "lateAt"`,
    [],
  );
  return rows[0] ?? { webhooks: 0, disabled: 0, waiting: 0, lateAt: null };
};
