import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fail, isAlive, readText, root } from './place.mjs';

/** In ms: who holds a lock for longer has gone away without a word. */
const longestWork = 15 * 60_000;

/** The pid that holds a lock now, or 0 when that is not known. */
const holder = (folder) => Number(readText(join(folder, 'pid')));

const isAbandoned = (folder) => {
  try {
    const age = Date.now() - statSync(folder).mtimeMs;
    const pid = holder(folder);
    return age > longestWork || (pid === 0 ? age > 5_000 : !isAlive(pid));
  } catch {
    return false;
  }
};

/** Takes a lock, which is a folder; resolves with false when another process has done the work meanwhile. */
export const lock = async (folder, isDone, doing) => {
  for (let told = false; ; ) {
    try {
      mkdirSync(dirname(folder), { recursive: true });
      mkdirSync(folder);
      writeFileSync(join(folder, 'pid'), String(process.pid));
      if (!isDone()) return true;
      rmSync(folder, { recursive: true, force: true });
      return false;
    } catch (error) {
      if (error.code !== 'EEXIST') fail(`${root} cannot be written (${error.code}): run this once as its owner.`);
    }
    if (isAbandoned(folder)) {
      // Renaming takes it from exactly one of those who would clear it away.
      const aside = `${folder}.${process.pid}`;
      try {
        renameSync(folder, aside);
        // Another start may have been quicker, and this is the lock it just made.
        if (!isAbandoned(aside)) renameSync(aside, folder);
      } catch {}
      rmSync(aside, { recursive: true, force: true });
      continue;
    }
    if (!told) console.error(`Another start (pid ${holder(folder)}) is ${doing}; waiting for it.`);
    told = true;
    await pause(200);
    if (isDone()) return false;
  }
};
