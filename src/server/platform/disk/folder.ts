import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes a folder with those above it. One by one, since Node's own way never ends where a parent refuses by saying that it
 * is not there, as /proc does.
 */
export const makeFolder = (folder: string): void => {
  if (existsSync(folder) && !statSync(folder).isDirectory())
    throw Object.assign(new Error(`${folder} is a file`), { code: 'EEXIST', syscall: 'mkdir', path: folder });
  const missing: string[] = [];
  for (let at = resolve(folder); !existsSync(at); at = dirname(at)) missing.unshift(at);
  for (const one of missing) {
    try {
      mkdirSync(one);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
};
