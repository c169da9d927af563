import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Failed } from '#contracts/envelope.ts';
import type { Failure } from '#server/kernel/failure.ts';
import type { Answer } from './answer.ts';

export type Encoding = 'identity' | 'gzip' | 'br';

/** An answer as bytes that can be sent again and again. */
export interface Rendered {
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  readonly digest: string;
  /** The same in other encodings, as far as somebody has asked for them. */
  readonly packed: Map<Encoding, Buffer>;
  readonly packable: boolean;
}

/** Below this many bytes compressing saves no packet. */
const WORTH_PACKING = 1400;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

const JSON_TYPE = 'application/json; charset=utf-8';

/** The envelope around an answer, or its own bytes. */
export const render = (answer: Exclude<Answer, { as: 'redirect' }>): Rendered => {
  if (answer.as === 'bytes') {
    return rendered(answer.bytes, answer.type, answer.headers, !answer.type.startsWith('image/'));
  }
  const tail =
    answer.as === 'page'
      ? `,"error":null,"page":${answer.page},"total":${answer.total},"regs":${answer.regs}}`
      : ',"error":null,"page":null,"total":null,"regs":null}';
  return rendered(Buffer.from(`{"code":200,"data":${answer.json}${tail}`), JSON_TYPE, answer.headers, true);
};

const rendered = (
  bytes: Buffer,
  type: string,
  headers: Rendered['headers'] | undefined,
  packable: boolean,
): Rendered => ({
  type,
  headers: headers ?? {},
  bytes,
  digest: hash('sha1', bytes, 'base64url').slice(0, 20),
  packed: new Map(),
  packable: packable && bytes.length >= WORTH_PACKING,
});

/** Strong, and another one for each encoding. Known without packing, so a 304 costs none. */
export const etagOf = ({ digest }: Rendered, encoding: Encoding): string =>
  encoding === 'identity' ? `"${digest}"` : `"${digest}-${encoding}"`;

/** The bytes in an encoding that the caller takes: at once when they are known, else packed and kept with the answer. */
export const bytesIn = (answer: Rendered, encoding: Encoding): Buffer | Promise<Buffer> =>
  encoding === 'identity' ? answer.bytes : (answer.packed.get(encoding) ?? pack(answer, encoding));

const pack = async (answer: Rendered, encoding: Encoding): Promise<Buffer> => {
  const { bytes, packed } = answer;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const made = await (encoding === 'br' ? brotli(bytes, { params }) : gzipped(bytes, { level: 6 }));
  packed.set(encoding, made);
  return made;
};

/** Choices that are kept, and how long a header may be for that: browsers send a handful of them. */
const CHOICES = 1000;
const LONGEST_KEPT = 100;
const choices = new Map<string, Encoding>();

/** The best encoding an Accept-Encoding header allows; `q=0` forbids one. */
export const chooseEncoding = (header: string | undefined): Encoding => {
  if (!header) return 'identity';
  const known = choices.get(header);
  if (known) return known;
  const choice = chosenFrom(header);
  if (header.length <= LONGEST_KEPT) {
    if (choices.size >= CHOICES) choices.clear();
    choices.set(header, choice);
  }
  return choice;
};

const chosenFrom = (header: string): Encoding => {
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
  (header === etag ||
    header.trim() === '*' ||
    header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag));

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
