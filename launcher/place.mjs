import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const at = (...parts) => join(root, ...parts);
export const lockFile = at('package-lock.json');
// A clone has the lock file; an installed package is complete as it is.
export const isClone = existsSync(lockFile);
export const oldestNode = 24;

export const args = process.argv.slice(2);
// Serving is the command where none is named.
export const serves = args[0] === undefined || args[0] === 'serve';

/** Fails with words for people. */
export const fail = (text) => {
  console.error(text);
  process.exit(1);
};

export const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

/** What a file says; nothing when it cannot be read. */
export const readText = (file) => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};
