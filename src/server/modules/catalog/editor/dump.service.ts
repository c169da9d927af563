import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { BUNDLE_FORMAT } from '#contracts/bundle.ts';
import { imdbId, type RecordKind, requireId } from '#server/kernel/ids.ts';
import type { Database, Transaction } from '#server/platform/db/database.ts';
import { makeFolder } from '#server/platform/disk/folder.ts';
import { LICENCES } from '#server/sources/licences.ts';
import type { SourceName } from '#server/sources/source.ts';
import { exportBundles } from './bundle.service.ts';
import { countRecords, keepMoment, readKeysAfter, readSources } from './dump.store.ts';

export interface DumpFile {
  readonly name: string;
  readonly kind: RecordKind;
  readonly records: number;
  readonly bytes: number;
  readonly sha256: string;
}

export interface DumpProgress {
  readonly file: string;
  readonly done: number;
  readonly all: number;
  /** Records of both files, and how many are written. */
  readonly allDone: number;
  readonly total: number;
}

export interface DumpOptions {
  readonly db: Pick<Database, 'transaction'>;
  readonly folder: string;
  readonly now: () => Date;
  /** Of the product that writes it. */
  readonly version: string;
  /** Whether the files are packed; they are when it is not said. */
  readonly gzip?: boolean;
  /** The sources whose data is written; null: all of them. */
  readonly sources?: readonly string[] | null;
  readonly onProgress?: (progress: DumpProgress) => void;
  readonly signal?: AbortSignal;
}

const FILES = { movie: 'titles.jsonl', name: 'people.jsonl' } as const;
/** Records read at once. */
const BATCH = 200;

/** Has the disk keep the names in a folder. */
export const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
};

/** What may be done with the data of a source, and the words that have to stand where it is shown. */
const licenceOf = (source: SourceName): object => {
  if (source === 'bundle' || source === 'editor') return { source, name: null, terms: null, url: null, notice: null };
  const { name, terms, url, notice } = LICENCES[source];
  return { source, name, terms, url, notice };
};

/**
 * Writes the whole catalogue into a folder: a line of JSON a record (`kinodex-bundle/1`) and `manifest.json` with the counts
 * and checksums, which is written last: a folder without it is not whole. What is written is the catalogue of one moment,
 * however long it takes.
 */
export const dumpCatalogue = async (options: DumpOptions): Promise<readonly DumpFile[]> => {
  const { db, folder, now, version, gzip = true, sources = null, onProgress, signal } = options;
  makeFolder(folder);
  const manifest = join(folder, 'manifest.json');
  await rm(manifest, { force: true });
  const at = now();
  let [allDone, total] = [0, 0];

  const dump = async (tx: Transaction, kind: RecordKind, all: number): Promise<DumpFile> => {
    const name = `${FILES[kind]}${gzip ? '.gz' : ''}`;
    const hash = createHash('sha256');
    let [records, bytes] = [0, 0];
    const lines = async function* (): AsyncGenerator<string> {
      for (let after = -1; ; ) {
        signal?.throwIfAborted();
        const keys = await readKeysAfter(tx, kind, sources, after, BATCH);
        const last = keys.at(-1);
        if (last === undefined) return;
        const ids = keys.map((key) => requireId(kind, imdbId(kind, key)));
        for (const bundle of await exportBundles(tx, ids, at, sources)) yield `${JSON.stringify(bundle)}\n`;
        records += keys.length;
        allDone += keys.length;
        after = last;
        onProgress?.({ file: name, done: records, all, allDone, total });
      }
    };
    const counted = async function* (chunks: AsyncIterable<Buffer | string>): AsyncGenerator<Buffer> {
      for await (const chunk of chunks) {
        const data = Buffer.from(chunk as Buffer);
        hash.update(data);
        bytes += data.length;
        yield data;
      }
    };
    const written = join(folder, `${name}.part`);
    const to = createWriteStream(written, { flush: true });
    const ending = signal === undefined ? {} : { signal };
    const from = Readable.from(lines());
    try {
      await (gzip ? pipeline(from, createGzip(), counted, to, ending) : pipeline(from, counted, to, ending));
    } catch (error) {
      await rm(written, { force: true });
      throw error;
    }
    await rename(written, join(folder, name));
    return { name, kind, records, bytes, sha256: hash.digest('hex') };
  };

  const { files, licences } = await db.transaction(async (tx) => {
    await keepMoment(tx);
    const [titles, people] = [await countRecords(tx, 'movie', sources), await countRecords(tx, 'name', sources)];
    total = titles + people;
    return {
      files: [await dump(tx, 'movie', titles), await dump(tx, 'name', people)],
      licences: (await readSources(tx, sources)).map(licenceOf),
    };
  });
  const told = { format: BUNDLE_FORMAT, version, exported: at, sources, licences, files };
  await writeFile(manifest, `${JSON.stringify(told, null, 1)}\n`, { flush: true });
  await syncFolder(folder);
  return files;
};
