import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makePrivate } from './embedded-place.ts';

const parent = mkdtempSync(join(tmpdir(), 'kinodex-private-'));
afterAll(() => rmSync(parent, { recursive: true, force: true }));
const modeOf = (folder: string): number => statSync(folder).mode & 0o777;

describe('a private folder', () => {
  it('is made for its owner alone', async () => {
    const folder = join(parent, 'above', 'new');
    await makePrivate(folder, null);
    expect(modeOf(folder)).toBe(0o700);
  });

  it.each([0o755, 0o777, 0o701, 0o600])('that is there and open (%o) is closed', async (mode) => {
    const folder = join(parent, `open-${mode}`);
    mkdirSync(folder);
    chmodSync(folder, mode);
    await makePrivate(folder, null);
    expect(modeOf(folder)).toBe(0o700);
  });

  it('is no file', async () => {
    const file = join(parent, 'file');
    writeFileSync(file, '');
    await expect(makePrivate(file, null)).rejects.toThrow('belongs to another user');
  });

  it.skipIf(process.getuid?.() !== 0)('is nobody else’s', async () => {
    const folder = join(parent, 'theirs');
    await makePrivate(folder, { uid: 65_534, gid: 65_534 });
    expect([statSync(folder).uid, modeOf(folder)]).toEqual([65_534, 0o700]);
    await expect(makePrivate(folder, null)).rejects.toThrow(/belongs to another user \(uid 65534, not 0\)/);
  });
});
