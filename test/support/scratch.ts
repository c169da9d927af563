import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir, userInfo } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { PATIENCE } from './patience.ts';

/**
 * Programs of others that tests run beside the product, and that it does not depend on: installed when a test first wants
 * them, outside the repository, and kept for later runs.
 */

const run = promisify(execFile);

/** Where they are kept. What somebody else has put there is not run. */
const homeOf = (): string => {
  const { uid } = userInfo();
  const home = join(tmpdir(), `kinodex-scratch-${uid}`);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const found = lstatSync(home);
  if (!found.isDirectory() || (uid >= 0 && found.uid !== uid)) throw new Error(`${home} is not a folder of ours`);
  chmodSync(home, 0o700);
  return home;
};

/** What says that there is no way to a registry, rather than that it has refused. */
const NO_WAY =
  /\b(?:ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ERR_SOCKET_TIMEOUT|ENOENT)\b|Could not resolve|Unable to locate package|Failed to fetch|Unable to fetch/i;

const reasonOf = (error: unknown): string => {
  const { message = '', stderr = '' } = error as { message?: string; stderr?: string };
  return `${message}\n${stderr}`;
};

/**
 * The folder that `fill` has filled under this name, once and for all later runs; null, with the reason printed, where
 * nothing can be fetched. Rejects where something is wrong with what is wanted.
 */
const scratch = async (name: string, fill: (folder: string) => Promise<void>): Promise<string | null> => {
  const home = homeOf();
  const folder = join(home, name.replace(/[^\w.@-]+/g, '_'));
  if (existsSync(folder)) return folder;
  const making = mkdtempSync(join(home, '.making-'));
  try {
    await fill(making);
    renameSync(making, folder);
  } catch (error) {
    rmSync(making, { recursive: true, force: true });
    // Another process has been quicker.
    if (existsSync(folder)) return folder;
    const reason = reasonOf(error);
    if (!NO_WAY.test(reason)) throw error;
    console.log(`skipped: ${name} cannot be fetched (${NO_WAY.exec(reason)?.[0]})`);
    return null;
  }
  return folder;
};

/** Loads packages that are installed in a folder. */
export interface Packages {
  readonly folder: string;
  /** A CommonJS module, or a file of a package. */
  readonly require: NodeJS.Require;
  /** A module that is to be imported. */
  readonly load: <Module>(name: string) => Promise<Module>;
}

const npmOf = (): readonly [program: string, ...first: string[]] => {
  const npm = process.env.npm_execpath ?? '';
  return /^np[mx]-cli\.js$/.test(basename(npm))
    ? [process.execPath, npm.replace(/npx-cli\.js$/, 'npm-cli.js')]
    : ['npm'];
};

/**
 * Packages of the npm registry in exactly these versions, their scripts not run: `{ 'imdb-api': '4.4.1' }`. Null, with the
 * reason printed, where the registry cannot be reached.
 */
export const npmPackages = async (wanted: Readonly<Record<string, string>>): Promise<Packages | null> => {
  const name = Object.entries(wanted)
    .map((one) => one.join('@'))
    .join('_');
  const folder = await scratch(`npm_${name}`, async (making) => {
    const [program, ...first] = npmOf();
    writeFileSync(join(making, 'package.json'), JSON.stringify({ private: true, dependencies: wanted }));
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--fetch-retries=1'];
    await run(program, [...first, 'install', ...options], { cwd: making, timeout: PATIENCE });
  });
  if (folder === null) return null;
  const require = createRequire(join(folder, 'package.json'));
  return { folder, require, load: (one) => import(pathToFileURL(require.resolve(one)).href) };
};

/** Where Debian's packages of Python modules put them. */
const PYTHON = 'usr/lib/python3/dist-packages';

/**
 * The folder of the Python modules in these packages of Debian, unpacked and not installed: the value of PYTHONPATH. Null,
 * with the reason printed, where they cannot be had.
 */
export const debianPython = async (...packages: readonly string[]): Promise<string | null> => {
  const folder = await scratch(`deb_${packages.join('_')}`, async (making) => {
    await run('apt-get', ['download', ...packages], { cwd: making, timeout: PATIENCE });
    for (const file of readdirSync(making).filter((one) => one.endsWith('.deb')))
      await run('dpkg-deb', ['-x', file, '.'], { cwd: making });
  });
  return folder && join(folder, PYTHON);
};
