import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { conformingStore, listed } from '#test/support/image-store-conformance.ts';
import { createFolderStore } from './folder-store.ts';
import { keyOf } from './store.ts';

const parent = mkdtempSync(join(tmpdir(), 'kinodex-images-'));
const folder = join(parent, 'images');
afterAll(() => rmSync(parent, { recursive: true, force: true }));
const store = createFolderStore(folder, () => new Date());

const bytes = Buffer.from('a picture');
const key = keyOf(bytes);
const fileOf = (name: string): string => join(folder, name.slice(0, 2), name);

it('makes no folder before the first picture comes', async () => {
  await store.remove(key);
  expect([await store.get(key), await listed(store), existsSync(folder)]).toEqual([null, [], false]);
});

conformingStore('an image store in a folder', () => ({
  store,
  age: (name) => utimesSync(fileOf(name), 0, 0),
}));

it('neither shows nor keeps for long what a killed process has left half', async () => {
  await store.put(key, bytes);
  const [old, young] = ['.part-old', '.part-young'].map((name) => join(folder, key.slice(0, 2), name));
  for (const part of [old, young]) writeFileSync(part ?? '', 'half');
  utimesSync(old ?? '', 0, 0);
  expect((await listed(store)).map((one) => one.key)).toEqual([key]);
  expect(readdirSync(join(folder, key.slice(0, 2))).sort()).toEqual(['.part-young', key]);
});

it('leaves nothing of what could not be written', async () => {
  const full = createFolderStore(join(parent, 'file'), () => new Date());
  writeFileSync(join(parent, 'file'), '');
  await expect(full.put(key, bytes)).rejects.toThrow();
});
