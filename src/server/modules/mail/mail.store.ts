import type { Executor } from '#server/platform/db/database.ts';

export interface NewMail {
  readonly kind: string;
  readonly to: string;
  readonly accountId: number | null;
  readonly data: object;
  readonly once: string | null;
  readonly now: Date;
  readonly endsAt: Date;
}

/** False where what it is told of once has been told. */
export const insertMail = async (tx: Executor, mail: NewMail): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `insert into mail (kind, recipient, account_id, data, once, inserted_at, due_at, ends_at)
      values ($1, $2, $3, $4, $5, $6, $6, $7) on conflict (once) do nothing`,
    [mail.kind, mail.to, mail.accountId, JSON.stringify(mail.data), mail.once, mail.now, mail.endsAt],
  );
  return rowCount === 1;
};

export interface DueMail {
  readonly id: number;
  readonly messageId: string;
  readonly kind: string;
  readonly to: string;
  readonly accountId: number | null;
  readonly data: object;
  /** This one included. */
  readonly tries: number;
}

const WAITS = 'sent_at is null and failed_at is null';

/** Takes some mails that are due, so that nobody else tries them until `free`. */
export const claimMail = async (
  db: Executor,
  { now, free, most }: { readonly now: Date; readonly free: Date; readonly most: number },
): Promise<readonly DueMail[]> => {
  const { rows } = await db.query<DueMail & Record<string, unknown>>(
    `update mail set due_at = $2, tries = tries + 1 where id in
       (select id from mail where ${WAITS} and due_at <= $1 and ends_at > $1 order by due_at, id limit $3
         for update skip locked)
     returning id, message_id as "messageId", kind, recipient as "to", account_id as "accountId", data, tries`,
    [now, free, most],
  );
  return rows;
};

/** Ends those that are of no use any more; answers how many. */
export const endMail = async (db: Executor, now: Date): Promise<number> =>
  (
    await db.query(
      `update mail set failed_at = $1, recipient = '', data = null where ${WAITS} and due_at <= $1 and ends_at <= $1`,
      [now],
    )
  ).rowCount ?? 0;

export const markSent = async (db: Executor, id: number, now: Date): Promise<void> => {
  await db.query(`update mail set sent_at = $2, recipient = '', data = null where id = $1 and ${WAITS}`, [id, now]);
};

export const markFailed = async (db: Executor, id: number, now: Date): Promise<void> => {
  await db.query(`update mail set failed_at = $2, recipient = '', data = null where id = $1 and ${WAITS}`, [id, now]);
};

/** Has a mail tried again then; `counts`: this try is one of its own. */
export const postponeMail = async (db: Executor, id: number, at: Date, counts: boolean): Promise<void> => {
  await db.query(`update mail set due_at = $2, tries = tries - $3 where id = $1 and ${WAITS}`, [
    id,
    at,
    counts ? 0 : 1,
  ]);
};

export const deleteMail = async (db: Executor, id: number): Promise<void> => {
  await db.query('delete from mail where id = $1', [id]);
};

/** Removes some of those that were made before a moment. None of them is still tried: they are older than any is of use. */
export const sweepMail = async (db: Executor, before: Date): Promise<void> => {
  await db.query(
    `delete from mail where id in
      (select id from mail where inserted_at < $1 and not (${WAITS}) order by inserted_at limit 1000 for update skip locked)`,
    [before],
  );
};

/** Part of the step that deletes an account: nothing more is sent to it, and nothing says what it was called. */
export const buryMail = async (tx: Executor, accountId: number): Promise<void> => {
  await tx.query('delete from mail where account_id = $1', [accountId]);
};

/** What was mailed about an account: of each its kind and when, since nothing else is kept. */
export const readMailOf = async (db: Executor, accountId: number): Promise<readonly object[]> => {
  const { rows } = await db.query<{ kind: string; insertDate: string; sentAt: string | null }>(
    `select kind, wire_time(inserted_at) as "insertDate", wire_time(sent_at) as "sentAt"
      from mail where account_id = $1 order by id desc`,
    [accountId],
  );
  return rows;
};
