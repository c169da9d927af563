import { Problem } from '#server/kernel/problem.ts';

/** What the system calls a disk, or a user's share of it, without room. */
const FULL: ReadonlySet<string | undefined> = new Set(['ENOSPC', 'EDQUOT']);

/** A full disk as the operator is told of it, with the folder that was written to; any other error as it is. */
export const ofDisk = (folder: string, error: unknown): unknown =>
  FULL.has((error as NodeJS.ErrnoException).code)
    ? new Problem(`The disk of ${folder} is full; make room there.`, { cause: error })
    : error;
