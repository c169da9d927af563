import { randomUUID } from 'node:crypto';
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../disk/folder.ts';
import { type ImageStore, intact, isKey } from './store.ts';

/** What a process leaves that is killed while it writes: swept when it is this old, in ms. */
const LEFT_AFTER = 3_600_000;
const PART = /^\.part-/;

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Keeps pictures as files below a folder, which is made when the first one comes. */
export const createFolderStore = (folder: string, now: () => Date): ImageStore => {
  const folderOf = (key: string): string => join(folder, key.slice(0, 2));
  const fileOf = (key: string): string => {
    if (!isKey(key)) throw new Error(`no key of a picture: ${key}`);
    return join(folderOf(key), key);
  };

  /** Written beside its place, brought to the disk and moved there: nobody ever finds half of it. */
  const put = async (key: string, bytes: Buffer): Promise<void> => {
    const file = fileOf(key);
    makeFolder(folderOf(key));
    const part = join(folderOf(key), `.part-${randomUUID()}`);
    try {
      await using handle = await open(part, 'wx', 0o644);
      await handle.writeFile(bytes);
      await handle.sync();
      await rename(part, file);
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  };

  const get = async (key: string): Promise<Buffer | null> => {
    try {
      return intact(key, await readFile(fileOf(key)));
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  };

  const namesIn = async (path: string): Promise<readonly string[]> => {
    try {
      return await readdir(path);
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  };

  const list: ImageStore['list'] = async function* () {
    for (const shelf of (await namesIn(folder)).filter((name) => /^[0-9a-f]{2}$/.test(name)))
      for (const name of await namesIn(join(folder, shelf))) {
        const file = join(folder, shelf, name);
        const found = await stat(file).catch((error: unknown) => {
          if (isMissing(error)) return null;
          throw error;
        });
        if (found === null) continue;
        if (isKey(name)) yield { key: name, writtenAt: found.mtime };
        else if (PART.test(name) && now().getTime() - found.mtimeMs > LEFT_AFTER) await rm(file, { force: true });
      }
  };

  return { put, get, list, remove: (key) => rm(fileOf(key), { force: true }) };
};
