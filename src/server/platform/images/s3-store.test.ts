import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { conformingStore } from '#test/support/image-store-conformance.ts';
import { S3_KEYS, startS3 } from '#test/support/s3-server.ts';
import { createS3Store } from './s3-store.ts';
import { keyOf } from './store.ts';

// On a server of S3 that checks the signatures of those who call it.

const { origin, folder, close } = await startS3(['pictures', 'shared']);
afterAll(close);
const storeAt = (path: string, keys = S3_KEYS) =>
  createS3Store({ baseUrl: `${origin}/${path}`, region: 'eu-west-1', ...keys }, 3);

const inBucket = (path: string, files: string) => () => ({
  store: storeAt(path),
  age: (key: string) => utimesSync(join(folder, files, `${key}._S3rver_object`), 0, 0),
});
conformingStore('an image store in a bucket', inBucket('pictures', 'pictures'));
conformingStore(
  'an image store in a folder of a bucket',
  inBucket('shared/films%20+%20people/of%20us/', 'shared/films + people/of us'),
);

const bytes = Buffer.from('a picture');
const key = keyOf(bytes);

it.each([
  ['keys that are refused', 'pictures', { keyId: 'S3RVER', secret: 'top-secret' }, 'SignatureDoesNotMatch', 403],
  ['keys that nobody has', 'pictures', { keyId: 'secret-id', secret: 'top-secret' }, 'InvalidAccessKeyId', 403],
  ['a bucket that is not there', 'elsewhere', S3_KEYS, 'NoSuchBucket', 404],
])('%s are an outage that says so and nothing of the keys', async (_, path, keys, code, status) => {
  const store = storeAt(path, keys);
  for (const [method, work] of [
    ['PUT', () => store.put(key, bytes)],
    ['GET', () => store.get(key)],
    ['DELETE', () => store.remove(key)],
    ['GET', () => store.list()[Symbol.asyncIterator]().next()],
  ] as const) {
    const failed = await work().then(
      () => null,
      (error: unknown) => error as Error,
    );
    expect(failed?.message).toBe(`${method} of the image store (${code}): status ${status}`);
    expect(inspect(failed, { depth: 9, showHidden: true })).not.toMatch(/secret/);
  }
});
