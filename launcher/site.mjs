import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { lock } from './lock.mjs';
import { at, fail, lockFile, readText, root } from './place.mjs';
import { runNode } from './run.mjs';

const site = at('dist/site');
/** Holds what the site was built from. */
export const mark = join(site, '.built');
const building = at('dist/.building');

/** Whether what builds the site is there. */
export const hasTools = () => existsSync(at('node_modules/vite/package.json'));

const filesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(path) : path;
  });

/** What the site is made of, the client that lies beside it among it, as one hash: names and contents. */
const siteSources = () => {
  const folders = ['src/web', 'src/contracts', 'client/src'].flatMap((folder) => filesIn(at(folder)));
  const files = ['client/package.json', 'client/README.md', 'client/tsconfig.build.json', 'vite.config.ts'].map(
    (file) => at(file),
  );
  const sources = [...folders, ...files, lockFile];
  const sum = createHash('sha256');
  for (const file of sources.filter((name) => !/\.test\.tsx?$/.test(name)).sort())
    sum.update(`${relative(root, file)}\n`).update(readFileSync(file));
  return sum.digest('hex');
};

/** Builds the site beside the old one and puts it in its place at once: a build that is killed is repeated. */
export const build = async ({ always = false } = {}) => {
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
