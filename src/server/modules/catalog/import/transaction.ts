import { publish } from '#server/platform/bus/event.ts';
import type { Executor } from '#server/platform/db/database.ts';
import type { ImdbFile } from '#server/sources/imdb-datasets/files.ts';
import { CATALOGUE_CHANGED } from '../catalog.events.ts';
import type { Tell } from '../follow.ts';
import { type AfterMerge, notifyOthers } from './hook.ts';
import { joinWhole, lockWriters, recordRun, writeChanges } from './import.store.ts';
import { mergeAll, type Plan } from './plan.ts';
import { swapNext } from './rebuild.ts';
import type { FileReport, ImportProgress, ImportReport } from './report.ts';
import { mergedAt } from './shares.ts';
import { STAGING, type StagedFile } from './staging.ts';

/** The files' rows in their staging tables, and how long each file took to get there. */
export interface StagedSet {
  readonly staged: ReadonlyMap<ImdbFile, StagedFile>;
  readonly seconds: ReadonlyMap<ImdbFile, number>;
  /** What tells the edition of a file; null where nothing does. */
  readonly etagOf: (file: ImdbFile) => string | null;
}

export interface MergeAsk {
  readonly complete: boolean;
  /** Deletes however much `complete` comes to. */
  readonly yes: boolean;
  readonly startedAt: Date;
  readonly afterMerge?: AfterMerge | undefined;
  readonly onProgress: (progress: ImportProgress) => void;
  /** Waits between two tries to get the locks of the last moment. */
  readonly pause: (milliseconds: number) => Promise<unknown>;
}

const countRecords = async (tx: Executor) => {
  const of = async (table: string) => {
    const { rows } = await tx.query<{ added: number; changed: number }>(
      `select count(*) filter (where action = 'create') as added, count(*) filter (where action = 'update') as changed from ${STAGING}.${table}`,
    );
    return rows[0] ?? { added: 0, changed: 0 };
  };
  return { titles: await of('changed_title'), people: await of('changed_person') };
};

const reportsOf = (plan: Plan, { staged, seconds }: StagedSet): readonly FileReport[] =>
  [...staged].map(([name, { counts, repeated }]) => {
    const tally = plan.counts.get(name) ?? { added: 0, changed: 0, unchanged: 0, orphans: 0 };
    const spent = (seconds.get(name) ?? 0) + (plan.seconds.get(name) ?? 0);
    return { name, read: counts.read, ...tally, skipped: counts.malformed + repeated, seconds: spent };
  });

/**
 * Brings the catalogue, its search documents and its change feed to what the staged files say: all that happens between
 * `begin` and `commit`, both of which are the caller's. @throws ImportRefused when `complete` would delete too much.
 */
export const mergeStaged = async (
  tx: Executor,
  set: StagedSet,
  { complete, yes, startedAt, afterMerge, onProgress, pause }: MergeAsk,
): Promise<Omit<ImportReport, 'seconds'>> => {
  const tell: Tell = (step, within) => onProgress({ phase: 'merge', step, merged: mergedAt(step, within) });
  await lockWriters(tx);
  await joinWhole(tx, true);
  const plan = await mergeAll(tx, set.staged, { complete, yes }, tell);
  const rebuilt = [...plan.rebuilt];
  const { titles, people } = await countRecords(tx);
  const written = titles.added + titles.changed + people.added + people.changed + plan.deleted;
  await joinWhole(tx, false);
  const finish = written > 0 && afterMerge ? await notifyOthers(tx, afterMerge, rebuilt, tell) : undefined;
  tell('change feed');
  await writeChanges(tx);
  const reports = reportsOf(plan, set);
  await recordRun(tx, startedAt, {
    complete,
    files: reports.map((report) => ({
      ...report,
      sha256: set.staged.get(report.name)?.sha256 ?? '',
      etag: set.etagOf(report.name),
    })),
  });
  if (written > 0) await publish(tx, CATALOGUE_CHANGED);
  await tx.query(`drop schema ${STAGING} cascade`);
  await swapNext(tx, rebuilt, finish?.tables ?? [], pause);
  await finish?.swap();
  return {
    files: reports,
    problems: [...set.staged.values()].flatMap(({ counts, repeats }) => [...counts.problems, ...repeats]),
    same: false,
    titles: { ...titles, deleted: plan.deleted },
    people,
  };
};
