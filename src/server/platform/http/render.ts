import { createHmac, hash, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Failed } from '#contracts/envelope.ts';
import { alone, utf8 } from '#server/kernel/bytes.ts';
import type { Failure } from '#server/kernel/failure.ts';
import { keyFor } from '#server/kernel/keys.ts';
import type { Answer, Rendered } from './answer.ts';
import type { Encoding } from './encoding.ts';

/** What ETags are made with: a guessed one would tell for free what an answer says, so nobody else may be able to make one. */
export type TagKey = KeyObject;

export const tagKeyOf = (secret: string): TagKey => keyFor(secret, 'kinodex etag');

/** Below this many bytes compressing saves no packet. */
const WORTH_PACKING = 1400;

/** Packed once and sent often: worth more effort than an answer of the API. */
const QUALITY = { often: { br: 4, gzip: 6 }, once: { br: 9, gzip: 9 } } as const;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

export const JSON_TYPE = 'application/json; charset=utf-8';

/** The envelope around an answer, or its own bytes. Only who has the key can tell its ETag from what it says. */
export const render = (answer: Exclude<Answer, { as: 'redirect' | 'foreign' }>, tagKey: TagKey): Rendered => {
  if (answer.as === 'rendered') return answer.answer;
  if (answer.as === 'bytes') {
    const { bytes, type, headers } = answer;
    return rendered({ bytes, type, headers: headers ?? {}, packable: !type.startsWith('image/') }, tagKey);
  }
  const tail =
    answer.as === 'page'
      ? `,"error":null,"page":${answer.page},"total":${answer.total},"regs":${answer.regs}}`
      : ',"error":null,"page":null,"total":null,"regs":null}';
  const bytes = utf8(`{"code":200,"data":${answer.json}${tail}`);
  return rendered({ bytes, type: JSON_TYPE, headers: answer.headers ?? {}, packable: true }, tagKey);
};

type Unnamed = Pick<Rendered, 'bytes' | 'type' | 'headers' | 'packable'>;

const rendered = (answer: Unnamed, tagKey: TagKey): Rendered => ({
  ...answer,
  digest: createHmac('sha256', tagKey).update(answer.bytes).digest('base64url').slice(0, 20),
  packed: new Map(),
  packable: answer.packable && answer.bytes.length >= WORTH_PACKING,
  effort: 'often',
});

const isPacked = (type: string): boolean => /^(?:font\/|image\/(?!svg)|application\/gzip)/.test(type);

/** A file that does not change while the product runs. Everybody may know what it says, so its ETag needs no key. */
export const renderFile = (bytes: Buffer, type: string, headers: Rendered['headers'], br?: Buffer): Rendered => ({
  bytes,
  type,
  headers,
  digest: hash('sha256', bytes, 'base64url').slice(0, 20),
  packed: new Map(br && [['br', br]]),
  packable: !isPacked(type),
  effort: 'once',
});

/** Strong, and another one for each encoding. Known without packing, so a 304 costs none. */
export const etagOf = ({ digest }: Rendered, encoding: Encoding): string =>
  encoding === 'identity' ? `"${digest}"` : `"${digest}-${encoding}"`;

/** The bytes in an encoding that the caller takes: at once when they are known, else packed and kept with the answer. */
export const bytesIn = (answer: Rendered, encoding: Encoding): Buffer | Promise<Buffer> =>
  encoding === 'identity' ? answer.bytes : (answer.packed.get(encoding) ?? pack(answer, encoding));

/** Whoever asks while it is being packed waits for the same bytes. */
const pack = (answer: Rendered, encoding: 'br' | 'gzip'): Promise<Buffer> => {
  const { bytes, packed, effort } = answer;
  const quality = QUALITY[effort][encoding];
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const making = (encoding === 'br' ? brotli(bytes, { params }) : gzipped(bytes, { level: quality })).then(alone);
  packed.set(encoding, making);
  making.then(
    (made) => packed.set(encoding, made),
    () => packed.delete(encoding),
  );
  return making;
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
