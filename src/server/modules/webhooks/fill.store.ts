import type { Executor } from '#server/platform/db/database.ts';
import type { Filter, Told } from './webhook.rules.ts';

/** Deliveries of a webhook that may wait: what follows stays in the feed until some have been made. */
const MOST_WAITING = 1_000;
const AT_ONCE = 50;

export interface Behind extends Filter {
  readonly id: number;
  readonly cursor: number;
}

/** Whose owners may have anything sent. */
export const OWNED = 'a.deleted_at is null and a.disabled_at is null and a.delete_at is null';

/** Webhooks that have not been told of all changes and have room for some, those that are furthest behind first. */
export const findBehind = async (db: Executor, newest: number): Promise<readonly Behind[]> => {
  const { rows } = await db.query<Behind & Record<string, unknown>>({
    name: 'webhooks_behind',
    text: `select w.id, w.cursor, w.ids, w.kinds, w.actions from webhook w join account a on a.id = w.account_id
      where w.disabled_at is null and w.cursor < $1 and ${OWNED}
        and (select count(*) from (select from webhook_delivery d where d.webhook_id = w.id and d.state = 'waiting'
          limit ${MOST_WAITING}) s) < ${MOST_WAITING}
      order by w.cursor, w.id limit ${AT_ONCE}`,
    values: [newest],
  });
  return rows;
};

/** Those of some webhooks that still stand at a cursor and that nobody else fills; they are held. */
export const holdAt = async (tx: Executor, ids: readonly number[], cursor: number): Promise<readonly number[]> => {
  const { rows } = await tx.query<{ id: number }>(
    'select id from webhook where id = any($1) and cursor = $2 order by id for update skip locked',
    [ids, cursor],
  );
  return rows.map(({ id }) => id);
};

/** Writes what is to be sent: pairs of a webhook and a change. */
export const insertDeliveries = async (
  tx: Executor,
  changes: readonly Told[],
  pairs: readonly (readonly [webhook: number, change: number])[],
  at: Date,
): Promise<void> => {
  await tx.query({
    name: 'webhook_deliveries',
    text: `insert into webhook_delivery (webhook_id, change_id, kind, record_id, data, inserted_at, due_at)
      select p.webhook, c.id, c.kind, c.record, c.data, $7, $7
      from unnest($1::bigint[], $2::bigint[]) p(webhook, id)
        join unnest($3::bigint[], $4::record_kind[], $5::bigint[], $6::text[]) c(id, kind, record, data) on c.id = p.id
      on conflict do nothing`,
    values: [
      ...[pairs.map(([webhook]) => webhook), pairs.map(([, change]) => change)],
      ...[changes.map(({ id }) => id), changes.map(({ kind }) => kind)],
      ...[changes.map(({ key }) => key), changes.map(({ json }) => json), at],
    ],
  });
};

/** Has webhooks that are held stand at another cursor. */
export const moveOn = async (tx: Executor, ids: readonly number[], cursor: number): Promise<void> => {
  await tx.query('update webhook set cursor = $2 where id = any($1)', [ids, cursor]);
};

/** Has webhooks looked at that nobody is at: something was written for them. */
export const wakeFilled = async (tx: Executor, ids: readonly number[], at: Date): Promise<void> => {
  await tx.query(
    `update webhook set look_at = least(look_at, greatest(rest_until, $2)) where id = any($1) and hold is null`,
    [ids, at],
  );
};
