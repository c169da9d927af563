import { spawnSync } from 'node:child_process';
import { lchown, lstat, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isPostmasterOf, readPostmaster } from './embedded-lock.ts';

/** The user a PostgreSQL of root runs as, since it refuses root itself. */
export type Account = { readonly uid: number; readonly gid: number };

/** The user of that name is the database's alone; it is made where root runs the product for the first time. */
const ownName = 'kinodex';
/** Whom the database of an earlier version ran as, and runs as still where no user can be made. */
export const nobody: Account = { uid: 65534, gid: 65534 };

const makers: readonly (readonly [string, ...string[]])[] = [
  ['useradd', '--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent'],
  // BusyBox.
  ['adduser', '-S', '-D', '-H'],
];
const tries = 5;

export const isRoot = (): boolean => process.getuid?.() === 0;

const idOf = (which: '-u' | '-g'): number => {
  const { status, stdout } = spawnSync('id', [which, ownName], { encoding: 'utf8' });
  return status === 0 ? Number(stdout) : Number.NaN;
};

const findOwn = (): Account | undefined => {
  const [uid, gid] = [idOf('-u'), idOf('-g')];
  return uid > 0 && gid > 0 ? { uid, gid } : undefined;
};

const makeOwn = (): Account | undefined => {
  // Of two first starts at once one may find the list of users locked.
  for (let attempt = 0; attempt < tries; attempt += 1) {
    for (const [program, ...options] of makers) {
      spawnSync(program, [...options, '--shell', '/sbin/nologin', ownName], { stdio: 'ignore' });
      const made = findOwn();
      if (made) return made;
    }
  }
  return undefined;
};

let own: Account | undefined;

/** Whether root made a cluster's folder, and handed it to nobody, as earlier versions did. */
const wasNobodys = async (home: string): Promise<boolean> => {
  const [folder, parent] = await Promise.all([stat(home), stat(dirname(home))]);
  return folder.uid === nobody.uid && parent.uid === 0;
};

const isRunning = async (home: string): Promise<boolean> => {
  const postmaster = await readPostmaster(home);
  return postmaster !== undefined && (await isPostmasterOf(home, postmaster.pid));
};

/** Whom the programs run as: null is ourselves; root hands them to the folder's owner, or to a user of their own. */
export const accountOf = async (home: string): Promise<Account | null> => {
  if (!isRoot()) return null;
  const owner = await stat(home).catch(() => undefined);
  const keeps = owner && owner.uid !== 0 && (!(await wasNobodys(home)) || (await isRunning(home)));
  if (keeps) return { uid: owner.uid, gid: owner.gid };
  own ??= findOwn() ?? makeOwn() ?? nobody;
  return own;
};

/** Whether an account can enter a folder. */
export const canEnter = (account: Account, folder: string): boolean =>
  spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], { ...account, cwd: '/', stdio: 'ignore' }).status === 0;

/** Gives a folder and all in it to an account. */
export const giveTo = async (folder: string, { uid, gid }: Account): Promise<void> => {
  await lchown(folder, uid, gid);
  for (const entry of await readdir(folder, { recursive: true })) await lchown(join(folder, entry), uid, gid);
};

/** Gives what an earlier version left to nobody to the account. */
export const takeFromNobody = async (folder: string, account: Account | null): Promise<void> => {
  const found = await lstat(folder).catch(() => undefined);
  if (account && account.uid !== nobody.uid && found?.isDirectory() && found.uid === nobody.uid)
    await giveTo(folder, account);
};
