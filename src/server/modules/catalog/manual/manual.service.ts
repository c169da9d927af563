import { type AddedIds, PROCESSED } from '#contracts/manual.api.ts';
import { Failure } from '#server/kernel/failure.ts';
import { idOfRecord, type ParsedId } from '#server/kernel/ids.ts';
import type { Database, Executor } from '#server/platform/db/database.ts';
import { byKeys } from '#server/platform/db/steps.ts';
import type { Log } from '#server/platform/log.ts';
import type { RunContext } from '#server/platform/tasks/type.ts';
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
  countManual,
  deleteAllManual,
  deleteManual,
  deleteProcessed,
  findManual,
  finishManual,
  type ManualFilter,
  type ManualRow,
  type ManualType,
  nextManual,
  queueManual,
  readManual,
  readManualIds,
  readProgress,
} from './manual.store.ts';
import { type PastedRow, readPasted } from './paste.rules.ts';

export interface ManualOptions {
  readonly db: Database;
  readonly fetching: Pick<Fetching, 'store'>;
  readonly follow: Follow;
  /** Has rows that wait processed now; null when somebody is at it. */
  readonly begin: () => Promise<unknown>;
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

type AddedRow = AddedIds['rows'][number];

const toldOf = ({ isAgain, ...row }: PastedRow, added: ReadonlySet<string>): AddedRow => {
  if (row.imdbId === null) return { ...row, outcome: 'REFUSED' };
  if (isAgain) return { ...row, outcome: 'FOLDED' };
  return { ...row, outcome: added.has(row.imdbId) ? 'ADDED' : 'AGAIN' };
};

/** Leaves a record that somebody could not fetch to be fetched again; of a row the work itself notes what came of it. */
export const rememberFailed =
  (db: Executor) =>
  async ({ canonical }: ParsedId, accountId: number | null, { message }: Failure): Promise<void> => {
    if (accountId !== null) await addFailed(db, canonical, accountId, message);
  };

/** The same of a record that nobody has asked for: its turn had come. */
export const rememberDue =
  (db: Executor) =>
  async ({ canonical }: ParsedId, { message }: Failure): Promise<void> =>
    void (await addFailed(db, canonical, null, message));

/** Rows of a run whose failure is told one by one. */
const TOLD = 50;
/** Ms after which whoever was at it has either taken what is new along, or come to the end. */
const LATER = 2_000;

/** The ids that wait to be fetched, and what fetches them. */
export const createManual = ({ db, fetching, follow, begin, log }: ManualOptions) => {
  /** Begins at once where nobody is at it; who is takes what is new along, unless that came in the last moment. */
  const beginNow = async (isLast = false): Promise<void> => {
    try {
      if ((await begin()) !== null || isLast) return;
      setTimeout(async () => {
        if ((await countManual(db, true).catch(() => 0)) > 0) await beginNow(true);
      }, LATER).unref();
    } catch (err) {
      log.warn({ err }, 'manual update data waits for its next slot, since it could not be begun at once');
    }
  };

  const makeIndex = (imdbId: string): Promise<void> =>
    db.transaction(async (tx) => {
      await takeTurn(tx);
      const id = idOfRecord(imdbId);
      if (!(await isThere(tx, id.kind, id.key))) throw await unknownRecord(tx, id);
      const change = [{ id: id.key, action: 'update' }] as const;
      const [titles, people] = id.kind === 'movie' ? [change, []] : [[], change];
      await tellChanged(tx, { titles, people }, follow);
    });

  /** What comes of a row; null when nothing can be done just now. */
  const process = async ({ imdbId, onlyIndex }: ManualRow, signal: AbortSignal): Promise<string | null> => {
    try {
      await (onlyIndex ? makeIndex(imdbId) : fetching.store(idOfRecord(imdbId), { accountId: null, signal }));
      return PROCESSED;
    } catch (error) {
      if (signal.aborted) return null;
      if (!(error instanceof Failure)) throw error;
      return PASSING.has(error.reason) ? null : error.message;
    }
  };

  return {
    beginNow: (): Promise<void> => beginNow(),

    list: (filter: ManualFilter, page: { readonly offset: number; readonly limit: number }) =>
      readManual(db, filter, page),

    /** Every row that matches, in the same order. */
    walk: async (filter: ManualFilter) => byKeys(await readManualIds(db, filter), (ids) => findManual(db, ids)),

    progress: async () => {
      const { total, waiting, ok, failed } = await readProgress(db);
      return { running: waiting > 0, total, processed: total - waiting, ok, failed };
    },

    /** Has rows processed: those that are named, or all that are not OK. */
    reprocess: async (ids: readonly number[] | null): Promise<number> => {
      const queued = await queueManual(db, ids);
      if (queued > 0) await beginNow();
      return queued;
    },

    /** @throws invalid_body when there is no id */
    add: async ({ text, immediately, onlyIndex, accountId }: Add): Promise<AddedIds> => {
      const pasted = readPasted(text);
      const ids = pasted.flatMap(({ imdbId, isAgain }) => (imdbId === null || isAgain ? [] : [imdbId]));
      if (ids.length === 0) {
        const [first] = pasted;
        throw refused('ids', first ? `line ${first.line} ${first.message}` : 'holds no id');
      }
      const added = new Set(await addManual(db, { ids, immediately, onlyIndex, accountId }));
      if (immediately) await beginNow();
      const rows = pasted.map((row) => toldOf(row, added));
      const many = (outcome: AddedRow['outcome']): number => rows.filter((row) => row.outcome === outcome).length;
      return { added: many('ADDED'), again: many('AGAIN'), folded: many('FOLDED'), refused: many('REFUSED'), rows };
    },

    /** Deletes rows: those that are named, or all that are OK. */
    clear: (ids: readonly number[] | null): Promise<number> =>
      ids === null ? deleteProcessed(db) : deleteManual(db, ids),

    remove: (what: ManualType | 'ALL' | readonly number[]): Promise<number> =>
      typeof what === 'string' ? deleteAllManual(db, what) : deleteManual(db, what),

    /**
     * Processes the rows that wait for their turn, one after the other, then those that nobody has tried yet; what is added
     * meanwhile too.
     */
    work: async (onlyWaiting: boolean, { signal, progress, log: say }: RunContext): Promise<void> => {
      let total = await countManual(db, onlyWaiting);
      let [done, failed] = [0, 0];
      progress(0, total);
      for (let row = await nextManual(db, onlyWaiting); row !== null; row = await nextManual(db, onlyWaiting)) {
        signal.throwIfAborted();
        const result = await process(row, signal);
        if (result === null) {
          signal.throwIfAborted();
          say('An import is being merged; the rows that are left keep their turn.', 'WARN');
          return;
        }
        await finishManual(db, row.id, result);
        done += 1;
        if (result !== PROCESSED) {
          failed += 1;
          if (failed <= TOLD) say(`${row.imdbId}: ${result}`, 'WARN');
        }
        if (done >= total) total = done + (await countManual(db, onlyWaiting));
        progress(done, total);
      }
      if (done > 0) say(`${done - failed} of ${done} processed.`);
    },
  };
};

export type Manual = ReturnType<typeof createManual>;
