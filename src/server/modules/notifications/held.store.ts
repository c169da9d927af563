import type { Executor } from '#server/platform/db/database.ts';

/** Notes that a cause was told; false when it was already. */
export const hold = async (tx: Executor, cause: string): Promise<boolean> => {
  const { rowCount } = await tx.query('insert into notification_held (cause) values ($1) on conflict do nothing', [
    cause,
  ]);
  return rowCount === 1;
};

/** Forgets that a cause was told, if that was so many minutes ago. */
export const dropHeld = async (tx: Executor, cause: string, leastMinutes: number): Promise<void> => {
  await tx.query(`delete from notification_held where cause = $1 and at <= now() - $2 * interval '1 minute'`, [
    cause,
    leastMinutes,
  ]);
};

/** Forgets what was told before a moment: what still goes on then is told again. */
export const dropHeldBefore = async (tx: Executor, before: Date): Promise<void> => {
  await tx.query('delete from notification_held where at < $1', [before]);
};
