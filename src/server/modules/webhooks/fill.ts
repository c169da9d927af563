import { Failure } from '#server/kernel/failure.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Log } from '#server/platform/log.ts';
import type { Changes } from '../catalog/change.service.ts';
import { type Behind, findBehind, holdAt, insertDeliveries, moveOn, wakeFilled } from './fill.store.ts';
import { judged, type Told } from './webhook.rules.ts';

/** Changes that are read at once. */
const PAGE = 200;

export interface FillParts {
  readonly db: Pick<Database, 'query' | 'transaction'>;
  readonly changes: Pick<Changes, 'after' | 'newest'>;
  readonly now: () => Date;
  readonly log: Log;
}

/** Writes what is to be sent to whom, from the change feed. */
export const createFill = ({ db, changes, now, log }: FillParts) => {
  /** Where some of what follows is gone, they go on with the oldest that is kept. */
  const skip = async (behind: readonly Behind[], cursor: number): Promise<void> => {
    log.warn({ webhooks: behind.map(({ id }) => id) }, 'webhooks were so far behind that the feed has lost changes');
    await db.transaction(async (tx) =>
      moveOn(
        tx,
        await holdAt(
          tx,
          behind.map(({ id }) => id),
          cursor,
        ),
        0,
      ),
    );
  };

  /** A page for all who stand at a cursor; false where there is none. */
  const fillAt = async (cursor: number, behind: readonly Behind[]): Promise<boolean> => {
    const read = await changes.after(cursor, PAGE).catch((error: unknown) => {
      if (error instanceof Failure && error.reason === 'cursor_expired') return null;
      throw error;
    });
    if (read === null) {
      await skip(behind, cursor);
      return true;
    }
    if (read.last === cursor) return false;
    const passing = judged(read.changes as readonly Told[]);
    const wanted = new Map(behind.map((one) => [one.id, passing(one)]));
    await db.transaction(async (tx) => {
      const held = await holdAt(tx, [...wanted.keys()], cursor);
      const pairs = held.flatMap((id) => (wanted.get(id) ?? []).map((change) => [id, change] as const));
      if (pairs.length > 0) await insertDeliveries(tx, read.changes as readonly Told[], pairs, now());
      await moveOn(tx, held, read.last);
      await wakeFilled(tx, [...new Set(pairs.map(([id]) => id))], now());
    });
    return true;
  };

  /** As far as there are changes, and room for them. */
  return async (isEnded: () => boolean): Promise<void> => {
    while (!isEnded()) {
      const behind = await findBehind(db, await changes.newest());
      let moved = false;
      for (const [cursor, those] of Map.groupBy(behind, (one) => one.cursor))
        moved = (await fillAt(cursor, those)) || moved;
      if (!moved) return;
    }
  };
};
