import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Database, Executor } from '#server/platform/db/database.ts';
import { clientConfig } from '#server/platform/db/pool.ts';
import type { ImdbFile } from '#server/sources/imdb-datasets/files.ts';
import { type DatasetFile, findFiles } from '#server/sources/imdb-datasets/read.ts';
import { ImportRefused, isSame, sameReport, secondsSince, stageAll } from './import.files.ts';
import { type AfterMerge, tellOthers } from './import.hook.ts';
import { MERGE_STEPS, mergeAll, type Plan } from './import.plan.ts';
import { swapNext } from './import.rebuild.ts';
import type { FileReport, ImportProgress, ImportReport } from './import.report.ts';
import { dropStaging, makeStaging, STAGING, type StagedFile } from './import.staging.ts';
import {
  isReadOnly,
  lastUntouchedRun,
  lockWriters,
  prepareSession,
  recordRun,
  takeImportLock,
  writeChanges,
} from './import.store.ts';

export interface ImportParts {
  readonly db: Database;
  readonly log: { info(text: string): void; warn(text: string): void };
  readonly now?: () => Date;
  readonly afterMerge?: AfterMerge;
}

export interface ImportAsk {
  /** A folder, or an http(s) address that the operator has named. */
  readonly from: string;
  /** The files are IMDb's whole set: titles that IMDb alone gave and that are gone are deleted. */
  readonly complete?: boolean;
  /** Compares every row even when the files are those of the last import. */
  readonly verify?: boolean;
  readonly onProgress?: (progress: ImportProgress) => void;
  readonly signal?: AbortSignal;
}

/** Leaves nothing of an import behind; where there is no transaction left, its rollback is a notice. */
const tidy = async (client: pg.Client): Promise<void> => {
  await client.query('rollback');
  await dropStaging(client);
};

const CATALOGUE_CHANNEL = 'kinodex_catalogue';

/** The import of IMDb's datasets into the catalogue. */
export const createImdbImport = ({ db, log, now = () => new Date(), afterMerge }: ImportParts) => {
  const countRecords = async (tx: Executor) => {
    const of = async (table: string) => {
      const { rows } = await tx.query<{ added: number; changed: number }>(
        `select count(*) filter (where action = 'create') as added, count(*) filter (where action = 'update') as changed from ${STAGING}.${table}`,
      );
      return rows[0] ?? { added: 0, changed: 0 };
    };
    return { titles: await of('changed_title'), people: await of('changed_person') };
  };

  const reportsOf = (plan: Plan, staged: ReadonlyMap<ImdbFile, StagedFile>, seconds: ReadonlyMap<ImdbFile, number>) =>
    [...staged].map(([name, { counts, repeated }]): FileReport => {
      const tally = plan.counts.get(name) ?? { added: 0, changed: 0, unchanged: 0, orphans: 0 };
      const spent = (seconds.get(name) ?? 0) + (plan.seconds.get(name) ?? 0);
      return { name, read: counts.read, ...tally, skipped: counts.malformed + repeated, seconds: spent };
    });

  const importAll = async (
    client: pg.Client,
    files: readonly DatasetFile[],
    { complete = false, onProgress = () => {} }: ImportAsk,
    signal: AbortSignal,
    began: number,
  ): Promise<ImportReport> => {
    const startedAt = now();
    const guarded: Executor = {
      query: (query, values) => {
        signal.throwIfAborted();
        return client.query(query, values);
      },
    };
    await makeStaging(guarded);
    const { staged, seconds } = await stageAll(client, files, { signal, log, onProgress });
    let step = 0;
    const tell = (name: string) => onProgress({ phase: 'merge', step: name, done: step++, steps: MERGE_STEPS + 1 });
    await guarded.query('begin');
    try {
      await lockWriters(guarded);
      const plan = await mergeAll(guarded, staged, complete, tell);
      const rebuilt = [...plan.rebuilt];
      const { titles, people } = await countRecords(guarded);
      const written = titles.added + titles.changed + people.added + people.changed + plan.deleted;
      tell('search and change feed');
      const finish = written > 0 && afterMerge ? await tellOthers(guarded, afterMerge, rebuilt) : undefined;
      await writeChanges(guarded);
      const reports = reportsOf(plan, staged, seconds);
      await recordRun(guarded, startedAt, {
        complete,
        files: reports.map((report) => ({
          ...report,
          sha256: staged.get(report.name)?.sha256 ?? '',
          etag: files.find(({ name }) => name === report.name)?.etag ?? null,
        })),
      });
      if (written > 0) await guarded.query('select pg_notify($1, $2)', [CATALOGUE_CHANNEL, 'import']);
      await guarded.query(`drop schema ${STAGING} cascade`);
      const wait = (milliseconds: number) => pause(milliseconds, undefined, { signal });
      await swapNext(guarded, rebuilt, finish?.tables ?? [], wait);
      await finish?.swap();
      await guarded.query('commit');
      const problems = [...staged.values()].flatMap(({ counts, repeats }) => [...counts.problems, ...repeats]);
      return {
        files: reports,
        problems,
        same: false,
        titles: { ...titles, deleted: plan.deleted },
        people,
        seconds: secondsSince(began),
      };
    } catch (error) {
      await client.query('rollback').catch(() => {});
      throw error;
    }
  };

  /**
   * Imports the files and returns the closing table. Interrupted at any moment, the catalogue is the one before or the one
   * after. @throws ImportRefused, FileRefused; the signal's reason when it is aborted
   */
  const run = async (ask: ImportAsk): Promise<ImportReport> => {
    const began = performance.now();
    const signal = ask.signal ?? new AbortController().signal;
    const files = await findFiles(ask.from, signal);
    const complete = ask.complete ?? false;
    if (complete && !files.some(({ name }) => name === 'title.basics'))
      throw new ImportRefused('A complete set has title.basics; without it every title would be taken for gone.');
    const client = new pg.Client(clientConfig(db.connection));
    client.on('error', () => {});
    await client.connect();
    let cancelling: Promise<unknown> = Promise.resolve();
    const cancel = () => {
      cancelling = stopStatement(client).catch(() => {});
    };
    signal.addEventListener('abort', cancel, { once: true });
    try {
      await prepareSession(client);
      if (!(await takeImportLock(client))) throw new ImportRefused('Another import is running; wait for its end.');
      if (await isReadOnly(client))
        throw new ImportRefused('The database takes reads only: its disk has too little room.');
      const last = ask.verify ? null : await lastUntouchedRun(client);
      if (last && (await isSame(last, files, complete, signal))) return sameReport(last, began);
      try {
        return await importAll(client, files, { ...ask, complete }, signal, began);
      } finally {
        await cancelling;
        // The cancellation may reach the statement after the one that it was meant for, the rollback among them.
        await tidy(client).catch(() => tidy(client).catch(() => {}));
      }
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener('abort', cancel);
      await client.end().catch(() => {});
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
