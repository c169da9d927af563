import { randomBytes } from 'node:crypto';
import { open, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../log.ts';

/** In bytes and milliseconds; below `critical` nothing is written any more that can be left. */
export type DiskLimits = {
  readonly low: number;
  readonly critical: number;
  readonly ballast: number;
  readonly every: number;
};

/** `low`: the server takes reads and what is necessary; `full`: reads only. */
export type DiskState = 'roomy' | 'low' | 'full';

const megabyte = 1024 * 1024;
export const defaultLimits: DiskLimits = {
  low: 512 * megabyte,
  critical: 64 * megabyte,
  ballast: 64 * megabyte,
  every: 2_000,
};

const inMegabytes = (bytes: number): string => `${Math.round(bytes / megabyte)} MB`;

/** Whether the disk counts as low, or full; once it does, there must be a quarter more room before it no longer does. */
export const judgeDisk = (free: number, wasLow: boolean, low: number): boolean => free < (wasLow ? low * 1.25 : low);

export type DiskWatch = {
  state(): DiskState;
  /** Looks now, and changes the server's setting when it does not fit. A failure is tried again the next time. */
  check(): Promise<void>;
  /** Deletes the ballast when the disk is full, so that a server that could not write its log can start. */
  giveBack(): Promise<boolean>;
  stop(): void;
};

/** The server's setting that refuses every change. */
export type ReadOnlySwitch = { get(): Promise<boolean>; set(on: boolean): Promise<void> };

/** Watches the free space of the cluster's disk, and keeps a file there that can be given up when it is full. */
export const watchDisk = (home: string, limits: DiskLimits, readOnly: ReadOnlySwitch, log: Log): DiskWatch => {
  const ballast = join(home, 'ballast');
  let low = false;
  let full = false;
  let applied: boolean | undefined;

  const freeBytes = async (): Promise<number> => {
    const { bavail, bsize } = await statfs(home);
    return bavail * bsize;
  };

  const keepBallast = async (free: number): Promise<void> => {
    if (limits.ballast === 0 || free < limits.low + 4 * limits.ballast) return;
    if (await stat(ballast).catch(() => undefined)) return;
    // Random, since a file of zeros takes no room on a disk that compresses.
    const block = randomBytes(megabyte);
    const file = await open(`${ballast}.draft`, 'w', 0o600);
    try {
      for (let written = 0; written < limits.ballast; written += megabyte) await file.write(block);
    } finally {
      await file.close();
    }
    await rename(`${ballast}.draft`, ballast);
  };

  const check = async (): Promise<void> => {
    const free = await freeBytes();
    low = judgeDisk(free, low, limits.low);
    const wasFull = full;
    full = judgeDisk(free, full, limits.critical);
    if (full && !wasFull)
      log.error(`only ${inMegabytes(free)} are free on the disk of ${home}: nothing is written there`);
    applied ??= await readOnly.get();
    if (low !== applied) {
      await readOnly.set(low);
      if (low)
        log.error(
          `only ${inMegabytes(free)} are free on the disk of ${home}: the database takes only what is necessary until there is more room`,
        );
      else log.info(`${inMegabytes(free)} are free on the disk of ${home}: the database takes changes again`);
      applied = low;
    }
    await keepBallast(free);
  };

  let latest: Promise<void> = Promise.resolve();
  const next = (): Promise<void> => {
    latest = latest.then(check).catch((err: Error) => log.debug({ err }, 'the disk could not be looked at'));
    return latest;
  };
  const timer = setInterval(next, limits.every).unref();

  return {
    state: () => (full ? 'full' : low ? 'low' : 'roomy'),
    check: next,
    giveBack: async () => {
      applied = undefined;
      if ((await freeBytes()) >= Math.max(limits.ballast, 32 * megabyte)) return false;
      if (!(await stat(ballast).catch(() => undefined))) return false;
      await rm(ballast, { force: true });
      log.warn(`the disk of ${home} is full: gave back the ${inMegabytes(limits.ballast)} that were kept for this`);
      return true;
    },
    stop: () => clearInterval(timer),
  };
};
