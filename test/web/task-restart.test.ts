import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { type ProductInMemory, productOn } from '#test/support/product-in-memory.ts';
import { type Administration, openAdministration } from './admin.support.ts';
import { tasksOf } from './runs.support.ts';

/** Tasks in progress while the server goes and comes back. */

const db = await testDatabase('sample');
const { task, run, become } = tasksOf(db);
let at: Administration;
let again: ProductInMemory | undefined;
beforeAll(async () => {
  at = await openAdministration(db);
});
afterAll(async () => {
  await again?.close();
  await at.close();
});

it('a server that comes back is followed again without a reload, and what has ended meanwhile is right', async () => {
  const goes = await run(await task('goes on', 'REINDEX'), { processed: 1, total: 10 });
  const ends = await run(await task('ends unheard', 'RATINGS'), { processed: 1, total: 10 });
  await at.visiting('/robots.txt', async (outside) => {
    // It would miss the server too, and must be left without errors.
    await outside.goto(`${at.origin}/robots.txt`);
    // What fails on this page while there is no server is meant to.
    const page = await outside.context().newPage();
    await page.goto(`${at.origin}/?restart#/admin/tasks/in-progress`);
    const item = (name: string) => page.getByRole('article', { name, exact: true });
    const processed = (name: string) => item(name).locator('[data-part=processed]');
    await processed('goes on').getByText('1 / 10').waitFor();
    await page.getByRole('banner').getByText('Live', { exact: true }).waitFor();
    await become(goes, 'EXECUTING', 2);
    await processed('goes on').getByText('2 / 10').waitFor();

    await at.product.close();
    await page.getByText(/^The connection is cut/).waitFor();
    expect(await item('ends unheard').getByText('EXECUTING').count()).toBe(1);
    await become(goes, 'EXECUTING', 7);
    await become(ends, 'ERROR', 3);
    // So long ago that nobody tells of it any more.
    await db.query("update task_run set ended_at = now() - interval '1 hour' where id = $1", [ends]);

    again = await productOn(db, { PUBLIC_URL: at.origin });
    await again.app.listen({ port: Number(new URL(at.origin).port), host: '127.0.0.1' });
    await page.getByText('Connected again. What was missed has been read.').waitFor();
    await processed('goes on').getByText('7 / 10').waitFor();
    await item('ends unheard').getByText('ERROR', { exact: true }).waitFor();
    await become(goes, 'FINISHED', 10);
    await item('goes on').getByText('FINISHED').waitFor();
    expect(await page.getByText(/^The connection is cut/).count()).toBe(0);
  });
});
