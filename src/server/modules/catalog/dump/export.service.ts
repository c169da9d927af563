import { mkdir, readdir, realpath, rename, rm } from 'node:fs/promises';
import { basename, join, relative, resolve, sep } from 'node:path';
import { Problem } from '#server/kernel/problem.ts';
import { makeFolder } from '#server/platform/disk/folder.ts';
import type { RunContext } from '#server/platform/tasks/type.ts';
import { type DumpOptions, dumpCatalogue, syncFolder } from './dump.service.ts';

export interface ExportOptions extends Omit<DumpOptions, 'folder' | 'signal' | 'onProgress'> {
  /** Where exports are kept, each in a folder of its own. */
  readonly root: string;
  /** How many of the newest are kept; all of them when it is not said. */
  readonly keep?: number | undefined;
}

const EXPORTS = 'exports';
/** What the product itself keeps in the data folder. */
const OWN: ReadonlySet<string> = new Set(['postgres', 'cluster', 'audit', 'images', 'quota-ledger', 'secret']);
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/;
/** What is being written, or removed. */
const PART = /^\.\d{4}-[\d\-T.]+Z\.part$/;

/** The folder of exports that an argument names, which lies in the data folder. @throws Problem */
export const exportRoot = (dataFolder: string, to = EXPORTS): string => {
  const root = resolve(dataFolder, to);
  const [first = '', ...more] = relative(dataFolder, root).split(sep);
  if (first === '' || first === '..' || OWN.has(first) || MOMENT.test([first, ...more].at(-1) ?? ''))
    throw new Problem(`--to=${to} has to be a folder of its own in the data folder, such as ${EXPORTS}/weekly.`);
  return root;
};

/** Whether a folder lies where its name says, and not behind a link that leads out of the data folder. */
const requireInside = async (dataFolder: string, root: string): Promise<void> => {
  const [data, real] = [await realpath(dataFolder), await realpath(root)];
  if (!real.startsWith(`${data}${sep}`)) throw new Problem(`${root} leads out of the data folder.`);
};

const partOf = (root: string, moment: string): string => join(root, `.${moment}.part`);

const namesIn = async (root: string, like: RegExp): Promise<string[]> =>
  (await readdir(root)).filter((name) => like.test(name)).sort();

/** Removes an export, which is not one any more from the first moment on. */
const remove = async (root: string, moment: string): Promise<void> => {
  await rename(join(root, moment), partOf(root, moment));
  await rm(partOf(root, moment), { recursive: true, force: true });
};

/**
 * Writes an export beside the others: it is there as a whole, under the moment of its data, or not at all. What a killed
 * one has left goes first. One at a time in a folder.
 */
export const exportCatalogue = async (
  { root, keep, ...options }: ExportOptions,
  dataFolder: string,
  { signal, progress, log }: RunContext,
): Promise<void> => {
  makeFolder(root);
  await requireInside(dataFolder, root);
  for (const name of await namesIn(root, PART)) await rm(join(root, name), { recursive: true, force: true });
  const at = options.now();
  const moment = at.toISOString().replaceAll(':', '-');
  const part = partOf(root, moment);
  await mkdir(part);
  try {
    const { files, leftOut } = await dumpCatalogue({
      ...options,
      now: () => at,
      folder: part,
      signal,
      onProgress: ({ allDone, total }) => progress(allDone, total),
    });
    signal.throwIfAborted();
    await rename(part, join(root, moment));
    await syncFolder(root);
    for (const { name, rows, bytes } of files)
      log(`${name}: ${rows.toLocaleString('en')} rows, ${bytes.toLocaleString('en')} bytes`);
    if (leftOut.length > 0) log(`Left out, by their terms or SOURCES_PUBLIC: ${leftOut.join(', ')}.`);
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    signal.throwIfAborted();
    throw error;
  }
  log(`Written to ${join(root, moment)}.`);
  if (keep === undefined) return;
  for (const old of (await namesIn(root, MOMENT)).slice(0, -keep)) {
    await remove(root, old);
    log(`Removed ${basename(old)}, since ${keep} are kept.`);
  }
};
