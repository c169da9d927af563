import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { poster } from '#test/support/pictures.ts';
import { productOn } from '#test/support/product-in-memory.ts';
import { S3_KEYS, startS3 } from '#test/support/s3-server.ts';

// The product with its pictures in a bucket.

const TITLE = 'tt0068646';
const EDGE = 'edge-of-a-part';
const db = await testDatabase('sample');
const bucket = await startS3(['kinodex']);
const product = await productOn(db, {
  ...{ IMAGE_STORE: `${bucket.origin}/kinodex/pictures`, IMAGE_STORE_REGION: 'eu-west-1' },
  ...{ IMAGE_STORE_KEY_ID: S3_KEYS.keyId, IMAGE_STORE_SECRET: S3_KEYS.secret },
});
const session = await product.signIn('editor@example.org', { admin: true });
afterAll(() => product.close());

const upload = async () => {
  const head = `--${EDGE}\r\nContent-Disposition: form-data; name="file"; filename="x"\r\nContent-Type: image/jpeg\r\n\r\n`;
  return product.app.inject({
    ...{ method: 'POST', url: `/api/admin/imdb/${TITLE}/image` },
    payload: Buffer.concat([
      Buffer.from(head),
      await poster(400, 600).jpeg().toBuffer(),
      Buffer.from(`\r\n--${EDGE}--\r\n`),
    ]),
    headers: { authorization: `Bearer ${session}`, 'content-type': `multipart/form-data; boundary=${EDGE}` },
  });
};
const image = (width: number) =>
  product.app.inject({ url: `/api/public/image/${TITLE}?w=${width}`, headers: { accept: 'image/webp' } });

it('an uploaded picture is kept there and answered from there, and without the bucket it is a 503', async () => {
  const drawn = (await image(342)).rawPayload;
  expect((await upload()).json()).toMatchObject({ data: { imdbId: TITLE, width: 400, height: 600 } });
  const objects = readdirSync(join(bucket.folder, 'kinodex', 'pictures')).filter((name) => name.endsWith('_object'));
  expect(objects.length).toBeGreaterThan(4);
  await expect.poll(async () => (await image(342)).rawPayload.equals(drawn)).toBe(false);
  expect((await image(342)).headers['content-type']).toBe('image/webp');
  await bucket.close();
  const away = await image(185);
  expect([away.statusCode, away.json().reason]).toEqual([503, 'unavailable']);
  expect((await upload()).statusCode).toBe(503);
});
