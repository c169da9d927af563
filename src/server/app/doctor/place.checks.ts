import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { access, constants, readdir, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { maskedUrl, Problem } from '#server/kernel/problem.ts';
import { defaultLimits } from '#server/platform/db/embedded-disk.ts';
import type { Config } from '../config.ts';
import { imageStoreOf } from '../image-settings.ts';
import { folderProblem, problemOf } from '../start-problem.ts';
import { type Check, type Finding, ok } from './finding.ts';
import { diskFinding } from './vitals.rules.ts';

const nearest = (folder: string): string => (existsSync(folder) ? folder : nearest(dirname(folder)));

/** Writes a file and removes it; of a folder that is not there yet, looks whether it can be made. */
const tryFolder = async (name: string, folder: string): Promise<Finding> => {
  const at = nearest(folder);
  try {
    if (!(await stat(at)).isDirectory()) await readdir(at);
    await access(at, constants.W_OK);
    if (at !== folder) return ok(name, `${folder} is not there yet and can be made`);
    const file = join(folder, `.doctor-${randomUUID()}`);
    await writeFile(file, 'x').finally(() => rm(file, { force: true }));
    return ok(name, `${folder} can be written`);
  } catch (error) {
    throw Object.assign(error instanceof Error ? error : new Error(String(error)), { path: at });
  }
};

export const placeChecks = (
  config: Config,
  patience: number,
  freeBytes: (folder: string) => Promise<number> = async (folder) => {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  },
): readonly Check[] => {
  const { dataFolder } = config;
  const { store } = config.images;
  const folder = store !== null && 'folder' in store ? store.folder : join(dataFolder, 'images');
  const explain = (error: unknown): unknown => problemOf(error, config);
  const explainFolder = (error: unknown): unknown =>
    (store === null ? null : folderProblem(error, 'IMAGE_STORE', folder)) ?? explain(error);
  const late = 'look whether the disk answers (a network share?)';
  const shown = store !== null && 'baseUrl' in store ? maskedUrl(store.baseUrl) : '';
  const bucket: Check = {
    ...{ name: 'pictures', patience },
    late: 'look at IMAGE_STORE, its keys and the network',
    explain: (error) =>
      new Problem(
        `IMAGE_STORE=${shown}: ${error instanceof Error ? error.message : 'it fails'}; correct the address, its keys or their rights`,
      ),
    look: async () => {
      for await (const _ of imageStoreOf(config, () => new Date()).list()) break;
      return [ok('pictures', `IMAGE_STORE=${shown} answers and takes its keys`)];
    },
  };
  return [
    {
      ...{ name: 'disk', patience, late, explain },
      look: async () => [diskFinding(dataFolder, await freeBytes(nearest(dataFolder)), defaultLimits.low)],
    },
    { ...{ name: 'folder', patience, late, explain }, look: async () => [await tryFolder('folder', dataFolder)] },
    store !== null && 'baseUrl' in store
      ? bucket
      : {
          ...{ name: 'pictures', patience, late, explain: explainFolder },
          look: async () => [await tryFolder('pictures', folder)],
        },
  ];
};
