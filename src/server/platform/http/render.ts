import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Failed } from '#contracts/envelope.ts';
import type { Failure } from '#server/kernel/failure.ts';
import type { Answer } from './answer.ts';

export type Encoding = 'identity' | 'gzip' | 'br';

export interface Variant {
  readonly bytes: Buffer;
  /** Strong, and another one for each encoding. */
  readonly etag: string;
  readonly encoding: Encoding;
}

/** An answer as bytes that can be sent again and again. */
export interface Rendered {
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly identity: Variant;
  readonly packed: Map<Encoding, Variant>;
  readonly packable: boolean;
}

/** Below this many bytes compressing saves no packet. */
const WORTH_PACKING = 1400;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

const variant = (bytes: Buffer, encoding: Encoding): Variant => {
  const mark = encoding === 'identity' ? '' : `-${encoding}`;
  return { bytes, encoding, etag: `"${hash('sha1', bytes, 'base64url').slice(0, 20)}${mark}"` };
};

const JSON_TYPE = 'application/json; charset=utf-8';

/** The envelope around an answer, or its own bytes. */
export const render = (answer: Exclude<Answer, { as: 'redirect' }>): Rendered => {
  if (answer.as === 'bytes') return rendered(answer.bytes, answer.type, answer.headers, !answer.type.startsWith('image/'));
  const tail =
    answer.as === 'page'
      ? `,"error":null,"page":${answer.page},"total":${answer.total},"regs":${answer.regs}}`
      : ',"error":null,"page":null,"total":null,"regs":null}';
  return rendered(Buffer.from(`{"code":200,"data":${answer.json}${tail}`), JSON_TYPE, answer.headers, true);
};

const rendered = (bytes: Buffer, type: string, headers: Rendered['headers'] | undefined, packable: boolean): Rendered => ({
  type,
  headers: headers ?? {},
  identity: variant(bytes, 'identity'),
  packed: new Map(),
  packable: packable && bytes.length >= WORTH_PACKING,
});

/** The bytes in an encoding that the caller takes; made once and kept with the answer. */
export const encoded = async (answer: Rendered, encoding: Encoding): Promise<Variant> => {
  if (encoding === 'identity' || !answer.packable) return answer.identity;
  const known = answer.packed.get(encoding);
  if (known) return known;
  const raw = answer.identity.bytes;
  const bytes =
    encoding === 'br'
      ? await brotli(raw, { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: raw.length } })
      : await gzipped(raw, { level: 6 });
  const made = variant(bytes, encoding);
  answer.packed.set(encoding, made);
  return made;
};

/** The best encoding an Accept-Encoding header allows; `q=0` forbids one. */
export const chooseEncoding = (header: string | undefined): Encoding => {
  if (!header) return 'identity';
  const allowed = (name: string) =>
    header.split(',').some((item) => {
      const [coding, ...params] = item.trim().toLowerCase().split(';');
      return coding?.trim() === name && !params.some((param) => /^\s*q=0(\.0*)?\s*$/.test(param));
    });
  if (allowed('br')) return 'br';
  return allowed('gzip') ? 'gzip' : 'identity';
};

/** Whether If-None-Match names this ETag (weak comparison, as RFC 9110 wants it there). */
export const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header === etag || header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag));

/** The body of a failed answer. */
export const renderFailure = (failed: Failure): string =>
  JSON.stringify({
    code: failed.status,
    data: null,
    error: failed.message,
    page: null,
    total: null,
    regs: null,
    reason: failed.reason,
    details: [...failed.details],
  } satisfies Failed);
