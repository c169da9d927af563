#!/usr/bin/env node
// Installs what is missing, builds the site when its sources have changed, then runs Kinodex on Node.js 24. Plain JavaScript without dependencies, for any Node >= 18.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = dirname(fileURLToPath(import.meta.url));
const at = (...parts) => join(root, ...parts);
const lockFile = at('package-lock.json');
// A clone has the lock file beside this one; an installed package is complete as it is.
const isClone = existsSync(lockFile);
const stamp = at('node_modules/.installed');
const installing = at('.installing');
const site = at('dist/site');
/** Holds what the site was built from. */
const mark = join(site, '.built');
const building = at('dist/.building');
const oldestNode = 24;
/** In ms: who holds a lock for longer has gone away without a word. */
const longestWork = 15 * 60_000;

/** Fails with words for people. */
const fail = (text) => {
  console.error(text);
  process.exit(1);
};

const args = process.argv.slice(2);
// Serving is the command where none is named.
const serves = args[0] === undefined || args[0] === 'serve';

const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

/** What a file says; nothing when it cannot be read. */
const readText = (file) => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};

let current;
for (const signal of ['SIGTERM', 'SIGHUP'])
  process.on(signal, () => (current ? current.kill(signal) : process.exit(143)));
// Ctrl-C reaches the whole group, so the child has it already. When only this process was meant, the closed channel
// tells the server, which takes both for the same wish; any other command hears the signal, perhaps again.
process.on('SIGINT', () => {
  if (!current) process.exit(130);
  const child = current;
  setTimeout(() => {
    if (current !== child) return;
    if (serves && child.connected) child.disconnect();
    else if (!serves) child.kill('SIGINT');
  }, 300).unref();
});
// npm dies without a word to its scripts on kill -9; then nobody waits for this process any more. A shell that npm has
// put between (npx does) outlives it: then its parent is the one to watch, where the system tells who that is.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid;
  const [, name = '', above = ''] = /^\d+ \((.*)\) \S (\d+)/s.exec(readText(`/proc/${parent}/stat`)) ?? [];
  const npm = /^(?:npm|npx|node)/.test(name) ? 0 : Number(above);
  setInterval(() => {
    if (process.ppid !== parent || (npm > 1 && !isAlive(npm))) current?.kill('SIGTERM');
  }, 500).unref();
}

/** Runs a program to its end; resolves with an exit code, or undefined when it cannot be started. */
const run = (file, args, options) =>
  new Promise((resolve) => {
    current = spawn(file, args, { cwd: root, stdio: 'inherit', ...options });
    current.once('error', () => resolve(undefined));
    current.once('exit', (code, signal) => resolve(code ?? { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }[signal] ?? 137));
  }).finally(() => {
    current = undefined;
  });

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

/** Whether all that the product runs with is there, as after `npm ci --omit=dev`. */
const isRunnable = () => {
  // npm writes this one last.
  const found = packagesIn(at('node_modules/.package-lock.json'));
  return Object.entries(packagesIn(lockFile)).every(
    ([path, { version, dev, optional, devOptional }]) =>
      path === '' || dev || optional || devOptional || found[path]?.version === version,
  );
};
/** Whether what builds the site is there as well. */
const hasTools = () => existsSync(at('node_modules/vite/package.json'));
const isProduction = process.env.NODE_ENV === 'production';
/** Whether nothing has to be installed; who left the tools away on purpose gets none. */
const isReady = () => isInstalled() || (args[0] !== 'dev' && !hasTools() && isRunnable());

/** The pid that holds a lock now, or 0 when that is not known. */
const holder = (folder) => Number(readText(join(folder, 'pid')));

const isAbandoned = (folder) => {
  try {
    const age = Date.now() - statSync(folder).mtimeMs;
    const pid = holder(folder);
    return age > longestWork || (pid === 0 ? age > 5_000 : !isAlive(pid));
  } catch {
    return false;
  }
};

/** Takes a lock, which is a folder; resolves with false when another process has done the work meanwhile. */
const lock = async (folder, isDone, doing) => {
  for (let told = false; ; ) {
    try {
      mkdirSync(dirname(folder), { recursive: true });
      mkdirSync(folder);
      writeFileSync(join(folder, 'pid'), String(process.pid));
      if (!isDone()) return true;
      rmSync(folder, { recursive: true, force: true });
      return false;
    } catch (error) {
      if (error.code !== 'EEXIST') fail(`${root} cannot be written (${error.code}): run this once as its owner.`);
    }
    if (isAbandoned(folder)) {
      // Renaming takes it from exactly one of those who would clear it away.
      const aside = `${folder}.${process.pid}`;
      try {
        renameSync(folder, aside);
        // Another start may have been quicker, and this is the lock it just made.
        if (!isAbandoned(aside)) renameSync(aside, folder);
      } catch {}
      rmSync(aside, { recursive: true, force: true });
      continue;
    }
    if (!told) console.error(`Another start (pid ${holder(folder)}) is ${doing}; waiting for it.`);
    told = true;
    await pause(200);
    if (isDone()) return false;
  }
};

