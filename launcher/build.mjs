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
import { at, fail, lockFile, readText, root } from './place.mjs';
import { runNode } from './run.mjs';

/** What is built, as Vite is told, and the sources that it is made of. */
const site = {
  name: 'site',
  folders: ['src/web', 'src/contracts', 'client/src'],
  files: ['client/package.json', 'client/README.md', 'client/tsconfig.build.json', 'vite.config.ts'],
  vite: [],
};
const server = {
  name: 'server',
  folders: ['src/cli', 'src/contracts', 'src/server'],
  files: ['package.json', 'vite.server.config.ts'],
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

const filesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(path) : path;
  });

/** The sources of a part as one hash: names and contents. */
const hashOf = ({ folders, files }) => {
  const sources = [...folders.flatMap((folder) => filesIn(at(folder))), ...files.map((file) => at(file)), lockFile];
  const sum = createHash('sha256');
  for (const file of sources.filter((name) => !/\.test\.tsx?$/.test(name)).sort())
    sum.update(`${relative(root, file)}\n`).update(readFileSync(file));
  return sum.digest('hex');
};

/** Builds a part beside the old one and puts it in its place at once: a build that is killed is repeated. */
const make = async (part, folder, sources, isFresh) => {
  if (!(await lock(building, isFresh, `building the ${part.name}`))) return;
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
  if (code !== 0) process.exit(code);
};

const buildSite = async (always) => {
  const sources = hashOf(site);
  const isFresh = () => !always && readText(markOf(siteFolder)) === sources;
  if (isFresh()) return;
  if (hasTools()) return make(site, siteFolder, sources, isFresh);
  const mend = 'there is nothing to build it with: run npm ci --include=dev.';
  if (!isBuilt()) fail(`The site is not built, and ${mend}`);
  console.error(`The site is older than its sources, and ${mend}`);
};

/** Removes all but the newest two servers: the one before may still run on other nodes. */
const dropOldServers = () => {
  const age = (folder) => statSync(folder).mtimeMs;
  const all = readdirSync(at('dist'))
    .filter((name) => name.startsWith('server-'))
    .map((name) => at('dist', name));
  for (const folder of all.sort((a, b) => age(b) - age(a)).slice(2)) rmSync(folder, { recursive: true, force: true });
};

/** The server's file where it is as new as its sources. */
export const builtServer = (sources = hashOf(server)) => {
  const folder = serverFolder(sources);
  return readText(markOf(folder)) === sources ? join(folder, 'main.js') : undefined;
};

const buildServer = async (always) => {
  const sources = hashOf(server);
  const isFresh = () => !always && builtServer(sources) !== undefined;
  // The sources serve as well, only later.
  if (!isFresh() && hasTools() && canWrite()) {
    await make(server, serverFolder(sources), sources, isFresh);
    dropOldServers();
  }
  return builtServer(sources);
};

/** Builds what is older than its sources; resolves with the server's file, where it could be built. */
export const build = async ({ always = false } = {}) => {
  await buildSite(always);
  return buildServer(always);
};
