import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import {
  createOutbound,
  type Outbound,
  type OutboundDownload,
  OutboundError,
  type OutboundStream,
} from '#server/platform/outbound/outbound.ts';
import { IMDB_FILE_NAMES, type ImdbFile } from './files.ts';
import { FileRefused } from './lines.ts';

/** Bytes of one file, as they come. */
export interface OpenFile {
  /** Unpacked bytes; fails with FileRefused, or with the signal's reason. */
  readonly stream: Readable;
  /** Packed bytes read so far. */
  readonly bytes: () => number;
  /** SHA-256 of the packed bytes, known once the stream has ended. */
  readonly sha256: () => string;
}

export interface DatasetFile {
  readonly name: ImdbFile;
  /** Packed bytes; null when the server does not say. */
  readonly size: number | null;
  /** What tells one edition of a file from the next without reading it: a server's ETag; null in a folder. */
  readonly etag: string | null;
  open(signal: AbortSignal): Promise<OpenFile>;
  /** SHA-256 of the packed bytes of a file in a folder; null where that would mean to download it. */
  hash(signal: AbortSignal): Promise<string | null>;
}

const CHUNK = 1 << 20;
/** A server that says nothing for this long is given up. */
const SILENCE = 60_000;

/** What is wrong with a file that cannot be read to its end, for people. */
const refusalOf = (where: string, error: unknown): FileRefused => {
  if (error instanceof FileRefused) return error;
  const { code = '', message }: NodeJS.ErrnoException = error instanceof Error ? error : new Error(String(error));
  const wrong =
    code === 'Z_BUF_ERROR'
      ? 'is truncated'
      : message === 'incorrect header check'
        ? 'is not a gzip file'
        : code.startsWith('Z_')
          ? 'is damaged'
          : 'cannot be read to its end';
  return new FileRefused(`${where} ${wrong} (${message}). Nothing was changed.`, { cause: error });
};

const openBytes = (source: Readable, where: string, signal: AbortSignal): OpenFile => {
  const packed = where.endsWith('.gz');
  const hash = createHash('sha256');
  let bytes = 0;
  let digest: string | undefined;
  const tap = new Transform({
    highWaterMark: CHUNK,
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      bytes += chunk.length;
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const out = packed ? createGunzip({ chunkSize: CHUNK }) : tap;
  // The reader of `out` hears of a failure there; this promise would only tell it twice.
  (packed ? pipeline(source, tap, out, { signal }) : pipeline(source, tap, { signal })).catch((error: unknown) => {
    out.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  const chunks = async function* () {
    try {
      yield* out;
    } catch (error) {
      signal.throwIfAborted();
      throw refusalOf(where, error);
    }
  };
  return {
    stream: Readable.from(chunks()),
    bytes: () => bytes,
    sha256: () => {
      digest ??= hash.digest('hex');
      return digest;
    },
  };
};

const inFolder = async (folder: string, names: readonly ImdbFile[]): Promise<DatasetFile[]> => {
  const there = new Set(await readdir(folder));
  const named = names.flatMap((name) => {
    const found = [`${name}.tsv`, `${name}.tsv.gz`].find((each) => there.has(each));
    return found === undefined ? [] : [{ name, path: join(folder, found) }];
  });
  return Promise.all(
    named.map(async ({ name, path }) => {
      const open = async (signal: AbortSignal) =>
        openBytes(createReadStream(path, { highWaterMark: CHUNK }), path, signal);
      return {
        name,
        size: (await stat(path)).size,
        etag: null,
        open,
        hash: async (signal: AbortSignal) => {
          const sha = createHash('sha256');
          try {
            for await (const chunk of createReadStream(path, { highWaterMark: CHUNK, signal })) sha.update(chunk);
          } catch (error) {
            signal.throwIfAborted();
            throw refusalOf(path, error);
          }
          return sha.digest('hex');
        },
      };
    }),
  );
};

/** What is wrong with a download, for people. */
const WORDS: Readonly<Partial<Record<OutboundError['kind'], string>>> = {
  timeout: `fell silent for ${SILENCE / 1000} s`,
  redirect: 'leads to another address; name that one',
};

/** Opens a file below an address that the operator has named. @throws FileRefused; the signal's reason */
const openAt = async (door: Outbound, base: string, asked: OutboundDownload): Promise<OutboundStream> => {
  const refused = (error: unknown, otherwise: string): unknown =>
    error instanceof OutboundError
      ? new FileRefused(`${base}${asked.path} ${WORDS[error.kind] ?? otherwise}`, { cause: error })
      : error;
  const answer = await door.open({ ...asked, headers: { 'accept-encoding': 'identity' } }).catch((error: unknown) => {
    throw refused(error, 'does not answer');
  });
  const body = async function* () {
    try {
      yield* answer.body;
    } catch (error) {
      throw refused(error, 'broke off');
    }
  };
  return { ...answer, body: body() };
};

const refusedWith = (address: string, { status, headers }: Pick<OutboundStream, 'status' | 'headers'>): FileRefused => {
  const cause = new OutboundError(address, 'status', { status, retryAfter: headers.get('retry-after') });
  return new FileRefused(`${address} answers ${status}`, { cause });
};

const atServer = async (from: string, signal: AbortSignal, names: readonly ImdbFile[]): Promise<DatasetFile[]> => {
  const base = from.replace(/\/+$/, '');
  const door = createOutbound({ baseUrl: base, timeout: SILENCE });
  const files: DatasetFile[] = [];
  for (const name of names) {
    for (const path of [`/${name}.tsv.gz`, `/${name}.tsv`]) {
      const found = await openAt(door, base, { method: 'HEAD', path, signal });
      const { status, headers } = found;
      if (status === 200) {
        files.push({
          name,
          size: Number(headers.get('content-length')) || null,
          etag: headers.get('etag'),
          hash: async () => null,
          open: async (signal) => {
            const answer = await openAt(door, base, { method: 'GET', path, signal });
            if (answer.status !== 200) throw refusedWith(`${base}${path}`, answer);
            return openBytes(Readable.from(answer.body), `${base}${path}`, signal);
          },
        });
        break;
      }
      if (status !== 404 && status !== 403) throw refusedWith(`${base}${path}`, found);
    }
  }
  return files;
};

/**
 * The files of the datasets that a folder or an http(s) address has, `.tsv` or `.tsv.gz`, in the order in which they are
 * imported. Each is optional; none at all is an error. @throws FileRefused
 */
export const findFiles = async (
  from: string,
  signal: AbortSignal,
  names: readonly ImdbFile[] = IMDB_FILE_NAMES,
): Promise<DatasetFile[]> => {
  const remote = /^https?:\/\//i.test(from);
  const files = await (remote ? atServer(from, signal, names) : inFolder(from, names)).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') throw new FileRefused(`${from} is not a folder`);
      throw error;
    },
  );
  if (files.length === 0)
    throw new FileRefused(`${from} holds none of the files ${names.map((n) => `${n}.tsv`).join(', ')}`);
  return files;
};
