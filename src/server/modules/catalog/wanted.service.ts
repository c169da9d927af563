import type { Executor } from '#server/platform/db/database.ts';
import type { Log } from '#server/platform/log.ts';
import { createRepeated } from '#server/platform/repeated.ts';
import { rememberWanted } from './record.store.ts';

/** How many ids may wait to be written; what comes on top of them is asked for again some day. */
const WAITING = 1_000;

/** An id that was asked for: by whom first, and how often since it was last written. */
interface Wish {
  readonly accountId: number | null;
  readonly times: number;
}

/**
 * Remembers ids that were asked for in vain, for the operator to fetch. Off the request's path: one statement at a time,
 * so that a crowd of 404s costs one connection. While the disk is low nothing is remembered.
 */
export const createWanted = ({ db, isLow, log }: { db: Executor; isLow: () => boolean; log: Log }) => {
  const waiting = new Map<string, Wish>();
  let writing: Promise<void> | null = null;
  const writes = createRepeated(log, {
    failing: 'wanted ids are not remembered for now; it is told when they are again',
    again: 'wanted ids are remembered again',
  });

  const drain = async (): Promise<void> => {
    for (const [id, { accountId, times }] of waiting) {
      waiting.delete(id);
      await rememberWanted(db, id, accountId, times).then(writes.done, (error: unknown) =>
        writes.failed({ err: error, id }),
      );
    }
    writing = null;
  };

  return {
    remember: (id: string, accountId: number | null): void => {
      if (waiting.size >= WAITING || isLow()) return;
      const known = waiting.get(id);
      waiting.set(id, { accountId: known?.accountId ?? accountId, times: 1 + (known?.times ?? 0) });
      writing ??= drain();
    },
    /** Resolves when everything that waits is written. */
    idle: async (): Promise<void> => {
      while (writing) await writing;
    },
  };
};
