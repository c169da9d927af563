import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'kinodex-install-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
cpSync(join(import.meta.dirname, '../launcher'), join(folder, 'launcher'), { recursive: true });

const here = { os: [process.platform], cpu: [process.arch], optional: true };
const WANTED: Readonly<Record<string, object>> = {
  '': {},
  'node_modules/fastify': { version: '5.0.0' },
  'node_modules/vite': { version: '8.0.0', dev: true },
  'node_modules/server-here': { version: '1.0.0', ...here },
  'node_modules/server-elsewhere': { version: '1.0.0', ...here, os: ['aix'] },
  'node_modules/tool-here': { version: '1.0.0', ...here, dev: true },
};
const write = (path: string, value: unknown): void => {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), JSON.stringify(value));
};

/** Whether a start with these packages there has nothing to install. */
const isReady = (there: readonly string[], command = 'serve', changed: object = {}): boolean => {
  rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
  write('package-lock.json', { packages: WANTED });
  const packages = Object.fromEntries(there.map((name) => [`node_modules/${name}`, WANTED[`node_modules/${name}`]]));
  write('node_modules/.package-lock.json', { packages: { ...packages, ...changed } });
  if (there.includes('vite')) write('node_modules/vite/package.json', {});
  const say = `import('${join(folder, 'launcher/install.mjs')}').then((m) => console.log(m.isReady()))`;
  return execFileSync(process.execPath, ['-e', say, 'kinodex.mjs', command], { encoding: 'utf8' }).trim() === 'true';
};

it.each([
  ['everything, as after npm ci', ['fastify', 'vite', 'server-here'], 'serve', true],
  ['everything, for the tests', ['fastify', 'vite', 'server-here'], 'dev', true],
  ['what it runs with and no tools', ['fastify'], 'serve', true],
  ['no tools, for the tests', ['fastify'], 'dev', false],
  ['tools and not the database for this machine', ['fastify', 'vite'], 'serve', false],
  ['tools alone', ['vite', 'server-here'], 'serve', false],
  ['nothing', [], 'serve', false],
] as const)('a start that finds %s', (_, there, command, ready) => {
  expect(isReady(there, command)).toBe(ready);
});

it('a start that finds another version is not ready', () => {
  const changed = { 'node_modules/fastify': { version: '4.0.0' } };
  expect(isReady(['fastify', 'vite', 'server-here'], 'serve', changed)).toBe(false);
});
