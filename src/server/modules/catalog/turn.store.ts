import { failure } from '#server/kernel/failure.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { LOCKS } from '#server/platform/db/locks.ts';

/**
 * Lets one writer of records after the other write, so that none decides by what another is about to change, and the
 * feed's ids follow the commits. An import that is being merged takes minutes: nobody waits for that.
 * @throws import_running
 */
export const takeTurn = async (tx: Executor): Promise<void> => {
  const { rows } = await tx.query<{ free: boolean }>('select pg_try_advisory_xact_lock_shared($1) as free', [
    LOCKS.records,
  ]);
  if (!rows[0]?.free) throw failure('import_running');
  await tx.query('select pg_advisory_xact_lock($1)', [LOCKS.changeFeed]);
};

/** Waits until no import is being merged; none begins before the transaction ends. */
export const waitForMerge = (tx: Executor): Promise<unknown> =>
  tx.query('select pg_advisory_xact_lock_shared($1)', [LOCKS.records]);

/** Keeps writers of records away until the transaction ends; those who write just now come to their end first. */
export const keepWritersAway = (tx: Executor): Promise<unknown> =>
  tx.query('select pg_advisory_xact_lock($1)', [LOCKS.records]);
