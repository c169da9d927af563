import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyRecords } from '#server/modules/catalog/apply.service.ts';
import { testDatabase } from '#test/support/database.ts';
import { hostilePictures, poster } from '#test/support/pictures.ts';
import { type ProductInMemory, productOn } from '#test/support/product-in-memory.ts';

const db = await testDatabase('sample');
const folder = mkdtempSync(join(tmpdir(), 'kinodex-pictures-'));
let product: ProductInMemory;
let session: string;
let jpeg: Buffer;
let other: Buffer;
beforeAll(async () => {
  product = await productOn(db, { KINODEX_DATA: folder });
  session = await product.signIn('editor@example.org', { admin: true });
  [jpeg, other] = await Promise.all([poster(400, 600).jpeg().toBuffer(), poster(300, 450).png().toBuffer()]);
});
afterAll(async () => {
  await product.close();
  rmSync(folder, { recursive: true, force: true });
});

const EDGE = 'edge-of-a-part';
const TITLE = 'tt0068646';
const PERSON = 'nm0000199';
const call = async (
  method: 'GET' | 'POST' | 'DELETE' | 'PATCH',
  path: string,
  payload?: object | Buffer,
  headers = {},
) => {
  const answer = await product.app.inject({
    method,
    url: `/api/admin/${path}`,
    ...(payload && { payload }),
    headers: { authorization: `Bearer ${session}`, ...headers },
  });
  return {
    code: answer.statusCode,
    ...answer.json<{ data: unknown; reason?: string; details?: unknown; total: number }>(),
  };
};
const upload = (id: string, file: Buffer, { type = 'application/octet-stream', name = 'file' } = {}) =>
  call(
    'POST',
    `imdb/${id}/image`,
    Buffer.concat([
      Buffer.from(
        `--${EDGE}\r\nContent-Disposition: form-data; name="${name}"; filename="x"\r\nContent-Type: ${type}\r\n\r\n`,
      ),
      file,
      Buffer.from(`\r\n--${EDGE}--\r\n`),
    ]),
    { 'content-type': `multipart/form-data; boundary=${EDGE}` },
  );
const shown = async (id: string, query = '', headers = {}) => {
  const answer = await product.app.inject({ url: `/api/public/image/${id}${query}`, headers });
  return {
    code: answer.statusCode,
    etag: String(answer.headers.etag),
    type: answer.headers['content-type'],
    bytes: answer.rawPayload,
  };
};
const becomes = (id: string, etag: string) => expect.poll(async () => (await shown(id)).etag).toBe(etag);
/** The colour in the middle of the upper edge. */
const colourOf = async (bytes: Buffer): Promise<number[]> => {
  const { data } = await sharp(bytes).resize(3, 3, { fit: 'fill' }).raw().toBuffer({ resolveWithObject: true });
  return [...data.subarray(3, 6)].map((value) => Math.round(value / 255));
};
const RED = [1, 0, 0];
const history = async (id: string) =>
  (await call('GET', `imdb/${id}/history`)).data as readonly { id: number; part: string; after: unknown; by: string }[];
const everything = async () =>
  (
    await db.query(`select (select json_agg(p order by p.id) from picture p) as pictures, (select count(*) from edit) as edits,
      (select count(*) from change) as changes, (select json_agg(t.poster order by t.id) from title t) as posters`)
  ).rows;

describe('an uploaded picture', () => {
  it('is answered at once in its sizes and formats, under another ETag', async () => {
    const before = await shown(TITLE);
    const changes = (await everything())[0]?.changes;
    expect(await upload(TITLE, jpeg, { type: 'image/jpeg' })).toMatchObject({
      code: 200,
      data: { imdbId: TITLE, width: 400, height: 600 },
    });
    // Nodes hear of a change a moment after it is saved.
    const ask = () => shown(TITLE, '', { 'if-none-match': before.etag });
    await expect.poll(async () => (await ask()).code).toBe(200);
    const after = await ask();
    expect([after.type, after.etag === before.etag]).toEqual(['image/jpeg', false]);
    expect(await colourOf(after.bytes)).toEqual(RED);
    for (const [w, width] of [
      ['?w=92', 92],
      ['?w=100', 185],
      ['?w=780', 400],
    ] as const) {
      const size = await shown(TITLE, w, { accept: 'image/webp' });
      expect([size.type, (await sharp(size.bytes).metadata()).width]).toEqual(['image/webp', width]);
    }
    const { rawPayload } = await product.get(`/api/v1/image/${TITLE}`);
    expect(rawPayload.equals(after.bytes)).toBe(true);
    expect(Number((await everything())[0]?.changes) - Number(changes)).toBe(1);
    expect((await history(TITLE))[0]).toMatchObject({
      action: 'edit',
      part: 'posterUrl',
      before: 'drawn',
      by: 'editor@example.org',
    });
  });

  it('again changes nothing', async () => {
    const before = await everything();
    expect(await upload(TITLE, jpeg)).toMatchObject({ code: 200 });
    expect((await everything())[0]?.edits).toEqual(before[0]?.edits);
  });

  it('is kept from sources until it is deleted; then what stood there before comes back', async () => {
    const drawn = await shown(PERSON);
    await upload(PERSON, jpeg);
    await upload(PERSON, other);
    const key = Number(PERSON.slice(2));
    await db.transaction((tx) => applyRecords(tx, { titles: [], people: [{ id: key, photo: 'drawn' }] }, 'tmdb'));
    await expect.poll(async () => colourOf((await shown(PERSON)).bytes)).toEqual(RED);
    expect(await call('DELETE', `imdb/${PERSON}/image`)).toMatchObject({
      code: 200,
      data: `Picture of ${PERSON} deleted`,
    });
    await becomes(PERSON, drawn.etag);
    expect(await call('DELETE', `imdb/${PERSON}/image`)).toMatchObject({ code: 404, reason: 'image_unknown' });
    const { rows } = await db.query('select * from person_origin where person_id = $1 and locked', [key]);
    expect(rows).toEqual([]);
  });

  it('can be undone, and the deletion of one too', async () => {
    const id = 'tt0022100';
    const drawn = await shown(id);
    await upload(id, jpeg);
    await expect.poll(async () => (await shown(id)).etag).not.toBe(drawn.etag);
    const given = await shown(id);
    const [first] = await history(id);
    await call('POST', `imdb/history/${first?.id}/undo`);
    await becomes(id, drawn.etag);
    await upload(id, jpeg);
    await call('DELETE', `imdb/${id}/image`);
    const [last] = await history(id);
    expect(await call('POST', `imdb/history/${last?.id}/undo`)).toMatchObject({ code: 200 });
    await becomes(id, given.etag);
    expect(await call('DELETE', `imdb/${id}/image`)).toMatchObject({ code: 200 });
  });

  it('whose file is lost leaves the drawn one', async () => {
    const id = 'tt0211915';
    const [drawn, small] = [await shown(id), await shown(id, '?w=92')];
    await upload(id, other);
    await expect.poll(async () => (await shown(id)).etag).not.toBe(drawn.etag);
    rmSync(join(folder, 'images'), { recursive: true, force: true });
    expect((await shown(id, '?w=92')).etag).toBe(small.etag);
    await upload(id, other);
  });
});

