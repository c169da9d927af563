import { containing } from '#server/kernel/like.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { type IdRange, rangeOf } from '#server/platform/db/steps.ts';

export interface NewAction {
  readonly at: Date;
  readonly accountId: number;
  readonly call: string;
  readonly about: string | null;
  /** JSON, or null; so are `before` and `after`. */
  readonly sent: string | null;
  readonly before: string | null;
  readonly ip: string;
  readonly requestId: string;
}

export interface ActionRow {
  readonly idAction: number;
  readonly at: Date;
  readonly accountId: number;
  readonly email: string;
  readonly call: string;
  readonly about: string | null;
  readonly status: number | null;
  readonly sent: unknown;
  readonly before: unknown;
  readonly after: unknown;
  readonly ip: string;
  readonly requestId: string;
}

export interface ActionSearch {
  readonly email?: string;
  readonly about?: string;
  readonly call?: string;
  readonly from?: Date;
  readonly to?: Date;
}

/** The id of an action that is about to be done. */
export const insertAction = async (db: Executor, action: NewAction): Promise<number> => {
  const { rows } = await db.query<{ id: number }>(
    `insert into admin_action (at, account_id, call, about, sent, before, ip, request_id)
      values ($1, $2, $3, $4, $5::jsonb, $6::jsonb, $7, $8) returning id`,
    [
      ...[action.at, action.accountId, action.call, action.about, action.sent, action.before],
      ...[action.ip, action.requestId],
    ],
  );
  return (rows[0] as { readonly id: number }).id;
};

/** How an action has ended. */
export const endAction = async (
  db: Executor,
  id: number,
  { status, after }: { readonly status: number; readonly after: string | null },
): Promise<void> => {
  await db.query('update admin_action set status = $2, after = $3::jsonb where id = $1', [id, status, after]);
};

/** What an action tells of whom it was about. */
export interface KeptAction extends Pick<ActionRow, 'about' | 'sent' | 'before' | 'after'> {
  readonly id: number;
}

/** Addresses that records of these tokens tell their user by, and whether somebody has one now. */
export const findTold = async (
  tx: Executor,
  tokenIds: readonly number[],
): Promise<readonly { readonly email: string; readonly isHeld: boolean }[]> => {
  const { rows } = await tx.query<{ email: string; isHeld: boolean }>(
    `select email, exists (select from account a where lower(a.email) = lower(told.email)) as "isHeld"
      from (select before->>'email' as email from admin_action where before->>'idToken' = any($1::text[])
        union select after->>'email' from admin_action where after->>'idToken' = any($1::text[])) told
      where email is not null`,
    [tokenIds],
  );
  return rows;
};

/** All that an action tells: the expression of the index admin_action_text. */
const TEXT = `coalesce(about, '') || ' ' || coalesce(sent::text, '') || ' ' || coalesce(before::text, '') || ' '
  || coalesce(after::text, '')`;

/** The actions in which one of these texts stands, in any case; nobody else changes them until the end of the step. */
export const findHolding = async (tx: Executor, texts: readonly string[]): Promise<readonly KeptAction[]> => {
  const { rows } = await tx.query<KeptAction & Record<string, unknown>>(
    `select id, about, sent, before, after from admin_action where (${TEXT}) ilike any($1::text[])
      order by id for update`,
    [texts.map(containing)],
  );
  return rows;
};

/** Writes what an action tells anew; the rest of it stays. */
export const changeAction = async (tx: Executor, { id, about, sent, before, after }: KeptAction): Promise<void> => {
  const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));
  await tx.query(
    'update admin_action set about = $2, sent = $3::jsonb, before = $4::jsonb, after = $5::jsonb where id = $1',
    [id, about, json(sent), json(before), json(after)],
  );
};

const FOUND = `from admin_action x join account a on a.id = x.account_id
  where ($1::text is null or a.email ilike $1) and ($2::text is null or x.about ilike $2)
    and ($3::text is null or x.call = $3) and ($4::timestamptz is null or x.at >= $4)
    and ($5::timestamptz is null or x.at <= $5)`;
const READ = `select x.id as "idAction", x.at, x.account_id as "accountId", a.email, x.call, x.about, x.status, x.sent,
  x.before, x.after, x.ip, x.request_id as "requestId" ${FOUND}`;

const partOf = (text: string | undefined): string | null => (text === undefined ? null : containing(text));
const valuesOf = ({ email, about, call, from, to }: ActionSearch): unknown[] => [
  ...[partOf(email), partOf(about), call ?? null, from ?? null, to ?? null],
];

/** A page of the actions that match, the newest first, and how many do. */
export const listActions = async (
  db: Executor,
  search: ActionSearch,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ readonly rows: readonly ActionRow[]; readonly total: number }> => {
  const values = valuesOf(search);
  const { rows } = await db.query<ActionRow & Record<string, unknown>>(
    `${READ} order by x.id desc offset $6 limit $7`,
    [...values, offset, limit],
  );
  const counted = await db.query<{ count: number }>(`select count(*)::int as count ${FOUND}`, values);
  return { rows, total: counted.rows[0]?.count ?? 0 };
};

export const rangeOfActions = async (db: Executor): Promise<IdRange | null> => {
  const { rows } = await db.query<{ low: number | null; high: number | null }>(
    'select min(id) as low, max(id) as high from admin_action',
  );
  return rangeOf(rows[0]);
};

/** The actions that match within a stretch of ids, the newest first. */
export const readActions = async (
  db: Executor,
  search: ActionSearch,
  { low, high }: IdRange,
): Promise<readonly ActionRow[]> => {
  const { rows } = await db.query<ActionRow & Record<string, unknown>>(
    `${READ} and x.id between $6 and $7 order by x.id desc`,
    [...valuesOf(search), low, high],
  );
  return rows;
};
