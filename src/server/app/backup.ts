import { existsSync } from 'node:fs';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '#server/kernel/problem.ts';
import { type Checked, checkArchive } from '#server/platform/backup/check.ts';
import { ArchiveFault, type Manifest } from '#server/platform/backup/manifest.rules.ts';
import type { Watched } from '#server/platform/backup/progress.ts';
import { restoreBackup } from '#server/platform/backup/restore.ts';
import { writeBackup } from '#server/platform/backup/write.ts';
import type { Database } from '#server/platform/db/database.ts';
import { makeFolder } from '#server/platform/disk/folder.ts';
import type { Config } from './config.ts';
import { imageStoreOf } from './image-settings.ts';
import { MIGRATIONS } from './open.ts';
import { secretPath } from './secret.ts';
import { VERSION } from './version.ts';

interface Ask extends Watched {
  readonly file: string;
  readonly pictures: boolean;
}

const now = (): Date => new Date();

/** By the code of the system: why a file that is to be read cannot be. */
const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: 'it is not there',
  ENOTDIR: 'it lies below a file',
  EISDIR: 'it is a folder',
  EACCES: 'the right to read it is missing',
};

/** Says of which archive a fault is, in one line. */
const ofArchive = (file: string) => (error: unknown) => {
  const why = error instanceof ArchiveFault ? error.message : UNREADABLE[(error as NodeJS.ErrnoException).code ?? ''];
  throw why === undefined ? error : new Problem(`${file} cannot be used: ${why}`, { cause: error });
};

/** The secret as it is now; none where no product has served yet. */
const knownSecret = async ({ secret, dataFolder }: Config): Promise<string | null> => {
  if (secret !== undefined) return secret;
  const path = secretPath(dataFolder);
  return existsSync(path) ? (await readFile(path, 'utf8')).trim() : null;
};

export const backUp = async (config: Config, db: Database, { pictures, ...ask }: Ask): Promise<Manifest> =>
  writeBackup({
    ...ask,
    db,
    now,
    version: VERSION,
    secret: await knownSecret(config),
    pictures: pictures ? imageStoreOf(config, now) : null,
  });

export const checkBackup = (ask: Omit<Ask, 'pictures'>): Promise<Checked> =>
  checkArchive(ask.file, ask).catch(ofArchive(ask.file));

/** Files of the data folder that speak of the database which was there before. */
const OF_DATABASE = ['quota-ledger', 'audit', 'logs'];

/** Has the data folder hold the secret of the backup: first beside its place, so that the old one stays until the commit. */
const prepareSecret = async ({ dataFolder }: Config, secret: string) => {
  makeFolder(dataFolder);
  const path = secretPath(dataFolder);
  const next = `${path}.restored`;
  await rm(next, { force: true });
  await using file = await open(next, 'wx', 0o600);
  await file.writeFile(secret);
  await file.sync();
  return async (): Promise<void> => {
    if (existsSync(path) && (await readFile(path, 'utf8')).trim() !== secret) await rename(path, `${path}.replaced`);
    await rename(next, path);
  };
};

interface RestoreAsk extends Ask {
  readonly checked: Checked;
  readonly replace: boolean;
}

/** Puts a checked backup into the database and the data folder. Answers the migrations that it needed to be of this version. */
export const restore = async (
  config: Config,
  db: Database,
  { pictures, ...ask }: RestoreAsk,
): Promise<readonly string[]> => {
  const { secret } = ask.checked;
  if (config.secret !== undefined && secret !== null && config.secret !== secret)
    throw new Problem('KINODEX_SECRET is not the secret of this backup; set it to that, or leave it out');
  let putSecret = async (): Promise<void> => {};
  const applied = await restoreBackup(
    {
      ...ask,
      db,
      migrations: MIGRATIONS,
      pictures: pictures ? imageStoreOf(config, now) : null,
    },
    async () => {
      if (secret !== null && config.secret === undefined) putSecret = await prepareSecret(config, secret);
    },
    async () => {
      await putSecret();
      for (const name of OF_DATABASE) await rm(join(config.dataFolder, name), { recursive: true, force: true });
    },
  ).catch(ofArchive(ask.file));
  return applied;
};
