import { randomUUID } from 'node:crypto';
import { type AddedIds, PROCESSED } from '#contracts/manual.api.ts';
import { Failure } from '#server/kernel/failure.ts';
import { idOfRecord, type ParsedId } from '#server/kernel/ids.ts';
import type { Database, Executor } from '#server/platform/db/database.ts';
import type { Log } from '#server/platform/log.ts';
import type { Queue } from '#server/platform/queue/queue.ts';
import { tellChanged } from '../apply.service.ts';
import { refused } from '../editor/edit.rules.ts';
import { unknownRecord } from '../editor/edit.service.ts';
import type { Fetching } from '../fetch/fetch.service.ts';
import type { Follow } from '../follow.ts';
import { isThere } from '../remove.store.ts';
import { takeTurn } from '../turn.store.ts';
import {
  addFailed,
  addManual,
  deleteAllManual,
  deleteManual,
  deleteProcessed,
  finishManual,
  type ManualFilter,
  type ManualRow,
  type ManualType,
  nextManual,
  queueManual,
  readManual,
  readProgress,
} from './manual.store.ts';
import { readPasted } from './paste.rules.ts';

/** The work of the queue that processes rows. */
export const MANUAL_WORK = 'manual-update';

export interface ManualOptions {
  readonly db: Database;
  readonly fetching: Pick<Fetching, 'store'>;
  readonly follow: Follow;
  /** Asks for the work under an id. */
  readonly ask: Queue['ask'];
  readonly log: Log;
}

export interface Add {
  readonly text: string;
  readonly immediately: boolean;
  readonly onlyIndex: boolean;
  readonly accountId: number | null;
}

/** Reasons that are of the moment and not of the row, which keeps its turn. */
const PASSING: ReadonlySet<string> = new Set(['import_running', 'stopping']);

/** Leaves a record that somebody could not fetch to be fetched again; of a row the work itself notes what came of it. */
export const rememberFailed =
  (db: Executor) =>
  async ({ canonical }: ParsedId, accountId: number | null, { message }: Failure): Promise<void> => {
    if (accountId !== null) await addFailed(db, canonical, accountId, message);
  };

/** The ids that wait to be fetched, and what fetches them. */
export const createManual = ({ db, fetching, follow, ask, log }: ManualOptions) => {
  /** Begins at once where nobody is at it; who is takes what is new along, or the next slot does. */
  const begin = (): Promise<boolean> =>
    ask(MANUAL_WORK, randomUUID()).catch((err: unknown) => {
      log.warn({ err }, 'manual update data waits for its next slot, since it could not be begun at once');
      return false;
    });

  const makeIndex = (imdbId: string): Promise<void> =>
    db.transaction(async (tx) => {
      await takeTurn(tx);
      const id = idOfRecord(imdbId);
      if (!(await isThere(tx, id.kind, id.key))) throw unknownRecord(id);
      const change = [{ id: id.key, action: 'update' }] as const;
      const [titles, people] = id.kind === 'movie' ? [change, []] : [[], change];
      await tellChanged(tx, { titles, people }, follow);
    });

  /** What comes of a row; null when nothing can be done just now. */
  const process = async ({ imdbId, onlyIndex }: ManualRow): Promise<string | null> => {
    try {
      await (onlyIndex ? makeIndex(imdbId) : fetching.store(idOfRecord(imdbId), { accountId: null }));
      return PROCESSED;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return PASSING.has(error.reason) ? null : error.message;
    }
  };

  return {
    list: (filter: ManualFilter, page: { readonly offset: number; readonly limit: number }) =>
      readManual(db, filter, page),

    progress: async () => {
      const { total, waiting, ok, failed } = await readProgress(db);
      return { running: waiting > 0, total, processed: total - waiting, ok, failed };
    },

    /** Has rows processed: those that are named, or all that are not OK. */
    reprocess: async (ids: readonly number[] | null): Promise<number> => {
      const queued = await queueManual(db, ids);
      if (queued > 0) await begin();
      return queued;
    },

    /** @throws invalid_body when no line is an id */
    add: async ({ text, immediately, onlyIndex, accountId }: Add): Promise<AddedIds> => {
      const { ids, folded, refused: lines } = readPasted(text);
      const [first] = lines;
      if (ids.length === 0) throw refused('ids', first ? `line ${first.line} ${first.message}` : 'holds no id');
      const added = await addManual(db, { ids, immediately, onlyIndex, accountId });
      if (immediately) await begin();
      return { added, again: ids.length - added, folded, refused: lines };
    },

    /** Deletes rows: those that are named, or all that are OK. */
    clear: (ids: readonly number[] | null): Promise<number> =>
      ids === null ? deleteProcessed(db) : deleteManual(db, ids),

    remove: (what: ManualType | 'ALL' | readonly number[]): Promise<number> =>
      typeof what === 'string' ? deleteAllManual(db, what) : deleteManual(db, what),

    /** Processes every row whose turn it is, one after the other; what is added meanwhile too. */
    work: async (signal: AbortSignal): Promise<void> => {
      for (let after = 0; ; ) {
        const row = await nextManual(db, after);
        // Those that came with smaller ids wait at the beginning.
        if (row === null && after === 0) return;
        after = row?.id ?? 0;
        if (row === null) continue;
        if (signal.aborted) return;
        const result = await process(row);
        if (result === null) return;
        await finishManual(db, row.id, result);
      }
    },
  };
};

export type Manual = ReturnType<typeof createManual>;
