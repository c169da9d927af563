import type { Executor } from '#server/platform/db/database.ts';
import { OWNED } from './fill.store.ts';
import type { Outcome } from './webhook.rules.ts';

/** A webhook that is a node's for a while. */
export interface Turn {
  readonly id: number;
  readonly accountId: number;
  readonly url: string;
  readonly sealed: Buffer;
  readonly former: Buffer | null;
  readonly formerUntil: Date | null;
  readonly failures: number;
  readonly failingSince: Date | null;
}

export interface Claim {
  readonly now: Date;
  /** When others may take them: this node has died, or is no longer at them. */
  readonly free: Date;
  readonly hold: string;
  readonly most: number;
}

/** Takes some webhooks that have something to send, each for one node at a time. */
export const claimWebhooks = async (db: Executor, { now, free, hold, most }: Claim): Promise<readonly Turn[]> => {
  const { rows } = await db.query<Turn & Record<string, unknown>>({
    name: 'webhooks_claim',
    text: `update webhook set look_at = $2, hold = $3 where id in
        (select w.id from webhook w join account a on a.id = w.account_id
          where w.disabled_at is null and w.look_at <= $1 and ${OWNED} order by w.look_at limit $4 for update of w skip locked)
      returning id, account_id as "accountId", url, sealed, former, former_until as "formerUntil", failures,
        failing_since as "failingSince"`,
    values: [now, free, hold, most],
  });
  return rows;
};

export interface Due {
  readonly change: number;
  readonly messageId: string;
  readonly kind: string;
  readonly record: number;
  readonly data: string;
  readonly attempts: number;
  readonly firstAt: Date | null;
}

/** Some deliveries that may be tried, oldest first: none of a record of which an earlier one waits for its next try. */
export const readDue = async (db: Executor, webhook: number, now: Date, most: number): Promise<readonly Due[]> => {
  const { rows } = await db.query<Due & Record<string, unknown>>({
    name: 'webhook_due',
    text: `select d.change_id as change, d.message_id as "messageId", d.kind, d.record_id as record, d.data, d.attempts,
        d.first_at as "firstAt"
      from (select *, bool_or(due_at > $2) over (partition by kind, record_id order by change_id) as held_back
        from webhook_delivery where webhook_id = $1 and state = 'waiting') d
      where not held_back order by d.change_id limit $3`,
    values: [webhook, now, most],
  });
  return rows;
};

/** Whether a webhook is still held by a turn; then nobody else changes it until the step ends. */
export const isHeld = async (tx: Executor, webhook: number, hold: string): Promise<boolean> =>
  (await tx.query('select from webhook where id = $1 and hold = $2 for update', [webhook, hold])).rowCount === 1;

export interface Settled extends Outcome {
  readonly state: 'waiting' | 'sent' | 'failed';
  readonly dueAt: Date;
}

/** Notes what tries came to. */
export const settle = async (tx: Executor, webhook: number, tries: readonly Settled[], at: Date): Promise<void> => {
  await tx.query({
    name: 'webhook_settle',
    text: `update webhook_delivery d set state = t.state, attempts = d.attempts + 1, code = t.code, problem = t.problem,
        ms = t.ms, due_at = t.due, last_at = $2, first_at = coalesce(d.first_at, $2)
      from unnest($3::bigint[], $4::text[], $5::int[], $6::text[], $7::int[], $8::timestamptz[])
        t(change, state, code, problem, ms, due)
      where d.webhook_id = $1 and d.change_id = t.change and d.state = 'waiting'`,
    values: [
      ...[webhook, at, tries.map(({ change }) => change), tries.map(({ state }) => state)],
      ...[tries.map(({ code }) => code), tries.map(({ problem }) => problem), tries.map(({ ms }) => ms)],
      tries.map(({ dueAt }) => dueAt),
    ],
  });
};

/** What waited for an address that could not be reached waits no longer. */
export const hurryWaiting = async (tx: Executor, webhook: number, at: Date): Promise<void> => {
  await tx.query(
    `update webhook_delivery set due_at = $2 where webhook_id = $1 and state = 'waiting' and due_at > $2`,
    [webhook, at],
  );
};

export interface Standing {
  readonly failures: number;
  readonly failingSince: Date | null;
  readonly restUntil: Date | null;
}

/** When the first of the oldest that waits of each record may be tried. */
const NEXT = `select min(h.due_at) as due from (select distinct on (d.kind, d.record_id) d.due_at from webhook_delivery d
  where d.webhook_id = $1 and d.state = 'waiting' order by d.kind, d.record_id, d.change_id) h`;

/** Gives a webhook back. */
export const release = async (
  tx: Executor,
  webhook: number,
  { failures, failingSince, restUntil }: Standing,
): Promise<void> => {
  await tx.query({
    name: 'webhook_release',
    text: `update webhook set hold = null, failures = $2, failing_since = $3, rest_until = $4,
        look_at = case when n.due is not null then greatest(n.due, $4::timestamptz) end
      from (${NEXT}) n where id = $1`,
    values: [webhook, failures, failingSince, restUntil],
  });
};

export const disable = async (tx: Executor, webhook: number, why: 'gone' | 'failing', at: Date): Promise<void> => {
  await tx.query('update webhook set disabled_at = $3, disabled_why = $2 where id = $1', [webhook, why, at]);
};
