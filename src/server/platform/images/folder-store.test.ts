import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createFolderStore } from './folder-store.ts';
import { keyOf, type Stored } from './store.ts';

const parent = mkdtempSync(join(tmpdir(), 'kinodex-images-'));
const folder = join(parent, 'images');
afterAll(() => rmSync(parent, { recursive: true, force: true }));
const store = createFolderStore(folder, () => new Date());

const bytes = Buffer.from('a picture');
const key = keyOf(bytes);
const file = join(folder, key.slice(0, 2), key);
const listed = async (): Promise<Stored[]> => {
  const found: Stored[] = [];
  for await (const one of store.list()) found.push(one);
  return found;
};

it('is empty before its folder is made', async () => {
  expect(await listed()).toEqual([]);
  expect(await store.get(key)).toBeNull();
  await store.remove(key);
  expect(existsSync(folder)).toBe(false);
});

it('keeps what it is given until that is removed', async () => {
  await store.put(key, bytes);
  await store.put(key, bytes);
  expect(await store.get(key)).toEqual(bytes);
  expect(await listed()).toEqual([{ key, writtenAt: expect.any(Date) }]);
  await store.remove(key);
  expect([await store.get(key), await listed()]).toEqual([null, []]);
});

it('counts as new what is written again', async () => {
  await store.put(key, bytes);
  utimesSync(file, 0, 0);
  await store.put(key, bytes);
  expect((await listed())[0]?.writtenAt.getTime()).toBeGreaterThan(1e12);
});

it('gives nothing that is not what its key says', async () => {
  await store.put(key, bytes);
  writeFileSync(file, 'half a pic');
  expect(await store.get(key)).toBeNull();
});

it('neither shows nor keeps for long what a killed process has left half', async () => {
  const [old, young] = ['.part-old', '.part-young'].map((name) => join(folder, key.slice(0, 2), name));
  for (const part of [old, young]) writeFileSync(part ?? '', 'half');
  utimesSync(old ?? '', 0, 0);
  expect((await listed()).map((one) => one.key)).toEqual([key]);
  expect(readdirSync(join(folder, key.slice(0, 2))).sort()).toEqual(['.part-young', key]);
});

it('leaves nothing of what could not be written', async () => {
  const full = createFolderStore(join(parent, 'file'), () => new Date());
  writeFileSync(join(parent, 'file'), '');
  await expect(full.put(key, bytes)).rejects.toThrow();
});

it('takes keys only', async () => {
  await expect(store.get('../../etc/passwd')).rejects.toThrow(/no key/);
});
