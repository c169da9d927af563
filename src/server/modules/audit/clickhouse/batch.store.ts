import type { Executor, Transaction } from '#server/platform/db/database.ts';

/** Days for which a batch is known that may be sent again. */
const KNOWN_DAYS = 30;

export interface Numbered {
  /** The number of its first request. */
  readonly first: number;
  /** Whether an attempt before this one has numbered it. */
  readonly wasKnown: boolean;
}

/** Numbers a batch, or says what numbers it was given. */
export const numberBatch = async (tx: Transaction, key: string, rows: number): Promise<Numbered> => {
  const { rows: known } = await tx.query<{ first: number }>(
    'select first_seq as first from audit_batch where key = $1 for update',
    [key],
  );
  if (known[0]) return { first: known[0].first, wasKnown: true };
  const { rows: given } = await tx.query<{ first: number }>(
    'update audit_batch_next set seq = seq + $1 returning seq - $1 as first',
    [rows],
  );
  const first = given[0]?.first ?? 1;
  await tx.query('insert into audit_batch (key, first_seq) values ($1, $2)', [key, first]);
  return { first, wasKnown: false };
};

/** Forgets batches that are written and are sent by nobody any more. */
export const forgetBatches = async (db: Executor, keys: readonly string[]): Promise<void> => {
  if (keys.length > 0) await db.query('delete from audit_batch where key = any($1::text[])', [keys]);
};

/** Forgets batches that nobody has sent again for long. */
export const forgetOldBatches = async (db: Executor): Promise<void> => {
  await db.query(`delete from audit_batch where made_at < now() - interval '${KNOWN_DAYS} days'`);
};
