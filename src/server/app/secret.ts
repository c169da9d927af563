import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { settingProblem } from '#server/kernel/problem.ts';
import { makeFolder } from '#server/platform/disk/folder.ts';

export const secretPath = (dataFolder: string): string => join(dataFolder, 'secret');

/** The secret that API tokens are sealed with: made on the first start, kept in the data folder. Losing it loses every token. */
export const keptSecret = (dataFolder: string): string => {
  makeFolder(dataFolder);
  const path = secretPath(dataFolder);
  try {
    const file = openSync(path, 'wx', 0o600);
    writeSync(file, randomBytes(32).toString('base64url'));
    fsyncSync(file);
    closeSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const secret = readFileSync(path, 'utf8').trim();
  if (secret.length < 32)
    throw settingProblem(
      'KINODEX_DATA',
      dataFolder,
      `${path} does not hold a secret; restore it from a backup or remove it`,
    );
  return secret;
};
