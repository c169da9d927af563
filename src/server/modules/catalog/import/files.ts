import type pg from 'pg';
import type { Log } from '#server/platform/log.ts';
import type { ImdbFile } from '#server/sources/imdb-datasets/files.ts';
import type { DatasetFile } from '#server/sources/imdb-datasets/read.ts';
import type { RunRecord } from './import.store.ts';
import { ImportRefused } from './refused.ts';
import { type ImportProgress, type ImportReport, placeOf } from './report.ts';
import { type StagedFile, stageFile } from './staging.ts';

interface Staging {
  readonly signal: AbortSignal;
  readonly log: Log;
  readonly onProgress: (progress: ImportProgress) => void;
}

const MALFORMED_SHARE = 0.01;

export const secondsSince = (began: number): number => (performance.now() - began) / 1000;

/** The report of an import whose files are those of the last one. */
export const sameReport = ({ files }: RunRecord, began: number): ImportReport => ({
  files: files.map(({ sha256: _sha256, etag: _etag, ...file }) => ({
    ...file,
    added: 0,
    changed: 0,
    unchanged: file.added + file.changed + file.unchanged,
    seconds: 0,
  })),
  problems: [],
  same: true,
  titles: { added: 0, changed: 0, deleted: 0 },
  people: { added: 0, changed: 0 },
  seconds: secondsSince(began),
});

/** Whether the files are byte for byte those of an earlier import. */
export const isSame = async (
  record: RunRecord,
  files: readonly DatasetFile[],
  complete: boolean,
  signal: AbortSignal,
): Promise<boolean> => {
  if (record.complete !== complete || record.files.length !== files.length) return false;
  for (const file of files) {
    const known = record.files.find(({ name }) => name === file.name);
    if (!known) return false;
    const tagged = file.etag !== null && file.etag === known.etag;
    if (!tagged && (await file.hash(signal)) !== known.sha256) return false;
  }
  return true;
};

const requireWellFormed = (name: ImdbFile, { counts }: StagedFile): void => {
  if (counts.malformed <= counts.read * MALFORMED_SHARE) return;
  const [first] = counts.problems;
  throw new ImportRefused(
    `${name}: ${counts.malformed} of ${counts.read} lines are malformed, the first is line ${first?.line}: ${first?.reason}. Nothing was changed.`,
  );
};

/** Streams the files into their staging tables, one after the other. @throws ImportRefused, FileRefused */
export const stageAll = async (
  client: pg.Client,
  files: readonly DatasetFile[],
  { signal, log, onProgress }: Staging,
) => {
  const staged = new Map<ImdbFile, StagedFile>();
  const seconds = new Map<ImdbFile, number>();
  const allBytes = files.reduce<number | null>(
    (sum, { size }) => (sum === null || size === null ? null : sum + size),
    0,
  );
  let bytesBefore = 0;
  let linesBefore = 0;
  for (const file of files) {
    const began = performance.now();
    let last = 0;
    const result = await stageFile(client, file, signal, (lines, bytes) => {
      last = bytes;
      const done = { lines, allLines: linesBefore + lines, bytes: bytesBefore + bytes };
      onProgress({ phase: 'read', file: file.name, ...done, allBytes });
    });
    for (const problems of [result.counts.problems, result.repeats])
      for (const problem of problems.slice(0, 5)) log.warn(`${placeOf(problem)}: ${problem.reason}`);
    requireWellFormed(file.name, result);
    bytesBefore += last;
    linesBefore += result.counts.read;
    staged.set(file.name, result);
    seconds.set(file.name, secondsSince(began));
  }
  return { staged, seconds };
};
