import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { access, chmod, chown, constants, lstat, mkdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Problem, settingProblem } from '#server/kernel/problem.ts';
import { makeFolder } from '../disk/folder.ts';
import { type Account, accountOf, canEnter, isRoot, takeFromNobody } from './embedded-account.ts';
import { major } from './embedded-lock.ts';

const shared = '/var/lib/kinodex';
const longestSocketPath = 107;
const socketName = '/.s.PGSQL.5432';

const hashOf = (path: string): string => createHash('sha256').update(path).digest('hex').slice(0, 12);
const hasCluster = (home: string): boolean => existsSync(join(home, major, 'PG_VERSION'));

/** The topmost folder on the way that the account cannot enter. */
const closedFolder = (account: Account, folder: string): string => {
  const parent = dirname(folder);
  return parent === folder || canEnter(account, parent) ? folder : closedFolder(account, parent);
};

/** In a data folder: the id of its cluster, which lies elsewhere under that name. */
const idFile = (dataFolder: string): string => join(dataFolder, 'cluster');
/** Beside a cluster that lies elsewhere: the data folder that it belongs to. */
const ownerFile = (home: string): string => `${home}.data-folder`;

const readLine = (path: string): Promise<string | null> =>
  readFile(path, 'utf8').then(
    (text) => text.trim(),
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
      throw error;
    },
  );

/** The folder of the cluster that a data folder names, wherever the data folder was moved to meanwhile. */
const namedCluster = async (dataFolder: string, id: string, sharedFolder: string): Promise<string> => {
  const file = idFile(dataFolder);
  const home = join(sharedFolder, id);
  const problem = (text: string) => settingProblem('KINODEX_DATA', dataFolder, text);
  if (!/^[0-9a-f]{12}$/.test(id)) throw problem(`${file} names no database; restore it from a backup`);
  if (!existsSync(home))
    throw problem(`its database ${home} is not there; bring it back, or remove ${file} to begin with an empty one`);
  const owner = await readLine(ownerFile(home));
  if (owner === dataFolder) return home;
  if (owner !== null && (await readLine(idFile(owner)).catch(() => null)) === id)
    throw problem(`this is a copy of ${owner}, whose database is ${home}; remove ${file} to begin with an empty one`);
  if (isRoot()) await writeFile(ownerFile(home), `${dataFolder}\n`);
  return home;
};

/** Makes the folder of a cluster outside the data folder, and has the data folder name it. */
const nameCluster = async (dataFolder: string, home: string, id: string, account: Account): Promise<string> => {
  await makePrivate(home, account);
  await writeFile(ownerFile(home), `${dataFolder}\n`);
  await writeFile(idFile(dataFolder), `${id}\n`);
  return home;
};

/** Whether a data folder has a database of its own already, wherever that lies; makes nothing. */
export const knowsCluster = (dataFolder: string): boolean =>
  hasCluster(join(dataFolder, 'postgres')) ||
  existsSync(idFile(dataFolder)) ||
  hasCluster(join(shared, hashOf(resolve(dataFolder))));

/**
 * The folder of the embedded cluster for a data folder: `<data>/postgres`, or, for root, a folder below `/var/lib/kinodex`
 * when the account that runs PostgreSQL cannot enter the data folder; that one then names it. Makes the data folder.
 * Throws a Problem when the folder is pinned, or already holds a cluster, and cannot be entered, and when the cluster
 * that it names is gone or another's.
 */
export const placeCluster = async (options: {
  readonly dataFolder: string;
  readonly pinned: boolean;
  readonly sharedFolder?: string;
}): Promise<string> => {
  const { sharedFolder = shared } = options;
  makeFolder(options.dataFolder);
  const dataFolder = await realpath(options.dataFolder);
  const inside = join(dataFolder, 'postgres');
  const named = hasCluster(inside) ? null : await readLine(idFile(dataFolder));
  if (named !== null) return namedCluster(dataFolder, named, sharedFolder);
  const account = await accountOf(inside);
  if (!account) return inside;
  // An earlier version named it after the path.
  const ofPath = hashOf(dataFolder);
  const before = join(sharedFolder, ofPath);
  if (!hasCluster(inside) && hasCluster(before)) {
    await takeFromNobody(before, await accountOf(before));
    return nameCluster(dataFolder, before, ofPath, (await accountOf(before)) ?? account);
  }
  if (canEnter(account, dataFolder)) return inside;
  if (options.pinned || hasCluster(inside)) {
    throw settingProblem(
      'KINODEX_DATA',
      dataFolder,
      `PostgreSQL, which runs as uid ${account.uid}, cannot enter ${closedFolder(account, dataFolder)}; ` +
        'give that folder the right o+x (chmod o+x), choose another KINODEX_DATA, or set DATABASE_URL',
    );
  }
  const id = randomBytes(6).toString('hex');
  return nameCluster(dataFolder, join(sharedFolder, id), id, account);
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
    throw new Problem(
      `${folder} belongs to another user (uid ${found.uid}, not ${uid}); run this as that user or as root, or set KINODEX_DATA to another folder`,
    );
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
    // Left by a crash of an earlier version. Only in a folder where nobody else can put something of that name.
    if (parent === '/run') await takeFromNobody(folder, account);
    await makePrivate(folder, account);
    return folder;
  }
  throw settingProblem(
    'TMPDIR',
    process.env.TMPDIR ?? '',
    `none of ${socketParents().join(', ')} is short and writable, and the database's socket needs such a folder; set TMPDIR to one`,
  );
};
