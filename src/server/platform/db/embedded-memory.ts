import { accessSync, constants, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { major } from './embedded-lock.ts';

const megabyte = 2 ** 20;

/** A share of the machine's memory in megabytes, within bounds. Small pages are only taken as they are used. */
export const ofMemory = (share: number, least: number, most: number): number =>
  Math.round(Math.min(most, Math.max(least, totalmem() / share / megabyte)));

/** How many huge pages the kernel makes at most when they are asked for, beyond those that are set aside. */
const CEILING = '/proc/sys/vm/nr_overcommit_hugepages';
/** With room for what else PostgreSQL shares, a fortieth and 10 MB; of what is allowed, only what it asks for is made. */
const allowed = (bytes: number): number => bytes * 1.1 + 64 * megabyte;

/** Bytes; null where the kernel has none. */
const hugePageSize = (): number | null => {
  const [, size] = /^Hugepagesize:\s+(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8')) ?? [];
  return size === undefined ? null : Number(size) * 1024;
};

/** Whether the tables of a cluster and their indexes take so many bytes. */
const isAsLargeAs = (home: string, bytes: number): boolean => {
  const base = join(home, major, 'base');
  let size = 0;
  for (const database of readdirSync(base))
    for (const file of readdirSync(join(base, database))) {
      size += statSync(join(base, database, file), { throwIfNoEntry: false })?.size ?? 0;
      if (size >= bytes) return true;
    }
  return false;
};

const raise = (home: string, pages: string | number | undefined, ceiling: string): (() => void) | null => {
  const [, megabytes] = /^(\d+)MB$/.exec(String(pages)) ?? [];
  try {
    accessSync(ceiling, constants.W_OK);
    const before = readFileSync(ceiling, 'utf8');
    const size = hugePageSize();
    const bytes = Number(megabytes) * megabyte;
    if (size === null || !isAsLargeAs(home, bytes)) return null;
    writeFileSync(ceiling, String(Number(before) + Math.ceil(allowed(bytes) / size)));
    return () => writeFileSync(ceiling, before);
  } catch {
    // Another system, no cluster yet, or not ours to raise: small pages do as well.
    return null;
  }
};

/**
 * Starts a server with leave to have its memory in huge pages, where its tables would fill that memory in any case and the
 * kernel lets us: they are made for it and go with it. Afterwards the kernel's ceiling is what it was. `pages` is the
 * server's setting of how much it keeps of tables, such as '512MB'.
 */
export const withHugePages = async <Result>(
  home: string,
  pages: string | number | undefined,
  start: () => Promise<Result>,
  ceiling = CEILING,
): Promise<Result> => {
  const lower = raise(home, pages, ceiling);
  try {
    return await start();
  } finally {
    lower?.();
  }
};
