import { AwsV4Signer } from 'aws4fetch';
import { createOutbound, OutboundError } from '../outbound/outbound.ts';
import { type ListPage, readListPage, textIn } from './s3-list.rules.ts';
import { type ImageStore, intact, isKey, keyOf } from './store.ts';

export interface S3Options {
  /** The address of the bucket, and of a folder in it where there is one: `https://host/bucket/folder`. */
  readonly baseUrl: string;
  readonly region: string;
  readonly keyId: string;
  readonly secret: string;
}

/** Ms that one call may take. */
const TIMEOUT = 15_000;
/** Bytes of the largest answer: a size of a picture, or a page of the list. */
const LARGEST = 32_000_000;
/** Objects of a page of the list; no service gives more. */
const PAGE = 1_000;

const NOTHING = Buffer.alloc(0);

/**
 * Keeps pictures at an S3-compatible service, each call signed with the keys, which stand in no message. `page`: how many
 * objects are listed at once.
 */
export const createS3Store = ({ baseUrl, region, keyId, secret }: S3Options, page = PAGE): ImageStore => {
  const { origin, pathname } = new URL(baseUrl);
  // A plus in a path is a plus, which whoever signs and whoever is asked do not always agree on.
  const place = pathname.replace(/\/+$/, '').replaceAll('+', '%2B');
  const [, bucket = '', ...folders] = place.split('/');
  const folder = folders.map((name) => `${decodeURIComponent(name)}/`).join('');
  const door = createOutbound({ baseUrl: origin, timeout: TIMEOUT, maxBytes: LARGEST });

  /** The answer; null when there is no such object. */
  const call = async (method: 'GET' | 'PUT' | 'DELETE', path: string, body?: Buffer): Promise<Buffer | null> => {
    const signer = new AwsV4Signer({
      method,
      url: `${origin}${path}`,
      headers: { 'X-Amz-Content-Sha256': keyOf(body ?? NOTHING) },
      ...{ accessKeyId: keyId, secretAccessKey: secret, service: 's3', region },
    });
    const { headers } = await signer.sign();
    const answer = await door.request({
      ...{ method, path, repeatable: true },
      headers: Object.fromEntries(headers),
      ...(body && { body }),
    });
    if (answer.status < 300) return answer.body;
    const said = textIn(answer.body.toString('utf8'), 'Code')?.slice(0, 40) ?? 'nothing said';
    if (answer.status === 404 && said !== 'NoSuchBucket') return null;
    throw new OutboundError(`${method} of the image store (${said})`, 'status', { status: answer.status });
  };

  const pathOf = (key: string): string => {
    if (!isKey(key)) throw new Error(`no key of a picture: ${key}`);
    return `${place}/${key}`;
  };

  // By the last key of a page and not by tokens: every such service understands that.
  const list: ImageStore['list'] = async function* () {
    for (let after: string | null = ''; after !== null; ) {
      const asked = { 'max-keys': String(page), ...(after && { marker: after }), ...(folder && { prefix: folder }) };
      const query = Object.entries(asked).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
      const answer: Buffer | null = await call('GET', `/${bucket}?${query.join('&')}`);
      const read: ListPage | null = readListPage(answer?.toString('utf8') ?? '', folder);
      if (read === null) throw new Error('the image store gave a list that cannot be read');
      yield* read.stored;
      after = read.next;
    }
  };

  return {
    put: async (key, bytes) => void (await call('PUT', pathOf(key), bytes)),
    get: async (key) => {
      const bytes = await call('GET', pathOf(key));
      return bytes && intact(key, bytes);
    },
    list,
    remove: async (key) => void (await call('DELETE', pathOf(key))),
  };
};
