import { createHash } from 'node:crypto';
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { hasTools, isBuilt } from './build.mjs';
import { lock } from './lock.mjs';
import { args, at, fail, lockFile, readText } from './place.mjs';
import { run } from './run.mjs';

const stamp = at('node_modules/.installed');
const installing = at('.installing');

const wanted = () =>
  createHash('sha256').update(readFileSync(lockFile)).update(`${process.platform} ${process.arch}`).digest('hex');

const isInstalled = () => readText(stamp) === wanted();

/** What an installation holds, by its path, as a lock file says. */
const packagesIn = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return {};
  }
};

/** Whether a package is for this machine; a C library that it asks for is npm's to look at. */
const isForHere = ({ os, cpu, libc }) =>
  !libc && os?.includes(process.platform) === true && cpu?.includes(process.arch) === true;

/** Whether everything is there, as after `npm ci`, or without tools as after `npm ci --omit=dev`. */
const isComplete = (withTools) => {
  // npm writes this one last.
  const found = packagesIn(at('node_modules/.package-lock.json'));
  const isWanted = (entry) => {
    if (entry.dev || entry.devOptional) return withTools && !entry.optional && !entry.devOptional;
    return !entry.optional || (withTools && isForHere(entry));
  };
  return Object.entries(packagesIn(lockFile)).every(
    ([path, entry]) => path === '' || !isWanted(entry) || found[path]?.version === entry.version,
  );
};
const isProduction = process.env.NODE_ENV === 'production';
/** Whether nothing has to be installed; who left the tools away on purpose gets none. */
export const isReady = () => isInstalled() || isComplete(args[0] === 'dev' || hasTools());

/** Installs what is missing, once however many starts want it. */
export const install = async () => {
  if (!(await lock(installing, isReady, 'installing'))) return;
  console.error('Installing what Kinodex needs …');
  // Who has built all needs nothing to build it with.
  const onlyRuns = isProduction && args[0] !== 'dev' && isBuilt();
  const npmArgs = [
    'ci',
    onlyRuns ? '--omit=dev' : '--include=dev',
    '--include=optional',
    '--ignore-scripts',
    '--loglevel=error',
    '--no-audit',
    '--no-fund',
  ];
  const npm = process.env.npm_execpath ?? '';
  // Standard output belongs to the command that was asked for.
  const options = { stdio: ['ignore', 2, 2] };
  const code = /^npm|^npx/.test(basename(npm))
    ? await run(process.execPath, [npm.replace(/npx-cli\.js$/, 'npm-cli.js'), ...npmArgs], options)
    : await run('npm', npmArgs, options);
  if (code === 0) {
    // With this link `npx kinodex` finds the clone itself instead of making a package of it.
    try {
      symlinkSync('../../kinodex.mjs', at('node_modules/.bin/kinodex'));
    } catch {}
    // Written last, so that a broken installation is repeated.
    if (!onlyRuns) writeFileSync(stamp, wanted());
  }
  rmSync(installing, { recursive: true, force: true });
  if (code === undefined) fail('There is no npm to install with: install Node.js with npm.');
  if (code !== 0) process.exit(code);
};
