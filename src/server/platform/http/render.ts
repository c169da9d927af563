import { createHmac, hkdfSync } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Failed } from '#contracts/envelope.ts';
import type { Failure } from '#server/kernel/failure.ts';
import type { Answer } from './answer.ts';
import type { Encoding } from './encoding.ts';

/** What ETags are made with: a guessed one would tell for free what an answer says, so nobody else may be able to make one. */
export type TagKey = Buffer;

/** The key that every node with this secret has. */
export const tagKeyOf = (secret: string): TagKey => Buffer.from(hkdfSync('sha256', secret, '', 'kinodex etag', 32));

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

/** The envelope around an answer, or its own bytes. Only who has the key can tell its ETag from what it says. */
export const render = (answer: Exclude<Answer, { as: 'redirect' }>, tagKey: TagKey): Rendered => {
  if (answer.as === 'bytes') {
    const { bytes, type, headers } = answer;
    return rendered({ bytes, type, headers: headers ?? {}, packable: !type.startsWith('image/') }, tagKey);
  }
  const tail =
    answer.as === 'page'
      ? `,"error":null,"page":${answer.page},"total":${answer.total},"regs":${answer.regs}}`
      : ',"error":null,"page":null,"total":null,"regs":null}';
  const bytes = Buffer.from(`{"code":200,"data":${answer.json}${tail}`);
  return rendered({ bytes, type: JSON_TYPE, headers: answer.headers ?? {}, packable: true }, tagKey);
};

type Unnamed = Pick<Rendered, 'bytes' | 'type' | 'headers' | 'packable'>;

const rendered = (answer: Unnamed, tagKey: TagKey): Rendered => ({
  ...answer,
  digest: createHmac('sha256', tagKey).update(answer.bytes).digest('base64url').slice(0, 20),
  packed: new Map(),
  packable: answer.packable && answer.bytes.length >= WORTH_PACKING,
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

/** Whether If-None-Match names this ETag (weak comparison, as RFC 9110 wants it there). */
export const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined && (header === etag || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag));

/** Whether If-None-Match means anything at all that may stand there. */
export const matchesAny = (header: string | undefined): boolean => header !== undefined && header.trim() === '*';

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