describe('the picture of a record that goes', () => {
  const id = 'nm0000008';
  const file = (text: string) =>
    call(
      'POST',
      'imdb/import/name',
      Buffer.from(
        `--${EDGE}\r\nContent-Disposition: form-data; name="file"; filename="x.json"\r\n\r\n${text}\r\n--${EDGE}--\r\n`,
      ),
      { 'content-type': `multipart/form-data; boundary=${EDGE}` },
    );

  it('comes back with it, out of the history and out of a file', async () => {
    const drawn = await shown(id);
    await upload(id, jpeg);
    await expect.poll(async () => (await shown(id)).etag).not.toBe(drawn.etag);
    const given = await shown(id);
    const exported = (
      await product.app.inject({
        url: `/api/admin/imdb/${id}/export`,
        headers: { authorization: `Bearer ${session}` },
      })
    ).json<{ picture: { id: string; data: string } }>();
    expect(Buffer.from(exported.picture.data, 'base64').subarray(8, 12).toString()).toBe('WEBP');

    await call('DELETE', `imdb/${id}`);
    const [gone] = await history(id);
    expect(await call('POST', `imdb/history/${gone?.id}/undo`)).toMatchObject({ code: 200 });
    await becomes(id, given.etag);

    // Where nobody has it any more.
    await call('DELETE', `imdb/${id}`);
    await db.query('delete from picture where id = $1', [exported.picture.id]);
    const { data: _bytes, ...named } = exported.picture;
    expect(await file(JSON.stringify({ ...exported, picture: named }))).toMatchObject({
      code: 400,
      details: [{ field: 'picture.data' }],
    });
    const broken = { ...named, data: Buffer.from('no picture').toString('base64') };
    expect(await file(JSON.stringify({ ...exported, picture: broken }))).toMatchObject({
      code: 400,
      details: [{ field: 'picture.data' }],
    });
    expect(await file(JSON.stringify(exported))).toMatchObject({ code: 200 });
    await expect.poll(async () => (await shown(id)).code).toBe(200);
    expect(await colourOf((await shown(id)).bytes)).toEqual(RED);
  });
});

describe('what is refused', () => {
  it('changes nothing, and names the file', async () => {
    const before = await everything();
    for (const [what, bytes] of Object.entries(await hostilePictures())) {
      const { code, reason, details } = await upload(TITLE, bytes);
      expect([what, code, reason, details]).toEqual([
        what,
        400,
        'invalid_body',
        [{ field: 'file', message: expect.any(String) }],
      ]);
    }
    expect(await upload(TITLE, jpeg, { type: 'text/html' })).toMatchObject({ code: 400 });
    expect(await upload(TITLE, Buffer.alloc(20_000_001))).toMatchObject({ code: 413, details: [{ field: 'file' }] });
    expect(await upload(TITLE, jpeg, { name: 'picture' })).toMatchObject({
      code: 400,
      details: [{ field: 'picture' }],
    });
    expect(await everything()).toEqual(before);
  });

  it('is a picture of nothing that is there', async () => {
    expect(await upload('tt0999999', jpeg)).toMatchObject({ code: 404, reason: 'title_unknown' });
    expect(await upload('nm0999999', jpeg)).toMatchObject({ code: 404, reason: 'name_unknown' });
    expect(await upload('x1', jpeg)).toMatchObject({ code: 400 });
    expect(await call('DELETE', 'imdb/tt0999999/image')).toMatchObject({ code: 404 });
  });
});
