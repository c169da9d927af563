import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { heading } from '#test/support/sign-in.ts';
import { type Administration, openAdministration } from './admin.support.ts';
import { tasksOf } from './runs.support.ts';

/** What the header of the administration says of tasks on all of its pages. */

const db = await testDatabase('sample');
const { task, run, become } = tasksOf(db);
let at: Administration;
beforeAll(async () => {
  at = await openAdministration(db);
});
afterAll(() => at?.close());

it('counts the tasks that are running, beside what leads to them', async () => {
  const going = await run(await task('header one', 'IMAGES'));
  await run(await task('header two', 'RATINGS'), { status: 'WAITING', waitsFor: 'header one' });
  await at.visiting('/admin/profile', async (page) => {
    const menu = (name: string) => page.getByRole('banner').getByRole('button', { name, exact: true });
    await menu('Tasks 1 running').waitFor();
    const other = await run(await task('header three', 'CAROUSEL'));
    await menu('Tasks 2 running').click();
    await page.getByRole('menuitem', { name: 'In progress 2 running' }).waitFor();
    await page.keyboard.press('Escape');
    await become(other, 'FINISHED', 1);
    await menu('Tasks 1 running').waitFor();
    await become(going, 'CANCELLED', 1);
    await menu('Tasks').waitFor();
  });
});

it('counts them on the sheet of small screens as well', async () => {
  const going = await run(await task('header small', 'REINDEX'));
  const phone = { viewport: { width: 390, height: 844 } };
  const look: Parameters<Administration['visiting']>[1] = async (page) => {
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'In progress 1 running' }).waitFor();
  };
  await at.visiting('/admin/profile', look, phone);
  await become(going, 'FINISHED', 1);
});

it.each(['/admin/tasks', '/admin/tasks/detail', '/admin/tasks/in-progress'])(
  '%s says once whether it is live: in the header, or on the page where that has no room',
  (path) =>
    at.visiting(path, async (page) => {
      await heading(page, 'Task');
      const live = page.getByText('Live', { exact: true }).filter({ visible: true });
      for (const width of [1440, 400, 390]) {
        await page.setViewportSize({ width, height: 844 });
        await expect.poll(() => live.count()).toBe(1);
        const onPage = page.getByRole('main').getByText('Live', { exact: true });
        await expect.poll(() => onPage.isVisible()).toBe(width < 400);
      }
    }),
);
