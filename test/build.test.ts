import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
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

it('keeps the server before, and any that somebody runs', () => {
  const files = ['one', 'two', 'three', 'four', 'five'].map((text, at) => {
    write('src/server/d.ts', text);
    const { file } = start();
    const user = (pid: number): string => join(dirname(file), `.by-${pid}`);
    // Each start here has ended; this process goes on with the first.
    if (at === 0) writeFileSync(user(process.pid), '');
    return file;
  });
  expect(files.map((file) => existsSync(file))).toEqual([true, false, false, true, true]);
  expect(readdirSync(join(folder, 'dist'))).toHaveLength(4);

  // Going back is a use as well: the one that was newest before it stays, and the next start clears the others away.
  write('src/server/d.ts', 'four');
  expect(start().said).toBe('');
  write('src/server/d.ts', 'six');
  start();
  expect(files.map((file) => existsSync(file))).toEqual([true, false, false, true, false]);
  const users = readdirSync(dirname(files[3] ?? '')).filter((name) => name.startsWith('.by-'));
  expect(users).toHaveLength(1);
});

it('begins with the sources where a build fails, and says so', () => {
  start();
  write('node_modules/vite/bin/vite.js', 'process.exit(3)');
  write('src/server/d.ts', 'changed');
  const said = 'Building the server …\nThe server could not be built: it runs from its sources.\n';
  expect(start()).toEqual({ status: 0, said, file: 'undefined' });
  expect(start('build({ always: true })').status).toBe(3);
  write('node_modules/vite/bin/vite.js', 'process.exit(143)');
  expect(start()).toEqual({ status: 143, said: 'Building the server …\n', file: '' });
  write('src/web/a.ts', 'changed');
  write('node_modules/vite/bin/vite.js', 'process.exit(3)');
  expect(start()).toEqual({ status: 3, said: 'Building the site …\n', file: '' });
});

it('does not look at what editors leave beside the sources', () => {
  start();
  symlinkSync('nowhere', join(folder, 'src/server/.#d.ts'));
  write('src/server/.d.ts.swp', '');
  write('src/server/d.ts~', '');
  expect(start().said).toBe('');
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
