import { appendFile, mkdir, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../log.ts';
import type { Batch, Group, RowKind } from './rows.ts';

interface SpillParts<Row> {
  readonly kind: RowKind<Row>;
  readonly folder: string;
  readonly log: Log;
}

/** A line of JSON for each row, and an empty one between two groups. */
const textOf = <Row>(groups: readonly Group<Row>[], { encode }: RowKind<Row>): string =>
  groups.map((rows) => rows.map((row) => `${JSON.stringify(encode(row))}\n`).join('')).join('\n');

/** The row of a line; null for a line that cannot be read. */
const rowIn = <Row>(line: string, { decode }: RowKind<Row>): Row | null => {
  try {
    return decode(JSON.parse(line));
  } catch {
    return null;
  }
};

/**
 * Batches that wait in files: one file each, so that a batch is either waiting or written, and named by number, so that
 * they keep their order. The folder belongs to one process.
 */
export const createSpill = <Row>({ kind, folder, log }: SpillParts<Row>) => {
  const { name, many } = kind;
  const numberIn = new RegExp(`^${name}-(\\d{12})\\.ndjson$`);
  const pathOf = (number: number): string => join(folder, `${name}-${String(number).padStart(12, '0')}.ndjson`);
  const files = new Set<number>();
  /** Of what waits in memory, with how many bytes they have. */
  const copies = new Map<number, number>();
  let last = 0;
  /** An earlier run may have ended while it wrote this one, which cannot be seen from the file. */
  let oldest = Number.NaN;
  let opening: Promise<void> | null = null;

  const look = async (): Promise<void> => {
    const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') log.error({ err: error }, `the folder of waiting ${many} cannot be read`);
      return [];
    });
    const numbers = names.flatMap((file) => numberIn.exec(file)?.[1] ?? []).map(Number);
    for (const number of numbers.sort((a, b) => a - b)) files.add(number);
    last = Math.max(last, ...numbers);
    oldest = numbers[0] ?? Number.NaN;
    // What a process that was killed had begun.
    for (const file of names.filter((one) => one.endsWith('.part') && numberIn.test(one.slice(0, -'.part'.length))))
      await rm(join(folder, file), { force: true }).catch(() => {});
  };

  /** Finds what an earlier run has left; once. */
  const open = (): Promise<void> => {
    opening ??= look();
    return opening;
  };

  const read = async (number: number): Promise<Batch<Row> | null> => {
    const path = pathOf(number);
    try {
      let unread = 0;
      const groups: Group<Row>[] = [];
      for (const text of (await readFile(path, 'utf8')).split('\n\n')) {
        const lines = text.split('\n').filter((line) => line !== '');
        const rows = lines.map((line) => rowIn(line, kind)).filter((row) => row !== null);
        unread += lines.length - rows.length;
        if (rows.length > 0) groups.push(rows);
      }
      if (unread > 0) log.error({ path, unread }, `${many} in a file cannot be read and are left out`);
      return { number, groups, doubtful: number === oldest };
    } catch (error) {
      log.error({ err: error }, `a file of waiting ${many} cannot be read and is left alone`);
      files.delete(number);
      // What was being written is in the first one that can be read.
      if (number === oldest) oldest = Math.min(...files);
      return null;
    }
  };

  /** Answers how many bytes the file has. */
  const write = async (number: number, groups: readonly Group<Row>[]): Promise<number> => {
    const text = textOf(groups, kind);
    const draft = `${pathOf(number)}.part`;
    await mkdir(folder, { recursive: true });
    try {
      await writeFile(draft, text, { mode: 0o600 });
      await rename(draft, pathOf(number));
      return Buffer.byteLength(text);
    } catch (error) {
      await rm(draft, { force: true }).catch(() => {});
      throw error;
    }
  };
  const adopt = (number: number): void => {
    copies.delete(number);
    files.add(number);
  };
  const put = async (number: number, groups: readonly Group<Row>[]): Promise<void> => {
    await write(number, groups);
    adopt(number);
  };

  return {
    open,
    /** The place of a batch among all others; only once it is open. */
    number: (): number => ++last,
    waiting: (): number => files.size,
    put,
    /** Writes a batch down that waits in memory: the next start finds it where this process is killed. */
    copy: async ({ number, groups }: Pick<Batch<Row>, 'number' | 'groups'>): Promise<void> => {
      copies.set(number, await write(number, groups));
    },
    /** Adds rows to a copy. Where that fails it is as it was. */
    append: async (number: number, rows: Group<Row>): Promise<void> => {
      const [text, size] = [textOf([rows], kind), copies.get(number) ?? 0];
      try {
        await appendFile(pathOf(number), text);
      } catch (error) {
        await truncate(pathOf(number), size);
        throw error;
      }
      copies.set(number, size + Buffer.byteLength(text));
    },
    /** Puts a batch; where the disk is full, a file that has it already is as good. */
    settle: async (number: number, groups: readonly Group<Row>[]): Promise<void> => {
      try {
        await put(number, groups);
      } catch (error) {
        if (!files.has(number) && !copies.has(number)) throw error;
        adopt(number);
      }
    },
    /** From here on a copy is what waits. */
    adopt,
    isInFile: (number: number): boolean => files.has(number) || copies.has(number),
    /**
     * Writes down what of a batch is not written yet, where a file has it. Where that fails the file goes: the next start
     * would write all of it.
     */
    keep: async ({ number, groups }: Batch<Row>): Promise<void> => {
      if (!files.has(number) && !copies.has(number)) return;
      try {
        await write(number, groups);
      } catch (error) {
        await rm(pathOf(number), { force: true });
        files.delete(number);
        copies.delete(number);
        throw error;
      }
    },
    /** The batch that has waited longest. */
    first: async (): Promise<Batch<Row> | null> => {
      await open();
      let found: Batch<Row> | null = null;
      while (found === null && files.size > 0) found = await read(Math.min(...files));
      return found;
    },
    /** The batch is written and needs no file any more. */
    done: async (number: number): Promise<void> => {
      if (!files.delete(number) && !copies.delete(number)) return;
      await rm(pathOf(number), { force: true }).catch((error: unknown) =>
        log.error({ err: error }, `a file of ${many} that are written cannot be removed`),
      );
    },
  };
};

export type Spill<Row> = ReturnType<typeof createSpill<Row>>;
