/** Waiting for disks that a product which was just started reads from. */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const SECTOR = 512;
const STEP_MS = 2_000;
/** Bytes a second; a system that does nothing reads next to nothing. */
const HARDLY_ANY = 1_000_000;
const MOST_MS = 180_000;

/** Bytes that all disks have read; 0 where nobody says. */
const readBytes = (): number => {
  try {
    const lines = readFileSync('/proc/diskstats', 'utf8').trim().split('\n');
    return lines.reduce((sum, line) => sum + Number(line.trim().split(/\s+/)[5]) * SECTOR, 0);
  } catch {
    return 0;
  }
};

/**
 * Waits until hardly anything is read any more, three minutes at most: a database reads again what its memory held.
 * Answers how many seconds that took.
 */
export const untilDisksRest = async (): Promise<number> => {
  const began = performance.now();
  for (let before = readBytes(); performance.now() - began < MOST_MS; ) {
    await pause(STEP_MS);
    const now = readBytes();
    if (now - before < (HARDLY_ANY * STEP_MS) / 1_000) break;
    before = now;
  }
  return (performance.now() - began) / 1_000;
};
