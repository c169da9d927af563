import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Problem } from '#server/kernel/problem.ts';
import type { Database, Transaction } from '#server/platform/db/database.ts';
import { makeFolder } from '#server/platform/disk/folder.ts';
import { ofDisk } from '#server/platform/disk/full.ts';
import { LICENCES, mayBePassedOn } from '#server/sources/licences.ts';
import type { SourceName } from '#server/sources/source.ts';
import { countRows, keepMoment, readLines, readPosition, readSources } from './dump.store.ts';
import { asJsonLines, asParquet } from './encode.ts';
import { DUMP_PARTS, type DumpPart } from './parts.sql.ts';

export const DUMP_FORMATS = ['jsonl', 'parquet'] as const;
export type DumpFormat = (typeof DUMP_FORMATS)[number];

export interface DumpFile {
  readonly name: string;
  readonly part: string;
  readonly rows: number;
  readonly bytes: number;
  /** Of the file's bytes, in hexadecimal digits. */
  readonly sha256: string;
}

export interface Dump {
  readonly files: readonly DumpFile[];
  /** Sources that the catalogue has data of, which is in none of the files. */
  readonly leftOut: readonly SourceName[];
}

export interface DumpProgress {
  readonly file: string;
  readonly done: number;
  readonly all: number;
  /** Rows of all files, and how many are written. */
  readonly allDone: number;
  readonly total: number;
}

export interface DumpOptions {
  readonly db: Pick<Database, 'transaction'>;
  /** Made when it is not there; else it holds nothing but what a killed dump has left. */
  readonly folder: string;
  readonly now: () => Date;
  /** Of the product that writes it. */
  readonly version: string;
  readonly format?: DumpFormat;
  /** Whether JSON lines are packed; they are when it is not said. Parquet is packed by itself. */
  readonly gzip?: boolean;
  /** The names of the parts that are written; all of them when it is not said. */
  readonly parts?: readonly string[] | undefined;
  /** The sources whose data is written; null: all of them, also those whose terms forbid to pass it on. */
  readonly sources?: readonly SourceName[] | null;
  readonly onProgress?: (progress: DumpProgress) => void;
  readonly signal?: AbortSignal;
}

const FORMAT = 'kinodex-dump/1';
const MANIFEST = 'manifest.json';
const PART = '.part';

/** Has the disk keep the names in a folder. */
export const syncFolder = async (folder: string): Promise<void> => {
  await using handle = await open(folder);
  await handle.sync();
};

/** What may be done with the data of a source, and the words that have to stand where it is shown. */
const licenceOf = (source: SourceName): object => {
  const passingOn = mayBePassedOn(source);
  if (source === 'bundle' || source === 'editor')
    return { source, name: null, terms: null, url: null, notice: null, passingOn };
  const { name, terms, url, notice } = LICENCES[source];
  return { source, name, terms, url, notice, passingOn };
};

/** The parts of these names. @throws Problem for a name that is none */
const partsNamed = (names: readonly string[] | undefined): readonly DumpPart[] => {
  const unknown = names?.find((name) => DUMP_PARTS.every((part) => part.name !== name));
  if (unknown !== undefined)
    throw new Problem(`There is no part '${unknown}'; the parts are ${DUMP_PARTS.map(({ name }) => name).join(', ')}.`);
  return DUMP_PARTS.filter(({ name }) => names === undefined || names.includes(name));
};

const removeParts = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder)) if (name.endsWith(PART)) await rm(join(folder, name), { force: true });
};

/** Has the folder be there and empty, so that nothing in it can be taken for part of this dump. @throws Problem */
const makeReady = async (folder: string): Promise<void> => {
  makeFolder(folder);
  await removeParts(folder);
  const [other] = await readdir(folder);
  if (other !== undefined)
    throw new Problem(`${folder} holds something already (${other}); name another folder, or empty it.`);
};

/**
 * Writes the catalogue of one moment into a folder, a file a part, and `manifest.json` with what each file holds and on
 * which terms. All have other names until the last one is whole; the manifest comes last, and a folder without it is no dump.
 */
export const dumpCatalogue = async (options: DumpOptions): Promise<Dump> => {
  const { db, folder, now, version, format = 'jsonl', gzip = true, sources = null, onProgress, signal } = options;
  const parts = partsNamed(options.parts);
  await makeReady(folder);
  const at = now();
  const packs = format === 'jsonl' && gzip;
  let [allDone, total] = [0, 0];

  const write = async (tx: Transaction, part: DumpPart, all: number): Promise<DumpFile> => {
    const name = `${part.name}.${format}${packs ? '.gz' : ''}`;
    const hash = createHash('sha256');
    let [rows, bytes] = [0, 0];
    const told = async function* (): AsyncGenerator<readonly string[]> {
      for await (const lines of readLines(tx, part, sources)) {
        signal?.throwIfAborted();
        rows += lines.length;
        allDone += lines.length;
        yield lines;
        onProgress?.({ file: name, done: rows, all, allDone, total });
      }
    };
    const counted = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    };
    const from = Readable.from(
      format === 'jsonl' ? asJsonLines(told()) : asParquet(part.columns, told(), `Kinodex ${version}`),
    );
    const to = createWriteStream(join(folder, `${name}${PART}`), { flush: true });
    const ending = signal === undefined ? {} : { signal };
    await (packs ? pipeline(from, createGzip(), counted, to, ending) : pipeline(from, counted, to, ending));
    return { name, part: part.name, rows, bytes, sha256: hash.digest('hex') };
  };

  const writeAll = () =>
    db.transaction(async (tx) => {
      await keepMoment(tx);
      const [position, given] = [await readPosition(tx), await readSources(tx)];
      const counts = new Map<DumpPart, number>();
      for (const part of parts) counts.set(part, await countRows(tx, part, sources));
      total = counts.values().reduce((sum, rows) => sum + rows, 0);
      const files: DumpFile[] = [];
      for (const part of parts) files.push(await write(tx, part, counts.get(part) ?? 0));
      return { position, given, files };
    });

  try {
    const { position, given, files } = await writeAll();
    const isWritten = (source: SourceName): boolean => sources === null || sources.includes(source);
    const leftOut = given.filter((source) => !isWritten(source));
    const told = {
      format: FORMAT,
      version,
      exported: at,
      changes: { since: `c${position}` },
      includesRestricted: sources === null,
      leftOut,
      licences: given.filter(isWritten).map(licenceOf),
      files,
    };
    await writeFile(join(folder, `${MANIFEST}${PART}`), `${JSON.stringify(told, null, 1)}\n`, { flush: true });
    signal?.throwIfAborted();
    for (const name of [...files.map((file) => file.name), MANIFEST])
      await rename(join(folder, `${name}${PART}`), join(folder, name));
    await syncFolder(folder);
    return { files, leftOut };
  } catch (error) {
    await removeParts(folder);
    throw ofDisk(folder, error);
  }
};
