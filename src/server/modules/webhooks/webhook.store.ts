import type { Executor } from '#server/platform/db/database.ts';
import type { Filter } from './webhook.rules.ts';

export interface WebhookRow extends Filter {
  readonly id: number;
  readonly url: string;
  readonly sealed: Buffer;
  readonly former: Buffer | null;
  readonly formerUntil: Date | null;
  readonly failures: number;
  readonly disabledAt: Date | null;
  readonly disabledWhy: 'gone' | 'failing' | null;
  readonly made: Date;
}

const READ = `w.id, w.url, w.ids, w.kinds, w.actions, w.sealed, w.former, w.former_until as "formerUntil", w.failures,
  w.disabled_at as "disabledAt", w.disabled_why as "disabledWhy", w.inserted_at as made`;

export interface ShownRow extends WebhookRow {
  readonly waiting: number;
  readonly failed: number;
}

const countOf = (state: string): string =>
  `(select count(*) from webhook_delivery d where d.webhook_id = w.id and d.state = '${state}')`;

/** The webhooks of an account, the oldest first; or one of them. */
export const findWebhooks = async (
  db: Executor,
  accountId: number,
  id: number | null = null,
): Promise<readonly ShownRow[]> => {
  const { rows } = await db.query<ShownRow & Record<string, unknown>>(
    `select ${READ}, ${countOf('waiting')} as waiting, ${countOf('failed')} as failed
      from webhook w where w.account_id = $1 and ($2::bigint is null or w.id = $2) order by w.id`,
    [accountId, id],
  );
  return rows;
};

/** One of an account, which nobody else changes meanwhile; null when there is none. */
export const holdWebhook = async (tx: Executor, accountId: number, id: number): Promise<WebhookRow | null> => {
  const { rows } = await tx.query<WebhookRow & Record<string, unknown>>(
    `select ${READ} from webhook w where w.account_id = $1 and w.id = $2 for update`,
    [accountId, id],
  );
  return rows[0] ?? null;
};

export const countWebhooks = async (tx: Executor, accountId: number): Promise<number> => {
  const { rows } = await tx.query<{ n: number }>('select count(*) as n from webhook where account_id = $1', [
    accountId,
  ]);
  return rows[0]?.n ?? 0;
};

export interface NewWebhook extends Filter {
  readonly accountId: number;
  readonly url: string;
  readonly sealed: Buffer;
  readonly cursor: number;
  readonly at: Date;
}

export const insertWebhook = async (tx: Executor, one: NewWebhook): Promise<number> => {
  const { rows } = await tx.query<{ id: number }>(
    `insert into webhook (account_id, url, ids, kinds, actions, sealed, cursor, inserted_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
    [one.accountId, one.url, one.ids, one.kinds, one.actions, one.sealed, one.cursor, one.at],
  );
  return rows[0]?.id ?? 0;
};

export const changeWebhook = async (
  tx: Executor,
  id: number,
  { url, ids, kinds, actions }: Filter & { readonly url: string },
): Promise<void> => {
  await tx.query('update webhook set url = $2, ids = $3, kinds = $4, actions = $5 where id = $1', [
    ...[id, url, ids, kinds, actions],
  ]);
};

/** False where there is none. */
export const deleteWebhook = async (db: Executor, accountId: number, id: number): Promise<boolean> =>
  (await db.query('delete from webhook where account_id = $1 and id = $2', [accountId, id])).rowCount === 1;

/** Gives it another secret; those before serve until a moment. */
export const replaceSecret = async (
  tx: Executor,
  id: number,
  { sealed, former, until }: { readonly sealed: Buffer; readonly former: Buffer; readonly until: Date },
): Promise<void> => {
  await tx.query('update webhook set former = $3, former_until = $4, sealed = $2 where id = $1', [
    ...[id, sealed, former, until],
  ]);
};

/** Begins anew with what waits, whatever has failed. */
export const enableWebhook = async (tx: Executor, id: number, at: Date): Promise<void> => {
  await tx.query(
    `update webhook_delivery set due_at = $2, first_at = null where webhook_id = $1 and state = 'waiting'`,
    [id, at],
  );
  await tx.query(
    `update webhook set disabled_at = null, disabled_why = null, failures = 0, failing_since = null, rest_until = null,
       look_at = case when hold is null then $2 else look_at end where id = $1`,
    [id, at],
  );
};

/** Part of the step that deletes an account. */
export const buryWebhooks = async (tx: Executor, accountId: number): Promise<void> => {
  await tx.query('delete from webhook where account_id = $1', [accountId]);
};

/** What is kept of the webhooks of an account. */
export const readWebhooksOf = async (db: Executor, accountId: number): Promise<readonly object[]> => {
  const { rows } = await db.query(
    `select url, ids, kinds, actions, wire_time(inserted_at) as "insertDate", wire_time(disabled_at) as "disabledAt"
      from webhook where account_id = $1 order by id`,
    [accountId],
  );
  return rows;
};

/** The address of whoever has it; null where the account is gone. */
export const findOwner = async (tx: Executor, accountId: number): Promise<string | null> => {
  const { rows } = await tx.query<{ email: string }>('select email from account where id = $1 and deleted_at is null', [
    accountId,
  ]);
  return rows[0]?.email ?? null;
};
