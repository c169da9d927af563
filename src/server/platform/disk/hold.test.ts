import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { FolderTaken, holdFolder } from './hold.ts';

const folderOf = (name = 'data'): string => {
  const home = mkdtempSync(join(tmpdir(), 'kinodex-hold-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const folder = join(home, name);
  mkdirSync(folder);
  return folder;
};

it('a folder is held by one at a time, however long its path is', async () => {
  const folder = folderOf('a'.repeat(200));
  const release = await holdFolder(folder);
  await expect(holdFolder(folder)).rejects.toThrow(FolderTaken);
  const other = await holdFolder(folderOf());
  await release();
  await (await holdFolder(folder))();
  await other();
});

it('a folder of a process that was killed can be held again', async () => {
  const folder = folderOf();
  const script = `import { holdFolder } from ${JSON.stringify(join(import.meta.dirname, 'hold.ts'))};
    await holdFolder(${JSON.stringify(folder)}); console.log('held'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  await expect(holdFolder(folder)).rejects.toThrow(FolderTaken);
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
  expect(existsSync(join(folder, 'serving'))).toBe(true);
  // Of several that start at once, one.
  const tries = await Promise.allSettled(Array.from({ length: 5 }, () => holdFolder(folder)));
  const held = tries.filter((one) => one.status === 'fulfilled');
  expect(held).toHaveLength(1);
  await expect(holdFolder(folder)).rejects.toThrow(FolderTaken);
  await held[0]?.value();
  await (await holdFolder(folder))();
  expect(readdirSync(folder)).toEqual([]);
});

it('a folder that is not there is made; one that takes no socket is held from nobody', async () => {
  const folder = folderOf();
  await (await holdFolder(join(folder, 'new')))();
  const file = join(folder, 'file');
  writeFileSync(file, '');
  await (await holdFolder(file))();
  mkdirSync(join(folder, 'serving'));
  await (await holdFolder(folder))();
});