const install = async () => {
  if (!(await lock(installing, isReady, 'installing'))) return;
  console.error('Installing what Kinodex needs …');
  // Who has built the site needs nothing to build it with.
  const onlyRuns = isProduction && args[0] !== 'dev' && existsSync(mark);
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

const isRecent = Number(process.versions.node.split('.')[0]) >= oldestNode;

/** The programs that may run Kinodex, best first. */
const nodes = () => {
  const found = [];
  try {
    const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
    found.push(join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), 'bin/node'));
  } catch {}
  if (isRecent) found.push(process.execPath);
  return found;
};

/** Runs a script on Node.js 24 and resolves with its exit code. */
const runNode = async (args, { env: more, ...options } = {}) => {
  const cache = isClone ? { NODE_COMPILE_CACHE: at('node_modules/.cache/compile') } : {};
  const env = { ...process.env, ...cache, ...more };
  for (const node of nodes()) {
    const code = await run(node, args, { env, ...options });
    if (code !== undefined) return code;
  }
  return fail(
    `Kinodex needs Node.js ${oldestNode} or newer; there is none in node_modules for ` +
      `${process.platform}-${process.arch}, and this is ${process.version}.`,
  );
};

const filesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(path) : path;
  });

/** What the site is made of, as one hash: names and contents. */
const siteSources = () => {
  const sources = [...filesIn(at('src/web')), ...filesIn(at('src/contracts')), at('vite.config.ts'), lockFile];
  const sum = createHash('sha256');
  for (const file of sources.filter((name) => !/\.test\.tsx?$/.test(name)).sort())
    sum.update(`${relative(root, file)}\n`).update(readFileSync(file));
  return sum.digest('hex');
};

/** Builds the site beside the old one and puts it in its place at once: a build that is killed is repeated. */
const build = async ({ always = false } = {}) => {
  const sources = siteSources();
  const isBuilt = () => !always && readText(mark) === sources;
  if (isBuilt()) return;
  if (!hasTools()) {
    if (!existsSync(mark))
      fail('The site is not built, and there is nothing to build it with: run npm ci --include=dev.');
    console.error(
      'The site is older than its sources, and there is nothing to build it with: run npm ci --include=dev.',
    );
    return;
  }
  if (!(await lock(building, isBuilt, 'building the site'))) return;
  console.error('Building the site …');
  // Nobody else's, not even that of a builder whose launcher was killed.
  const made = join(building, String(process.pid));
  const code = await runNode(
    [at('node_modules/vite/bin/vite.js'), 'build', '--outDir', made, '--emptyOutDir', '--logLevel', 'warn'],
    { env: { NODE_ENV: 'production' }, stdio: ['ignore', 2, 2] },
  );
  if (code === 0) {
    writeFileSync(join(made, '.built'), sources);
    if (existsSync(site)) renameSync(site, join(building, 'old'));
    renameSync(made, site);
  }
  rmSync(building, { recursive: true, force: true });
  if (code !== 0) process.exit(code);
};

const vitest = (more) => [at('node_modules/vitest/vitest.mjs'), 'run', ...more];

const develop = async ([what, ...more]) => {
  if (!isClone || !['test', 'check', 'build', 'mutate', 'package'].includes(what))
    fail('Usage, in a clone: kinodex dev test [files] | dev check | dev build | dev mutate | dev package');
  if (what === 'build') {
    await build({ always: true });
    return 0;
  }
  if (what === 'check') {
    for (const tool of [
      [at('node_modules/@biomejs/biome/bin/biome'), 'check', '.'],
      [at('node_modules/typescript/bin/tsc'), '-b'],
    ]) {
      const code = await runNode(tool);
      if (code === 0) continue;
      console.log('0 passed, 1 failed');
      return code;
    }
  }
  await build();
  if (what === 'mutate') return runNode([at('scripts/mutate/main.ts'), ...more]);
  if (what === 'package') return runNode([at('scripts/make-package.ts')]);
  return runNode(vitest(more));
};

const product = async () => {
  const asksOnly = args.some((one) => ['-h', '--help', '-V', '--version'].includes(one));
  if (isClone && serves && !asksOnly) await build();
  // From a clone the sources run as they are; a package carries them as JavaScript, since Node strips no types there.
  const main = isClone ? at('src/cli/main.ts') : at('dist/package/src/cli/main.js');
  // Its end tells a command that works for long that this process was killed.
  const channel = { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] };
  // A server's requests leave little behind: a smaller nursery keeps its memory low and costs no speed (bench/http.ts).
  const memory = serves ? ['--max-semi-space-size=4'] : [];
  return runNode([...memory, main, ...args], { cwd: process.cwd(), ...channel });
};

if (isClone && !isReady()) await install();
process.exit(await (args[0] === 'dev' ? develop(args.slice(1)) : product()));
