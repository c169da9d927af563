import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { hashOf, heading } from '#test/support/sign-in.ts';
import { type Administration, button, openAdministration } from './admin.support.ts';
import { tasksOf } from './runs.support.ts';

/** Tasks in progress: what is told of them, and what is taken away. */

const db = await testDatabase('sample');
const { task, run, become } = tasksOf(db);
let at: Administration;
beforeAll(async () => {
  at = await openAdministration(db);
});
afterAll(() => at?.close());

const PAGE = '/admin/tasks/in-progress';
const item = (page: Page, name: string) => page.getByRole('article', { name, exact: true });
const part = (page: Page, name: string, which: string) => item(page, name).locator(`[data-part=${which}]`);
/** Nothing is in progress any more, nor was a moment ago. */
const ended = async (): Promise<void> => {
  await db.query(
    "update task_run set status = 'CANCELLED' where status in ('READY', 'WAITING', 'EXECUTING', 'CANCELLING')",
  );
  await db.query("update task_run set ended_at = now() - interval '1 day'");
};

it('says that nothing is running, with a way to the list', () =>
  at.visiting(PAGE, async (page) => {
    await heading(page, 'Tasks in progress');
    await page.getByText('Nothing is running').waitFor();
    expect(await page.getByRole('link', { name: 'All tasks' }).getAttribute('href')).toBe('/#/admin/tasks');
    expect(await button(page, 'Clear').isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Tasks', exact: true }).click();
    await page.getByRole('menuitem', { name: 'In progress' }).waitFor();
  }));

it('a run is followed to its end, cleared, and comes back only when its task runs again', async () => {
  const id = await task('followed', 'REINDEX');
  const idRun = await run(id, { processed: 1_000, total: 10_000, lines: ['Begins', 'Reads'], began: 10 });
  await at.visiting(PAGE, async (page) => {
    expect(await part(page, 'followed', 'last').innerText()).toBe('Reads');
    await part(page, 'followed', 'pace')
      .getByText(/^\d+\/s, about [\d hmins]+ left$/)
      .waitFor();
    await part(page, 'followed', 'elapsed')
      .getByText(/^running for \d+s$/)
      .waitFor();
    await become(idRun, 'EXECUTING', 5_000, 'Half of it');
    await part(page, 'followed', 'processed').getByText('5,000 / 10,000').waitFor();
    await part(page, 'followed', 'last').getByText('Half of it').waitFor();
    await become(idRun, 'FINISHED', 10_000, 'Done');
    await item(page, 'followed').getByText('FINISHED').waitFor();
    expect(await item(page, 'followed').getByRole('button', { name: 'Cancel' }).count()).toBe(0);
    await button(page, 'Clear').click();
    await page.getByText('Nothing is running').waitFor();
    // Within a minute of its end the server still tells of it.
    await page.reload();
    await page.getByText('Nothing is running').waitFor();
    await run(id, { processed: 7 });
    await part(page, 'followed', 'processed').getByText('7 / ?').waitFor();
    await item(page, 'followed').getByRole('link', { name: 'Runs of followed' }).click();
    await heading(page, 'Runs');
    expect(hashOf(page)).toMatch(new RegExp(`id=${id}&run=\\d+$`));
  });
  await ended();
});

it('Cancel tells a run to end, and says that it was told', async () => {
  await run(await task('told to end', 'RATINGS'));
  await at.visiting(PAGE, async (page) => {
    const cancel = item(page, 'told to end').getByRole('button', { name: 'Cancel told to end' });
    await cancel.click();
    await item(page, 'told to end').getByText('CANCELLING', { exact: true }).waitFor();
    expect(await cancel.getAttribute('aria-disabled')).toBe('true');
  });
  await ended();
});

it('removing tasks is remembered, and takes away only what has ended, every 30 seconds', async () => {
  const [done, goes] = [await task('done', 'IMAGES'), await task('goes on', 'CAROUSEL')];
  await run(goes);
  await run(done, { status: 'FINISHED', began: 30, took: 29 });
  await at.visiting(
    PAGE,
    async (page) => {
      const removing = page.getByRole('switch', { name: 'Removing tasks' });
      await item(page, 'done').waitFor();
      expect(await removing.getAttribute('aria-checked')).toBe('false');
      // From here on the time of the page goes only when it is told to.
      await page.clock.install();
      await page.reload();
      await item(page, 'done').waitFor();
      await page.clock.pauseAt(Date.now() + 60_000);
      await page.clock.runFor(31_000);
      expect(await item(page, 'done').count()).toBe(1);
      await removing.click();
      await expect.poll(() => removing.getAttribute('aria-checked')).toBe('true');
      await page.clock.runFor(29_900);
      expect(await item(page, 'done').count()).toBe(1);
      await page.clock.runFor(200);
      await expect.poll(() => item(page, 'done').count()).toBe(0);
      expect(await item(page, 'goes on').count()).toBe(1);
      await page.clock.resume();
      await page.reload();
      await item(page, 'goes on').waitFor();
      expect(await removing.getAttribute('aria-checked')).toBe('true');
    },
    { own: true },
  );
  await ended();
});
