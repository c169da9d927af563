import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from '#server/kernel/failure.ts';
import { publish } from '#server/platform/bus/event.ts';
import type { Database, Transaction } from '#server/platform/db/database.ts';
import type { RunContext } from '#server/platform/tasks/type.ts';
import { awaitTurn } from '../catalog/apply.service.ts';
import { CATALOGUE_CHANGED } from '../catalog/catalog.events.ts';
import { allowMemory, type DocumentTable, replaceGenres, updateDocuments, updateGenres } from './document.store.ts';
import { countRecords, countWritten, takeNext, takeTime } from './reindex.store.ts';
import { extendVocabulary, noteVocabulary, renewVocabulary } from './vocabulary.store.ts';

const TABLES: readonly DocumentTable[] = ['title_document', 'person_document'];
/** Records of one transaction: editors wait for it, some tenths of a second. */
const BATCH = 500;
/** Ms between two tries while an import is being merged. */
const AGAIN = 1_000;

interface Parts {
  readonly db: Database;
  readonly batch?: number;
}

/** Makes search documents anew while they are searched: batch by batch, each whole by itself. */
export const createReindex = ({ db, batch = BATCH }: Parts) => {
  const next = (table: DocumentTable, after: number, anew: boolean) =>
    db.transaction(async (tx) => {
      await awaitTurn(tx);
      await takeTime(tx);
      await allowMemory(tx);
      const taken = await takeNext(tx, table, after, batch);
      await updateDocuments(tx, table, 'reindexed', anew);
      if (table === 'title_document') await updateGenres(tx, 'reindexed');
      await extendVocabulary(tx);
      return { ...taken, written: await countWritten(tx) };
    });

  /** The vocabulary and the counts of genres, which are sums over all documents. */
  const sumUp = async (tx: Transaction, signal: AbortSignal): Promise<void> => {
    await takeTime(tx);
    await allowMemory(tx);
    await noteVocabulary(tx);
    signal.throwIfAborted();
    await awaitTurn(tx);
    await replaceGenres(tx);
    await renewVocabulary(tx);
  };

  /** Documents of all records; with `onlyStale` those are written only that are missing or would be others now. */
  const work = async (onlyStale: boolean, { signal, progress, log }: RunContext): Promise<void> => {
    const counts = await Promise.all(TABLES.map((table) => countRecords(db, table)));
    const total = counts.reduce((sum, n) => sum + n, 0);
    let [done, written, dropped, isWaiting] = [0, 0, 0, false];
    const patiently = async <T>(step: () => Promise<T>): Promise<T> => {
      for (;;) {
        signal.throwIfAborted();
        try {
          return await step();
        } catch (error) {
          if (!(error instanceof Failure) || error.reason !== 'import_running') throw error;
          if (!isWaiting) log('An import is being merged; it goes on afterwards.', 'WARN');
          isWaiting = true;
          await pause(AGAIN, undefined, { signal });
        }
      }
    };
    progress(0, total);
    for (const table of TABLES) {
      for (let after: number | null = -1; after !== null; ) {
        const from: number = after;
        const part = await patiently(() => next(table, from, !onlyStale));
        [after, done] = [part.last, done + part.records];
        [written, dropped] = [written + part.written, dropped + part.orphans];
        progress(done, Math.max(done, total));
      }
    }
    if (!onlyStale) {
      log('Words and genres are counted anew.');
      await patiently(() => db.transaction((tx) => sumUp(tx, signal)));
    }
    if (written + dropped > 0) await publish(db, CATALOGUE_CHANGED);
    log(`${written} documents written and ${dropped} dropped, of ${done} records.`);
  };

  return { work };
};

export type Reindex = ReturnType<typeof createReindex>;
