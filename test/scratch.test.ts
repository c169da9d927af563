import { execFileSync, spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { debianPython, npmPackages } from './support/scratch.ts';

/** What is fetched for tests is fetched once, and what is wrong is not taken for a registry that is away. */

const hasPython = spawnSync('python3', ['--version']).status === 0;
const hasDebian = spawnSync('apt-get', ['--version']).status === 0;

it('loads a package of npm by its exact version, again without fetching it', async () => {
  const wanted = { wrappy: '1.0.2' };
  const packages = await npmPackages(wanted);
  if (packages === null) return;
  expect(packages.require('wrappy/package.json')).toMatchObject({ version: '1.0.2' });
  const { default: wrappy } = await packages.load<{ default: (work: () => number) => () => number }>('wrappy');
  expect(wrappy(() => 7)()).toBe(7);
  expect((await npmPackages(wanted))?.folder).toBe(packages.folder);
});

it('does not skip what the registry has never had', async () => {
  const wanted = npmPackages({ wrappy: '0.0.0-never' });
  // Where there is no way to the registry nobody can say that.
  await expect(wanted.then((found) => found ?? Promise.reject(new Error('ETARGET')))).rejects.toThrow(/ETARGET/);
});

it.skipIf(!hasPython || !hasDebian)('unpacks Python modules of Debian where they are found', async () => {
  const path = await debianPython('python3-tmdbsimple');
  if (path === null) return;
  const say = 'import importlib.util as u; print(u.find_spec("tmdbsimple").origin)';
  const origin = execFileSync('python3', ['-c', say], { env: { ...process.env, PYTHONPATH: path }, encoding: 'utf8' });
  expect(origin.trim()).toBe(`${path}/tmdbsimple/__init__.py`);
});
