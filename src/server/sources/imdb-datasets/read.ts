import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createOutbound } from '#server/platform/outbound/outbound.ts';
import { CHUNK, FileRefused, type OpenFile, openAt, openBytes, refusalOf, refusedWith, SILENCE } from '../open-file.ts';
import { IMDB_FILE_NAMES, type ImdbFile } from './files.ts';

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
      const meant = from.includes('://') ? '; an address begins with http:// or https://' : '';
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') throw new FileRefused(`${from} is not a folder${meant}`);
      throw error;
    },
  );
  if (files.length === 0)
    throw new FileRefused(`${from} holds none of the files ${names.map((n) => `${n}.tsv`).join(', ')}`);
  return files;
};
