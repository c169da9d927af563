import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { poster } from '#test/support/pictures.ts';
import { productOn } from '#test/support/product-in-memory.ts';

const db = await testDatabase('sample');
const folder = mkdtempSync(join(tmpdir(), 'kinodex-upkeep-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const TITLE = 'tt0068646';
const EDGE = 'edge-of-a-part';

const filesIn = (place: string): string[] =>
  readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

it('a product that serves drops pictures that nothing names, though no task of that is active', async () => {
  const product = await productOn(db, { KINODEX_DATA: folder });
  const session = await product.signIn('editor@example.org', { admin: true });
  const head = `--${EDGE}\r\nContent-Disposition: form-data; name="file"; filename="x"\r\nContent-Type: image/jpeg\r\n\r\n`;
  const uploaded = await product.app.inject({
    method: 'POST',
    url: `/api/admin/imdb/${TITLE}/image`,
    payload: Buffer.concat([
      Buffer.from(head),
      await poster(100, 150).jpeg().toBuffer(),
      Buffer.from(`\r\n--${EDGE}--\r\n`),
    ]),
    headers: { authorization: `Bearer ${session}`, 'content-type': `multipart/form-data; boundary=${EDGE}` },
  });
  expect(uploaded.statusCode).toBe(200);
  const images = join(folder, 'images');
  expect(filesIn(images).length).toBeGreaterThan(0);
  await db.query(`update title set poster = 'drawn'; truncate edit`);
  await db.query(`update picture set written_at = now() - interval '3 days'`);
  for (const file of filesIn(images)) utimesSync(file, 0, 0);

  await product.tasks.engine.tasks.ensureFirst();
  await db.query(`update task set updated_at = now() - interval '3 days'`);
  await product.tasks.node.start();
  await expect
    .poll(async () => (await db.query(`select reason, arguments, status from task_run where type = 'IMAGES'`)).rows)
    .toEqual([{ reason: 'PRODUCT', arguments: '--only=orphans', status: 'FINISHED' }]);
  expect((await db.query('select from picture')).rows).toEqual([]);
  expect(filesIn(images)).toEqual([]);
  expect((await db.query(`select active from task where type = 'IMAGES'`)).rows).toEqual([{ active: false }]);
  await product.close();
});
