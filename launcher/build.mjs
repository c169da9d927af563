import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { lock } from './lock.mjs';
import { at, fail, isAlive, lockFile, readText, root } from './place.mjs';
import { runNode } from './run.mjs';

/** What is built, as Vite is told, and the sources that it is made of. */
const site = {
  name: 'site',
  folders: ['src/web', 'src/contracts', 'client/src'],
  files: ['client/package.json', 'client/README.md', 'client/tsconfig.build.json', 'vite.config.ts'],
  isSource: (file) => !/\.test\.tsx?$/.test(file),
  vite: [],
};
const server = {
  name: 'server',
  folders: ['src/cli', 'src/contracts', 'src/server'],
  files: ['package.json', 'vite.server.config.ts'],
  // All else it reads where it lies.
  isSource: (file) => /(?<!\.test)\.(?:ts|json)$/.test(file),
  vite: ['--config', 'vite.server.config.ts', '--ssr', 'src/cli/main.ts'],
};

const siteFolder = at('dist/site');
/** Each has its own: a server that runs goes on loading from the one it began with. */
const serverFolder = (sources) => at(`dist/server-${sources.slice(0, 16)}`);
/** Holds what a folder was built from. */
const markOf = (folder) => join(folder, '.built');
const building = at('dist/.building');

/** Whether what builds is there. */
export const hasTools = () => existsSync(at('node_modules/vite/package.json'));

/** Whether the site has been built once. */
export const isBuilt = () => existsSync(markOf(siteFolder));

const canWrite = () => {
  try {
    accessSync(at('dist'), constants.W_OK);
    return true;
  } catch {
    return false;
  }
};

/** Without what editors leave beside. */
const filesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesIn(path);
    return entry.isFile() && !entry.name.startsWith('.') ? path : [];
  });

/** The sources of a part as one hash: names and contents. */
const hashOf = ({ folders, files, isSource }) => {
  const sources = folders.flatMap((folder) => filesIn(at(folder))).filter(isSource);
  const sum = createHash('sha256');
  for (const file of [...sources, ...files.map((name) => at(name)), lockFile].sort())
    sum.update(`${relative(root, file)}\n`).update(readFileSync(file));
  return sum.digest('hex');
};

/**
 * Builds a part beside the old one and puts it in its place at once: a build that is killed is repeated. Resolves with an
 * exit code.
 */
const make = async (part, folder, sources, isFresh) => {
  if (!(await lock(building, isFresh, `building the ${part.name}`))) return 0;
  console.error(`Building the ${part.name} …`);
  // Nobody else's, not even that of a builder whose launcher was killed.
  const made = join(building, String(process.pid));
  const code = await runNode(
    [
      at('node_modules/vite/bin/vite.js'),
      ...['build', ...part.vite, '--outDir', made, '--emptyOutDir', '--logLevel', 'warn'],
    ],
    { env: { NODE_ENV: 'production' }, stdio: ['ignore', 2, 2] },
  );
  if (code === 0) {
    writeFileSync(markOf(made), sources);
    if (existsSync(folder)) renameSync(folder, join(building, 'old'));
    renameSync(made, folder);
  }
  rmSync(building, { recursive: true, force: true });
  return code;
};

const buildSite = async (always) => {
  const sources = hashOf(site);
  const isFresh = () => !always && readText(markOf(siteFolder)) === sources;
  if (isFresh()) return;
  if (hasTools()) {
    const code = await make(site, siteFolder, sources, isFresh);
    if (code !== 0) process.exit(code);
    return;
  }
  const mend = 'there is nothing to build it with: run npm ci --include=dev.';
  if (!isBuilt()) fail(`The site is not built, and ${mend}`);
  console.error(`The site is older than its sources, and ${mend}`);
};

/** The processes that have served from a folder. */
const usersOf = (folder) =>
  readdirSync(folder)
    .filter((name) => name.startsWith('.by-'))
    .map((name) => Number(name.slice('.by-'.length)));

/** Notes that this process serves from a folder, which is kept as long as it does. */
const use = (folder) => {
  try {
    for (const pid of usersOf(folder)) if (!isAlive(pid)) rmSync(join(folder, `.by-${pid}`), { force: true });
    writeFileSync(join(folder, `.by-${process.pid}`), '');
  } catch {
    // Whoever may not write here is kept by being among the newest two.
  }
};

/** Removes servers that nobody runs, but for the newest two: a long command may have begun with the one before. */
const dropOldServers = () => {
  const age = (folder) => statSync(folder).mtimeMs;
  try {
    const all = readdirSync(at('dist')).filter((name) => name.startsWith('server-'));
    const folders = all.map((name) => at('dist', name)).sort((a, b) => age(b) - age(a));
    for (const folder of folders.slice(2)) {
      if (usersOf(folder).some(isAlive)) continue;
      // One that is half gone is not taken for a whole one.
      rmSync(markOf(folder), { force: true });
      rmSync(folder, { recursive: true, force: true });
    }
  } catch {
    // Another start is quicker, or it is somebody else's: the next start tries again.
  }
};

/** The server's file where it is as new as its sources. */
export const builtServer = (sources = hashOf(server)) => {
  const folder = serverFolder(sources);
  return readText(markOf(folder)) === sources ? join(folder, 'main.js') : undefined;
};

/** How a build ends that somebody has stopped: by SIGHUP, SIGINT or SIGTERM. */
const stopped = [129, 130, 143];

const buildServer = async (always) => {
  const sources = hashOf(server);
  const folder = serverFolder(sources);
  const isFresh = () => !always && builtServer(sources) !== undefined;
  if (!isFresh() && hasTools() && canWrite()) {
    const code = await make(server, folder, sources, isFresh);
    if (code !== 0 && (always || stopped.includes(code))) process.exit(code);
    if (code !== 0) console.error('The server could not be built: it runs from its sources.');
  }
  const file = builtServer(sources);
  if (file) use(folder);
  dropOldServers();
  return file;
};

/** Builds what is older than its sources; resolves with the server's file, where it could be built. */
export const build = async ({ always = false } = {}) => {
  await buildSite(always);
  return buildServer(always);
};
