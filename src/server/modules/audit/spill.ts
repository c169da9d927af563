import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '#server/platform/log.ts';
import { type Entry, type Kept, keptOf } from './audit.rules.ts';

const NAME = /^audit-(\d{12})\.ndjson$/;
const nameOf = (number: number): string => `audit-${String(number).padStart(12, '0')}.ndjson`;

/** What a column of 32 bits takes. */
const LONGEST_US = 2 ** 31 - 1;
const isWithin = (value: unknown, low: number, high: number): boolean =>
  Number.isInteger(value) && (value as number) >= low && (value as number) <= high;
const isLine = (value: unknown): boolean => typeof value === 'string' && !/[\t\n]/.test(value);

const isKept = (value: unknown): value is Kept => {
  if (typeof value !== 'object' || value === null) return false;
  const { at, elapsedUs, code, cost, tokenId, method, ip, uri, id = '', headers } = value as Record<string, unknown>;
  return (
    [at, cost].every(Number.isSafeInteger) &&
    isWithin(elapsedUs, 0, LONGEST_US) &&
    isWithin(code, 100, 999) &&
    (tokenId === null || Number.isInteger(tokenId)) &&
    [method, ip, uri, id].every(isLine) &&
    (headers === null || isLine(headers))
  );
};

/** Earlier versions have left none of the ids. */
const entryFrom = ({ at, elapsedUs, code, cost, uri, id = '', method, ip, tokenId, headers }: Kept): Entry => ({
  ...{ at, elapsedUs, code, cost, uri, id },
  sender: { method, ip, tokenId, headers },
});

/** Lines that cannot be read are left out. */
const entriesIn = (lines: readonly string[]): readonly Entry[] =>
  lines.flatMap((line): readonly Entry[] => {
    try {
      const value: unknown = JSON.parse(line);
      return isKept(value) ? [entryFrom(value)] : [];
    } catch {
      return [];
    }
  });

/** A batch in a file. */
interface Waiting {
  readonly number: number;
  readonly entries: readonly Entry[];
  /** An earlier run may have ended while it wrote this one, which cannot be seen from the file. */
  readonly doubtful: boolean;
}

/**
 * Batches that wait in files while the database is away: one file each, so that a batch is either waiting or written, and
 * named by number, so that they keep their order. The folder belongs to one process.
 */
export const createSpill = ({ folder, log }: { folder: string; log: Log }) => {
  const files = new Set<number>();
  const pathOf = (number: number): string => join(folder, nameOf(number));
  let last = 0;
  let oldest = Number.NaN;
  let opening: Promise<void> | null = null;

  const look = async (): Promise<void> => {
    const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') log.error({ err: error }, 'the folder of waiting audited requests cannot be read');
      return [];
    });
    const numbers = names.flatMap((name) => NAME.exec(name)?.[1] ?? []).map(Number);
    for (const number of numbers.sort((a, b) => a - b)) files.add(number);
    last = Math.max(last, ...numbers);
    oldest = numbers[0] ?? Number.NaN;
  };

  /** Finds what an earlier run has left; once. */
  const open = (): Promise<void> => {
    opening ??= look();
    return opening;
  };

  const read = async (number: number): Promise<Waiting | null> => {
    const path = pathOf(number);
    try {
      const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '');
      const entries = entriesIn(lines);
      const unread = lines.length - entries.length;
      if (unread > 0) log.error({ path, unread }, 'audited requests in a file cannot be read and are left out');
      return { number, entries, doubtful: number === oldest };
    } catch (error) {
      log.error({ err: error }, 'a file of waiting audited requests cannot be read and is left alone');
      files.delete(number);
      return null;
    }
  };

  return {
    open,
    /** The place of a batch among all others; only once it is open. */
    number: (): number => ++last,
    waiting: (): number => files.size,
    put: async (number: number, entries: readonly Entry[]): Promise<void> => {
      const draft = `${pathOf(number)}.part`;
      await mkdir(folder, { recursive: true });
      try {
        await writeFile(draft, entries.map((entry) => `${JSON.stringify(keptOf(entry))}\n`).join(''), { mode: 0o600 });
        await rename(draft, pathOf(number));
      } catch (error) {
        await rm(draft, { force: true }).catch(() => {});
        throw error;
      }
      files.add(number);
    },
    /** The batch that has waited longest. */
    first: async (): Promise<Waiting | null> => {
      await open();
      let found: Waiting | null = null;
      while (found === null && files.size > 0) found = await read(Math.min(...files));
      return found;
    },
    /** The batch is written and needs no file any more. */
    done: async (number: number): Promise<void> => {
      if (!files.delete(number)) return;
      await rm(pathOf(number), { force: true }).catch((error: unknown) =>
        log.error({ err: error }, 'a file of audited requests that are written cannot be removed'),
      );
    },
  };
};

export type Spill = ReturnType<typeof createSpill>;
