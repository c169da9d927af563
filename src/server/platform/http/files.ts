import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding, type Encoding } from './encoding.ts';
import { matches, matchesAny } from './render.ts';

/** Something that browsers load and that does not change while the product runs. */
export interface PageFile {
  /** The media type. */
  readonly type: string;
  /** Called once, when somebody first asks. */
  readonly read: () => Buffer | Promise<Buffer>;
  readonly headers: Readonly<Record<string, string>>;
  /** Adds what depends on who is asking. */
  readonly greet?: (request: FastifyRequest, reply: FastifyReply) => void;
}

interface Packed {
  readonly bytes: Buffer;
  readonly etag: string;
}

/** Packed once and sent often: worth more effort than an answer of the API. */
const QUALITY = 9;
const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

const pack = async (plain: Buffer, encoding: Encoding): Promise<Buffer> => {
  if (encoding === 'identity') return plain;
  if (encoding === 'gzip') return gzipped(plain, { level: 9 });
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  return brotli(plain, { params });
};

const isPacked = (type: string): boolean => type.startsWith('font/') || /^image\/(?!svg)/.test(type);

/** Answers GET and HEAD of a path with a file. It is read and packed when somebody first asks, once per encoding. */
export const serveFile = (app: FastifyInstance, path: string, file: PageFile): void => {
  let plain: Promise<Buffer> | undefined;
  const kept = new Map<Encoding, Promise<Packed>>();
  const make = async (encoding: Encoding): Promise<Packed> => {
    plain ??= Promise.resolve(file.read());
    const bytes = await pack(await plain, encoding);
    return { bytes, etag: `"${hash('sha1', bytes, 'base64url').slice(0, 20)}"` };
  };
  const packed = (encoding: Encoding): Promise<Packed> => {
    const made = kept.get(encoding) ?? make(encoding);
    kept.set(encoding, made);
    return made;
  };
  app.get(path, async (request, reply) => {
    const encoding = isPacked(file.type) ? 'identity' : chooseEncoding(request.headers['accept-encoding']);
    const { bytes, etag } = await packed(encoding);
    reply.headers({
      'Content-Type': file.type,
      'Cache-Control': 'no-cache',
      Vary: 'Accept-Encoding',
      ETag: etag,
      ...file.headers,
    });
    file.greet?.(request, reply);
    const known = request.headers['if-none-match'];
    if (matches(known, etag) || matchesAny(known)) return reply.code(304).send();
    if (encoding !== 'identity') reply.header('Content-Encoding', encoding);
    return reply.send(bytes);
  });
};
