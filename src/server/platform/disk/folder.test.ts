import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeFolder } from './folder.ts';

const parent = mkdtempSync(join(tmpdir(), 'kinodex-folder-'));
afterAll(() => rmSync(parent, { recursive: true, force: true }));

describe('a folder', () => {
  it('is made with those above it, or is there already', () => {
    const folder = join(parent, 'a', 'b', 'c');
    makeFolder(folder);
    makeFolder(folder);
    expect(statSync(folder).isDirectory()).toBe(true);
  });

  it.skipIf(!existsSync('/proc/self'))('is refused at once where its parent has none', () => {
    expect(() => makeFolder('/proc/films/data')).toThrow(
      expect.objectContaining({ code: 'ENOENT', path: '/proc/films' }),
    );
  });

  it('is no file, and lies below none', () => {
    const file = join(parent, 'file');
    writeFileSync(file, '');
    expect(() => makeFolder(file)).toThrow(expect.objectContaining({ code: 'EEXIST', path: file }));
    expect(() => makeFolder(join(file, 'data'))).toThrow(expect.objectContaining({ code: 'ENOTDIR' }));
  });
});
