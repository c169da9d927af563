import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { startService } from '#test/support/fake-service.ts';
import { openSite, type Site } from '#test/support/site.ts';
import { type Seat, said, seated, someone } from './payments.support.ts';
import { storedTask, taskRow, whyOff } from './tasks.support.ts';

/** What administrators have tasks do from the list, while the server executes them. */

const db = await testDatabase('sample');
/** Says the public address of the server, when it says anything. */
const service = await startService((_, response) => void response.end('8.8.4.4'));
let site: Site;
let admin: Seat;

beforeAll(async () => {
  site = await openSite(db, { PUBLIC_IP_URL: service.baseUrl });
  admin = await someone(site, 'keeper@example.org', true);
  await site.product.tasks.node.start();
});
beforeEach(() => db.query('delete from task'));
afterAll(async () => {
  await site?.close();
  service.close();
});

const on = (look: (page: Page) => Promise<void>) =>
  seated(site, admin, '/admin/tasks', look, { viewport: { width: 1440, height: 900 } });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const statusOf = (page: Page, name: string): Promise<string> =>
  taskRow(page, name).locator('[data-part=badge]').innerText();
/** The page is told what happens, and asks for the list no more. */
const isFollowing = async (page: Page): Promise<readonly string[]> => {
  await page.getByRole('banner').getByText('Live', { exact: true }).waitFor();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'GET' && new URL(request.url()).pathname === '/api/admin/tasks') asked.push(request.url());
  });
  return asked;
};

it('a task is executed, cancelled while it works, and executed again to its end, all told live', async () => {
  await storedTask(db, { name: 'address', type: 'PUBLIC_IP' });
  await on(async (page) => {
    await taskRow(page, 'address').waitFor();
    const asked = await isFollowing(page);
    const silent = () => undefined;
    await service.whileAnswering(silent, async () => {
      await button(page, 'Execute address').click();
      await said(page, 'Task address is executed');
      await expect.poll(() => statusOf(page, 'address')).toBe('EXECUTING');
      await taskRow(page, 'address').getByText('0 of 1').waitFor();
      expect(await whyOff(page, 'button', 'Execute address')).toMatch(/^Running since/);
      await button(page, 'Cancel address').click();
      await said(page, 'Task address is told to end');
      await expect.poll(() => statusOf(page, 'address')).toBe('CANCELLED');
    });
    expect(await whyOff(page, 'button', 'Execute address')).toBeNull();
    await button(page, 'Execute address').click();
    await expect.poll(() => statusOf(page, 'address')).toBe('FINISHED');
    await taskRow(page, 'address')
      .getByRole('link', { name: /^History of address\. Last 2 runs: 1 finished, 1 cancelled/ })
      .waitFor();
    expect(asked).toEqual([]);
  });
  const { rows } = await db.query('select reason, status from task_run order by id');
  expect(rows).toEqual([
    { reason: 'MANUAL', status: 'CANCELLED' },
    { reason: 'MANUAL', status: 'FINISHED' },
  ]);
});

it('a task is switched on and off, and has a next execution only while it is on', async () => {
  const id = await storedTask(db, { name: 'yearly', cron: '0 0 0 1 1 *' });
  const isActive = async (): Promise<boolean | undefined> =>
    (await db.query<{ active: boolean }>('select active from task where id = $1', [id])).rows[0]?.active;
  await on(async (page) => {
    const active = page.getByRole('switch', { name: 'Active yearly', exact: true });
    const next = taskRow(page, 'yearly').locator('[data-part=next]');
    await active.waitFor();
    expect(await next.count()).toBe(0);
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await active.click();
    // What its run or its star has made of it meanwhile is left as it is.
    const body = Object.keys((await sent).postDataJSON());
    expect(body).toContain('version');
    expect(body.filter((key) => ['status', 'favorite'].includes(key))).toEqual([]);
    await next.getByText(/^\d{4}-01-01/).waitFor();
    expect([await active.getAttribute('aria-checked'), await isActive()]).toEqual(['true', true]);
    await active.click();
    await next.waitFor({ state: 'detached' });
    expect([await active.getAttribute('aria-checked'), await isActive()]).toEqual(['false', false]);
  });
});

it('a run has arguments of its own, which its type must take, and the task keeps its own', async () => {
  await storedTask(db, { name: 'documents', type: 'REINDEX' });
  await on(async (page) => {
    const entry = page.getByRole('menuitem', { name: 'Run with other arguments…' });
    const dialog = page.getByRole('dialog', { name: 'Run with other arguments' });
    await button(page, 'More for documents').click();
    await entry.click();
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    // The entry is gone with its menu; what opens the menu is still there.
    await page.locator('button[aria-label="More for documents"]:focus').waitFor();
    await page.keyboard.press('Enter');
    await entry.click();
    const text = dialog.getByLabel('Arguments', { exact: true });
    const run = dialog.getByRole('button', { name: 'Run', exact: true });
    await text.fill('--only=some');
    await run.click();
    await dialog.getByText(/^Arguments --only /).waitFor();
    expect(await text.getAttribute('aria-invalid')).toBe('true');
    expect((await db.query('select 1 from task_run')).rows).toEqual([]);
    await dialog.getByLabel('only', { exact: true }).selectOption('stale');
    expect(await text.inputValue()).toBe('--only=stale');
    await run.click();
    await said(page, 'Task documents is executed');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => statusOf(page, 'documents')).toBe('FINISHED');
    await taskRow(page, 'documents')
      .getByRole('link', { name: /^History of documents\. Last run: 1 finished/ })
      .waitFor();
  });
  const { rows } = await db.query(
    `select task_run.arguments as run, task.arguments as task, task_run.status
       from task_run join task on task.id = task_run.task_id`,
  );
  expect(rows).toEqual([{ run: '--only=stale', task: '', status: 'FINISHED' }]);
});
