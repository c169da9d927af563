import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable, Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Problem } from '#server/kernel/problem.ts';
import {
  createOutbound,
  type Outbound,
  type OutboundDownload,
  OutboundError,
  type OutboundStream,
} from '#server/platform/outbound/outbound.ts';

/** A file that cannot be imported at all, told with its name. */
export class FileRefused extends Problem {
  override readonly name = 'FileRefused';
}

/** Bytes of one file, as they come. */
export interface OpenFile {
  /** Unpacked bytes; fails with FileRefused, or with the signal's reason. */
  readonly stream: Readable;
  /** Packed bytes read so far. */
  readonly bytes: () => number;
  /** SHA-256 of the packed bytes, known once the stream has ended. */
  readonly sha256: () => string;
}

/**
 * As much as a socket takes at once: the database works on what the last chunk gave while the next one is read. With a
 * mebibyte the two took turns, and reading took half as long again.
 */
export const CHUNK = 1 << 16;
/** A server that says nothing for this long is given up. */
export const SILENCE = 60_000;

/** What is wrong with a file that cannot be read to its end, for people. */
export const refusalOf = (where: string, error: unknown): FileRefused => {
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

export const openBytes = (source: Readable, where: string, signal: AbortSignal): OpenFile => {
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

/** What is wrong with a download, for people. */
const WORDS: Readonly<Partial<Record<OutboundError['kind'], string>>> = {
  timeout: `fell silent for ${SILENCE / 1000} s`,
  redirect: 'leads to another address; name that one',
};

/** Opens a file below an address that the operator has named. @throws FileRefused; the signal's reason */
export const openAt = async (door: Outbound, base: string, asked: OutboundDownload): Promise<OutboundStream> => {
  const refused = (error: unknown, otherwise: string): unknown =>
    error instanceof OutboundError
      ? new FileRefused(`${base}${asked.path} ${WORDS[error.kind] ?? otherwise}`, { cause: error })
      : error;
  const answer = await door
    .open({ ...asked, headers: { ...asked.headers, 'accept-encoding': 'identity' } })
    .catch((error: unknown) => {
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

export const refusedWith = (
  address: string,
  { status, headers }: Pick<OutboundStream, 'status' | 'headers'>,
): FileRefused => {
  const cause = new OutboundError(address, 'status', { status, retryAfter: headers.get('retry-after') });
  return new FileRefused(`${address} answers ${status}`, { cause });
};

/**
 * One file by its path or its http(s) address, unpacked where the name ends in .gz. @throws FileRefused; the signal's reason
 */
export const openFile = async (
  from: string,
  signal: AbortSignal,
  headers: Readonly<Record<string, string>> = {},
): Promise<OpenFile> => {
  if (!/^https?:\/\//i.test(from)) return openBytes(createReadStream(from, { highWaterMark: CHUNK }), from, signal);
  const { origin, pathname, search } = new URL(from);
  const door = createOutbound({ baseUrl: origin, timeout: SILENCE });
  const answer = await openAt(door, origin, { method: 'GET', path: `${pathname}${search}`, signal, headers });
  if (answer.status !== 200) throw refusedWith(from, answer);
  return openBytes(Readable.from(answer.body), `${origin}${pathname}`, signal);
};
