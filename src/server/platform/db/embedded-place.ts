import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { access, chmod, chown, constants, lstat, mkdir, realpath, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The user a PostgreSQL of root runs as, since it refuses root itself. */
export type Account = { readonly uid: number; readonly gid: number };

/** The part of the cluster's folder that names the major version; another one lies beside it. */
export const major = '18';

const nobody: Account = { uid: 65534, gid: 65534 };
const shared = '/var/lib/kinodex';
const longestSocketPath = 107;
const socketName = '/.s.PGSQL.5432';

const isRoot = (): boolean => process.getuid?.() === 0;
const hashOf = (path: string): string => createHash('sha256').update(path).digest('hex').slice(0, 12);
const hasCluster = (home: string): boolean => existsSync(join(home, major, 'PG_VERSION'));

/** Whom the programs run as: null is ourselves; root hands them to the folder's owner or to nobody. */
export const accountOf = async (home: string): Promise<Account | null> => {
  if (!isRoot()) return null;
  const owner = await stat(home).catch(() => undefined);
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : nobody;
};

const canEnter = (account: Account, folder: string): boolean =>
  spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], { ...account, cwd: '/', stdio: 'ignore' }).status === 0;

/** The topmost folder on the way that the account cannot enter. */
const closedFolder = (account: Account, folder: string): string => {
  const parent = dirname(folder);
  return parent === folder || canEnter(account, parent) ? folder : closedFolder(account, parent);
};

/**
 * The folder of the embedded cluster for a data folder: `<data>/postgres`, or, for root, a folder below `/var/lib/kinodex`
 * when the account that runs PostgreSQL cannot enter the data folder. Makes the data folder. Throws when the folder is
 * pinned, or already holds a cluster, and cannot be entered.
 */
export const placeCluster = async (options: {
  readonly dataFolder: string;
  readonly pinned: boolean;
  readonly sharedFolder?: string;
}): Promise<string> => {
  await mkdir(options.dataFolder, { recursive: true });
  const dataFolder = await realpath(options.dataFolder);
  const inside = join(dataFolder, 'postgres');
  const account = await accountOf(inside);
  if (!account) return inside;
  const outside = join(options.sharedFolder ?? shared, hashOf(dataFolder));
  if (!hasCluster(inside) && hasCluster(outside)) return outside;
  if (canEnter(account, dataFolder)) return inside;
  if (options.pinned || hasCluster(inside)) {
    throw new Error(
      `PostgreSQL, which runs as uid ${account.uid}, cannot enter ${closedFolder(account, dataFolder)}: ` +
        `give that folder the right o+x (chmod o+x), choose another KINODEX_DATA, or set DATABASE_URL`,
    );
  }
  return outside;
};

/** Makes a folder that the account owns and nobody else enters, its parents enterable. Throws when it is another user's. */
export const makePrivate = async (folder: string, account: Account | null): Promise<void> => {
  const made = await mkdir(dirname(folder), { recursive: true });
  if (made && account) await chmod(made, 0o711);
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const found = await lstat(folder);
  const uid = account?.uid ?? process.getuid?.() ?? found.uid;
  if (found.isDirectory() && isRoot() && found.uid === 0 && account) await chown(folder, account.uid, account.gid);
  else if (!found.isDirectory() || found.uid !== uid) {
    throw new Error(`${folder} belongs to another user (uid ${found.uid}, not ${uid})`);
  }
  if ((found.mode & 0o777) !== 0o700) await chmod(folder, 0o700);
};

const socketParents = (): string[] =>
  [isRoot() ? '/run' : process.env.XDG_RUNTIME_DIR, tmpdir(), '/tmp'].filter((folder) => folder !== undefined);

/** The short private folder of the cluster's socket; its name is a hash of the cluster's place. */
export const makeSocketFolder = async (home: string, account: Account | null): Promise<string> => {
  const name = `kinodex-${hashOf(await realpath(home))}`;
  for (const parent of socketParents()) {
    const folder = join(parent, name);
    if (Buffer.byteLength(folder + socketName) > longestSocketPath) continue;
    const usable = await access(parent, constants.W_OK).then(
      () => !account || canEnter(account, parent),
      () => false,
    );
    if (!usable) continue;
    await makePrivate(folder, account);
    return folder;
  }
  throw new Error(`no folder for the database's socket: none of ${socketParents().join(', ')} is short and writable`);
};
