import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { isDatabaseAway, isDiskFull } from '#server/platform/db/away.ts';
import type { Database, Executor } from '#server/platform/db/database.ts';
import { clientConfig, sever } from '#server/platform/db/pool.ts';
import type { Log } from '#server/platform/log.ts';
import type { ImdbFile } from '#server/sources/imdb-datasets/files.ts';
import { type DatasetFile, findFiles } from '#server/sources/imdb-datasets/read.ts';
import { isSame, sameReport, secondsSince, stageAll } from './files.ts';
import type { AfterMerge } from './hook.ts';
import { isReadOnly, lastUntouchedRun, prepareSession, takeImportLock } from './import.store.ts';
import { ImportRefused } from './refused.ts';
import type { ImportProgress, ImportReport } from './report.ts';
import { dropStaging, makeStaging } from './staging.ts';
import { mergeStaged } from './transaction.ts';

export { vacuumRecords } from './import.store.ts';

export interface ImportParts {
  readonly db: Database;
  readonly log: Log;
  readonly now?: () => Date;
  readonly afterMerge?: AfterMerge;
}

export interface ImportAsk {
  /** A folder, or an http(s) address that the operator has named. */
  readonly from: string;
  /** The files that are read, where others may lie beside them; all seven when left out. */
  readonly only?: readonly ImdbFile[];
  /** The files are IMDb's whole set: titles that IMDb alone gave and that are gone are deleted. */
  readonly complete?: boolean;
  /** With `complete`: also when that is more than a tenth of the catalogue. */
  readonly yes?: boolean;
  /** Compares every row even when the files are those of the last import. */
  readonly verify?: boolean;
  readonly onProgress?: (progress: ImportProgress) => void;
  readonly signal?: AbortSignal;
}

/** In ms: an import that was told to stop does not wait longer for a database that says nothing. */
const MOST_PATIENCE = 10_000;

/** Leaves nothing of an import behind; where there is no transaction left, its rollback is a notice. */
const tidy = async (client: pg.Client): Promise<void> => {
  await client.query('rollback');
  await dropStaging(client);
};

/** The connection of an import, which nobody else uses; its statements take as long as they take. */
const connect = async (db: Database): Promise<pg.Client> => {
  const client = new pg.Client(clientConfig(db.connection));
  client.on('error', () => {});
  await client.connect();
  await prepareSession(client);
  return client;
};

/** What came of a sweep: nothing is swept while the database takes reads only, or while an import runs. */
export type Sweep = 'swept' | 'reads only' | 'an import runs';

/** Drops what an import that was killed has left, which may be gigabytes; what a running one needs stays. */
export const sweepImports = async (db: Database): Promise<Sweep> => {
  const client = await connect(db);
  try {
    if (await isReadOnly(client)) return 'reads only';
    if (!(await takeImportLock(client))) return 'an import runs';
    await dropStaging(client);
    return 'swept';
  } finally {
    await client.end().catch(() => {});
  }
};

/** What an operator is told of an import that the database has ended. */
const refusalOf = (error: unknown, committing: boolean): unknown => {
  if (isDiskFull(error)) return new ImportRefused('The disk of the database is full. Nothing was changed.');
  if (!isDatabaseAway(error)) return error;
  return new ImportRefused(
    committing
      ? 'The database was lost at the last moment. Run the import again: if it went through, it says that nothing has changed since.'
      : 'The database was lost on the way. Nothing was changed.',
  );
};

/** The import of IMDb's datasets into the catalogue. */
export const createImdbImport = ({ db, log, now = () => new Date(), afterMerge }: ImportParts) => {
  const importAll = async (
    client: pg.Client,
    files: readonly DatasetFile[],
    { complete = false, yes = false, onProgress = () => {} }: ImportAsk,
    signal: AbortSignal,
  ): Promise<Omit<ImportReport, 'seconds'>> => {
    const startedAt = now();
    const guarded: Executor = {
      query: (query, values) => {
        signal.throwIfAborted();
        return client.query(query, values);
      },
    };
    let committing = false;
    try {
      await makeStaging(guarded);
      const staged = await stageAll(client, files, { signal, log, onProgress });
      await guarded.query('begin');
      const report = await mergeStaged(
        guarded,
        { ...staged, etagOf: (file) => files.find(({ name }) => name === file)?.etag ?? null },
        {
          complete,
          yes,
          startedAt,
          afterMerge,
          onProgress,
          pause: (milliseconds) => pause(milliseconds, undefined, { signal }),
        },
      );
      signal.throwIfAborted();
      committing = true;
      await client.query('commit');
      return report;
    } catch (error) {
      throw refusalOf(error, committing);
    }
  };

  /**
   * Imports the files and returns the closing table. Interrupted at any moment, the catalogue is the one before or the one
   * after. @throws ImportRefused, FileRefused; the signal's reason when it is aborted
   */
  const run = async (ask: ImportAsk): Promise<ImportReport> => {
    const began = performance.now();
    const signal = ask.signal ?? new AbortController().signal;
    const complete = ask.complete ?? false;
    const client = await connect(db);
    let cancelling: Promise<unknown> = Promise.resolve();
    let patience: NodeJS.Timeout | undefined;
    const cancel = () => {
      cancelling = stopStatement(client).catch(() => {});
      patience = setTimeout(sever, MOST_PATIENCE, client);
    };
    signal.addEventListener('abort', cancel, { once: true });
    try {
      if (!(await takeImportLock(client))) throw new ImportRefused('Another import is running; wait for its end.');
      if (await isReadOnly(client))
        throw new ImportRefused('The database takes reads only: its disk has too little room.');
      // Also for an import that ends at its folder or at once.
      await dropStaging(client);
      const files = await findFiles(ask.from, signal, ask.only);
      if (complete && !files.some(({ name }) => name === 'title.basics'))
        throw new ImportRefused('A complete set has title.basics; without it every title would be taken for gone.');
      const last = ask.verify ? null : await lastUntouchedRun(client);
      if (last && (await isSame(last, files, complete, signal))) return sameReport(last, began);
      try {
        return { ...(await importAll(client, files, ask, signal)), seconds: secondsSince(began) };
      } finally {
        await cancelling;
        // The cancellation may reach the statement after the one that it was meant for, the rollback among them.
        await tidy(client).catch(() => tidy(client).catch(() => {}));
      }
    } catch (error) {
      if (!(error instanceof ImportRefused)) signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener('abort', cancel);
      await client.end().catch(() => {});
      clearTimeout(patience);
    }
  };

  /** A connection of its own asks for it, for the import's is busy. */
  const stopStatement = async (client: pg.Client): Promise<void> => {
    const pid: unknown = Reflect.get(client, 'processID');
    await db.query('select pg_cancel_backend($1)', [pid]);
  };

  return { run };
};

export type ImdbImport = ReturnType<typeof createImdbImport>;
