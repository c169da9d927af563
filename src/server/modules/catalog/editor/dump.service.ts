import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { BUNDLE_FORMAT } from '#contracts/bundle.ts';
import { imdbId, type RecordKind, requireId } from '#server/kernel/ids.ts';
import type { Database, Transaction } from '#server/platform/db/database.ts';
import { exportBundles } from './bundle.service.ts';
import { countRecords, keepMoment, readKeysAfter } from './dump.store.ts';

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
}

interface Parts {
  readonly db: Database;
  readonly folder: string;
  readonly now: () => Date;
  readonly onProgress?: (progress: DumpProgress) => void;
  readonly signal?: AbortSignal;
}

const FILES = { movie: 'titles.jsonl.gz', name: 'people.jsonl.gz' } as const;
/** Records read at once. */
const BATCH = 200;

/**
 * Writes the whole catalogue into a folder: a line of JSON a record (`kinodex-bundle/1`), packed, and `manifest.json` with
 * the counts and checksums, which is written last: a folder without it is not whole. What is written is the catalogue of
 * one moment, however long it takes.
 */
export const dumpCatalogue = async ({ db, folder, now, onProgress, signal }: Parts): Promise<readonly DumpFile[]> => {
  await mkdir(folder, { recursive: true });
  const manifest = join(folder, 'manifest.json');
  await rm(manifest, { force: true });
  const at = now();

  const dump = async (tx: Transaction, kind: RecordKind): Promise<DumpFile> => {
    const name = FILES[kind];
    const all = await countRecords(tx, kind);
    const hash = createHash('sha256');
    let [records, bytes] = [0, 0];
    const lines = async function* (): AsyncGenerator<string> {
      for (let after = -1; ; ) {
        signal?.throwIfAborted();
        const keys = await readKeysAfter(tx, kind, after, BATCH);
        const last = keys.at(-1);
        if (last === undefined) return;
        const ids = keys.map((key) => requireId(kind, imdbId(kind, key)));
        for (const bundle of await exportBundles(tx, ids, at)) yield `${JSON.stringify(bundle)}\n`;
        records += keys.length;
        after = last;
        onProgress?.({ file: name, done: records, all });
      }
    };
    const counted = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    };
    const written = join(folder, `${name}.part`);
    const options = signal === undefined ? {} : { signal };
    await pipeline(Readable.from(lines()), createGzip(), counted, createWriteStream(written), options);
    await rename(written, join(folder, name));
    return { name, kind, records, bytes, sha256: hash.digest('hex') };
  };

  const files = await db.transaction(async (tx) => {
    await keepMoment(tx);
    return [await dump(tx, 'movie'), await dump(tx, 'name')];
  });
  await writeFile(manifest, `${JSON.stringify({ format: BUNDLE_FORMAT, exported: at, files }, null, 1)}\n`);
  return files;
};
