import { TOTAL_CAP } from '#contracts/list-limits.ts';
import type { Notification } from '#contracts/notification.api.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { type IdRange, rangeOf } from '#server/platform/db/steps.ts';

const COLUMNS = `id as "idNotification", message, detail as "messageDetail", wire_time(inserted_at) as "insertDate", level,
  read`;
const LAST = 5;
/** What a page of a list says by one more: there are more. */
const MOST = TOTAL_CAP + 1;

export interface Filter {
  readonly read?: boolean | undefined;
  readonly level?: Notification['level'] | undefined;
}

const MATCHES = 'not deleted and ($1::boolean is null or read = $1) and ($2::text is null or level = $2)';

/** A stretch of those that were not removed, the newest first, and how many there are, up to one more than are counted. */
export const readNotifications = async (
  db: Executor,
  { read = undefined, level = undefined }: Filter,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ readonly records: readonly Notification[]; readonly total: number }> => {
  const filter = [read ?? null, level ?? null];
  const { rows } = await db.query<Notification>(
    `select ${COLUMNS} from notification where ${MATCHES} order by id desc offset $3 limit $4`,
    [...filter, offset, limit],
  );
  const { rows: counted } = await db.query<{ total: number }>(
    `select count(*) as total from (select from notification where ${MATCHES} limit ${MOST}) found`,
    filter,
  );
  return { records: rows, total: counted[0]?.total ?? 0 };
};

/** The ids between which those are that were not removed; null: there is none. */
export const readRange = async (db: Executor): Promise<IdRange | null> => {
  const { rows } = await db.query<{ low: number | null; high: number | null }>(
    'select min(id) as low, max(id) as high from notification where not deleted',
  );
  return rangeOf(rows[0]);
};

/** Those of these ids, the newest first. */
export const readWithin = async (
  db: Executor,
  { read, level }: Filter,
  { low, high }: IdRange,
): Promise<readonly Notification[]> => {
  const { rows } = await db.query<Notification>(
    `select ${COLUMNS} from notification where ${MATCHES} and id between $3 and $4 order by id desc`,
    [read ?? null, level ?? null, low, high],
  );
  return rows;
};

export const readLast = async (db: Executor): Promise<readonly Notification[]> => {
  const { rows } = await db.query<Notification>(
    `select ${COLUMNS} from notification where not deleted order by id desc limit ${LAST}`,
  );
  return rows;
};

/** How many were not read, up to one more than are counted. */
export const readUnread = async (db: Executor): Promise<number> => {
  const { rows } = await db.query<{ n: number }>(
    `select count(*) as n from (select from notification where not read and not deleted limit ${MOST}) found`,
  );
  return rows[0]?.n ?? 0;
};

/** Marks one, and brings it back where it was removed; null where there is no such one. */
export const markOne = async (
  tx: Executor,
  id: number,
  { read, back }: { readonly read: boolean | null; readonly back: boolean },
): Promise<Notification | null> => {
  const { rows } = await tx.query<Notification>(
    `update notification set read = coalesce($2, read), deleted = false where id = $1 and (not deleted or $3)
      returning ${COLUMNS}`,
    [id, read, back],
  );
  return rows[0] ?? null;
};

export const markAll = async (tx: Executor): Promise<number> =>
  (await tx.query('update notification set read = true where not read and not deleted')).rowCount ?? 0;

export const removeOne = async (tx: Executor, id: number): Promise<number> =>
  (await tx.query('update notification set deleted = true where id = $1 and not deleted', [id])).rowCount ?? 0;

export const removeAll = async (tx: Executor): Promise<number> =>
  (await tx.query('update notification set deleted = true where not deleted')).rowCount ?? 0;

export const deleteAll = async (tx: Executor): Promise<number> =>
  (await tx.query('delete from notification')).rowCount ?? 0;

/** The latest that name an account by its id. */
export const readNaming = async (db: Executor, accountId: number, limit: number): Promise<readonly Notification[]> => {
  const { rows } = await db.query<Notification>(
    `select ${COLUMNS} from notification where detail ~ ('\\m[Aa]ccount ' || $1::bigint || '\\M') order by id desc limit $2`,
    [accountId, limit],
  );
  return rows;
};
