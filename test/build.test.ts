import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';

/** What the launcher builds, in a folder that looks like a clone with a builder that only notes that it was called. */
let folder = '';
const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kinodex-build-'));
  const made = folder;
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  cpSync(join(import.meta.dirname, '../launcher'), join(folder, 'launcher'), { recursive: true });
  const [site, server] = [['vite.config.ts', 'client/README.md'], ['vite.server.config.ts']];
  for (const file of ['package.json', 'package-lock.json', 'client/package.json', 'client/tsconfig.build.json'])
    write(file, '{}');
  for (const file of [...site, ...server, 'src/web/a.ts', 'src/contracts/b.ts', 'src/cli/c.ts', 'src/server/d.ts'])
    write(file, '');
  write('client/src/e.ts', '');
  write('node_modules/vite/package.json', '{}');
  write(
    'node_modules/vite/bin/vite.js',
    `const fs = require('node:fs');
    const at = process.argv[process.argv.indexOf('--outDir') + 1];
    fs.mkdirSync(at, { recursive: true });
    fs.writeFileSync(at + '/main.js', process.argv.includes('--ssr') ? 'server' : 'site');`,
  );
});

/** What a start says that it builds, and the server's file that it finds; its exit code where it fails. */
const start = (call = 'build()') => {
  const script = `import('${join(folder, 'launcher/build.mjs')}')
    .then(({ build, builtServer }) => ${call}).then((file) => console.log(file))`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' });
  return { status, said: stderr, file: stdout.trim() };
};
const servers = (): string[] => readdirSync(join(folder, 'dist')).filter((name) => name.startsWith('server-'));

it('builds what has changed, and nothing a second time', () => {
  const first = start();
  expect(first.said).toBe('Building the site …\nBuilding the server …\n');
  expect(readFileSync(first.file, 'utf8')).toBe('server');
  expect(start()).toEqual({ status: 0, said: '', file: first.file });
  write('src/server/d.test.ts', 'a test is no part of it');
  expect(start().said).toBe('');

  write('src/server/d.ts', 'changed');
  expect(start().said).toBe('Building the server …\n');
  write('src/web/a.ts', 'changed');
  expect(start().said).toBe('Building the site …\n');
  write('src/contracts/b.ts', 'changed');
  expect(start().said).toBe('Building the site …\nBuilding the server …\n');
  expect(start('build({ always: true })').said).toBe('Building the site …\nBuilding the server …\n');
});

it('keeps the server before, which may still run, and no older one', () => {
  const files = ['one', 'two', 'three'].map((text) => {
    write('src/server/d.ts', text);
    return start().file;
  });
  expect(files.map((file) => existsSync(file))).toEqual([false, true, true]);
  expect(servers()).toHaveLength(2);
});

it('begins with the sources where the server cannot be built, and with the site as it is', () => {
  start();
  rmSync(join(folder, 'node_modules/vite'), { recursive: true });
  expect(start().said).toBe('');
  write('src/server/d.ts', 'changed');
  expect(start()).toEqual({ status: 0, said: '', file: 'undefined' });
  write('src/web/a.ts', 'changed');
  expect(start().said).toMatch(/^The site is older than its sources/);
});

it('a command takes what is built as long as it is new, and builds nothing', () => {
  const command = () => start('builtServer()');
  expect(command()).toEqual({ status: 0, said: '', file: 'undefined' });
  const { file } = start();
  expect(command().file).toBe(file);
  write('src/server/d.ts', 'changed');
  expect(command()).toEqual({ status: 0, said: '', file: 'undefined' });
});

it('a build that was killed is made again', () => {
  const { file } = start();
  rmSync(join(dirname(file), '.built'));
  expect(start()).toEqual({ status: 0, said: 'Building the server …\n', file });
});
