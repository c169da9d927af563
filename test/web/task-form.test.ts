import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { seriousOn } from '#test/support/axe.ts';
import { hashOf } from '#test/support/sign-in.ts';
import { testSite } from '#test/support/site.ts';
import { excess, type Seat, said, seated, shot, someone } from './payments.support.ts';
import { storedRun, storedTask, taskRow } from './tasks.support.ts';

/** The form of a task. */

const { db, site } = await testSite();
let admin: Seat;

beforeAll(async () => {
  admin = await someone(site, 'keeper@example.org', true);
});
beforeEach(() => db.query('delete from task'));

const PAGE = '/admin/tasks/detail';
const on = (look: (page: Page) => Promise<void>, path = PAGE) => seated(site, admin, path, look);
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const choices = (page: Page, name: string): Promise<readonly string[]> =>
  field(page, name).locator('option').allInnerTexts();

it('a number that is none is that of no task, not of a new one', () =>
  on((page) => page.getByText('It may have been deleted.').waitFor(), `${PAGE}?id=abc`));

describe('a new task', () => {
  it('needs a type and a name, which the type gives', async () => {
    await storedTask(db, { name: 'IMAGES_1' });
    await on(async (page) => {
      await field(page, 'Task').waitFor();
      await page.getByRole('banner').locator('[data-current]', { hasText: 'Tasks' }).waitFor();
      await expect.poll(async () => (await choices(page, 'Parent task')).length).toBe(2);
      expect((await choices(page, 'Task')).slice(0, 3)).toEqual(['Choose...', 'CAROUSEL', 'CHECK_CATALOGUE']);
      await save(page).click();
      await page.getByText('Task is required').waitFor();
      await page.getByText('Name is required').waitFor();
      expect(await page.evaluate('document.activeElement.name')).toBe('task');
      await field(page, 'Task').selectOption('RATINGS');
      expect(await field(page, 'Name').inputValue()).toBe('RATINGS_1');
      await field(page, 'Task').selectOption('IMAGES');
      expect(await field(page, 'Name').inputValue()).toBe('IMAGES_2');
      await field(page, 'Name').fill('Mine');
      await field(page, 'Task').selectOption('RATINGS');
      expect(await field(page, 'Name').inputValue()).toBe('Mine');
    });
  });

  it('is told what its schedule means, is refused at its field, and is made when all is right', () =>
    on(async (page) => {
      await field(page, 'Task').selectOption('REINDEX');
      await expect.poll(() => field(page, 'Name').inputValue()).toBe('REINDEX_1');
      const says = page.locator('[data-part=cron-says]');
      for (const [cron, words, reason] of [
        ['* * * * * *', 'Every second', 'it fires more often than every 10 seconds'],
        ['0 0 0 30 2 *', 'At 00:00, on 30 February', 'it never fires: there is no such day'],
        ['0 0 25 * * *', null, 'hour: 25 is over 23'],
      ] as const) {
        await field(page, 'Cron').fill(cron);
        await page.getByText(reason, { exact: true }).waitFor();
        if (words !== null) await says.getByText(words, { exact: true }).waitFor();
        expect(await field(page, 'Cron').getAttribute('aria-invalid')).toBe('true');
        const refused = page.waitForResponse((answer) => answer.request().method() === 'POST');
        await save(page).click();
        expect((await refused).status()).toBe(400);
        await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('cron');
        await page.getByText(reason, { exact: true }).waitFor();
      }
      expect((await db.query('select 1 from task')).rows).toEqual([]);

      await page.getByRole('button', { name: 'Every night at 3' }).click();
      await says.getByText('Every day at 03:00', { exact: true }).waitFor();
      const next = page.getByRole('table', { name: 'The next 5 executions' }).locator('time');
      const days = await next.evaluateAll((all) => all.map((one) => one.getAttribute('datetime') ?? ''));
      expect(days.map((day) => day.slice(10))).toEqual(Array(5).fill('T03:00:00.000Z'));
      expect(days.map((day) => Date.parse(day) - Date.parse(days[0] ?? ''))).toEqual(
        [0, 1, 2, 3, 4].map((many) => many * 86_400_000),
      );
      expect(await field(page, 'Cron').getAttribute('aria-invalid')).toBeNull();

      await field(page, 'only').selectOption('stale');
      expect(await field(page, 'Arguments').inputValue()).toBe('--only=stale');
      await page.getByRole('checkbox', { name: /^ACTIVE/ }).check();
      await save(page).click();
      await said(page, 'Task REINDEX_1 saved');
      await expect.poll(() => hashOf(page)).toMatch(/^#\/admin\/tasks\/detail\?id=\d+$/);
      await page.getByRole('link', { name: 'All tasks' }).click();
      await taskRow(page, 'REINDEX_1').waitFor();
      const { rows } = await db.query('select name, type, cron, arguments, active from task');
      const made = { name: 'REINDEX_1', type: 'REINDEX', cron: '0 0 3 * * *', arguments: '--only=stale', active: true };
      expect(rows).toEqual([made]);
    }));

  it('is not left without a question', () =>
    on(async (page) => {
      await field(page, 'Name').fill('Mine');
      await page.getByRole('link', { name: 'All tasks' }).click();
      const question = page.getByRole('dialog', { name: 'Discard what you typed?' });
      await question.getByRole('button', { name: 'Go on editing' }).click();
      expect(await field(page, 'Name').inputValue()).toBe('Mine');
      await page.getByRole('link', { name: 'All tasks' }).click();
      await question.getByRole('button', { name: 'Discard' }).click();
      await expect.poll(() => hashOf(page)).toBe('#/admin/tasks');
    }));

  it('tells in words when it may fire', () =>
    on(async (page) => {
      await field(page, 'Cron startup time').fill('22:00');
      await field(page, 'Cron shutdown time').fill('06:00');
      await page.getByText('It may fire every day, from 22:00 over midnight to 06:00.').waitFor();
      await field(page, 'Cron startup date').fill('2026-05-17');
      await field(page, 'Cron shutdown date').fill('2026-05-16');
      await save(page).click();
      await page.getByText('The shutdown date is before the startup date').waitFor();
    }));
});

describe('a task that there is', () => {
  it('comes after any other one, and has a status that only some may set', async () => {
    await storedTask(db, { name: 'b' });
    await storedTask(db, { name: 'A' });
    const id = await storedTask(db, { name: 'c', status: 'ERROR', active: true });
    await storedRun(db, id, { status: 'ERROR', took: 161_000 });
    await on(async (page) => {
      await expect.poll(() => field(page, 'Name').inputValue()).toBe('c');
      await expect.poll(() => choices(page, 'Parent task')).toEqual(['None', 'A', 'b']);
      expect(await field(page, 'Status').inputValue()).toBe('ERROR');
      const disabled = await field(page, 'Status').locator('option:disabled').allInnerTexts();
      expect(disabled.map((text) => text.split(' ')[0])).toEqual(['WAITING', 'CANCELLING', 'EXECUTING', 'READY']);
      expect(await field(page, 'Last update').inputValue()).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
      expect(await field(page, 'Last execution time').inputValue()).toBe('2m 41s');
      expect(await page.getByRole('checkbox', { name: /^ACTIVE/ }).isChecked()).toBe(true);
      await page.getByRole('link', { name: 'Duplicate' }).click();
      await expect.poll(() => field(page, 'Name').inputValue()).toBe('IMAGES_1');
      expect(await page.getByRole('checkbox', { name: /^ACTIVE/ }).isChecked()).toBe(false);
    }, `${PAGE}?id=${id}`);
  });

  it('is saved with another name, parent and status, and not under the name of another one', async () => {
    const parent = await storedTask(db, { name: 'first' });
    const id = await storedTask(db, { name: 'second', status: 'ERROR', cron: '0 0 3 * * *' });
    await on(async (page) => {
      await expect.poll(() => field(page, 'Name').inputValue()).toBe('second');
      await expect.poll(() => choices(page, 'Parent task')).toEqual(['None', 'first']);
      await field(page, 'Name').fill('FIRST');
      await save(page).click();
      await page.getByText('There is a task with this name already.').waitFor();
      expect(await page.evaluate('document.activeElement.name')).toBe('name');
      await field(page, 'Name').fill('after it');
      await field(page, 'Parent task').selectOption('first');
      await field(page, 'Status').selectOption('FINISHED');
      await field(page, 'Cron startup time').fill('22:00');
      await field(page, 'Cron shutdown time').fill('06:00');
      await save(page).click();
      await said(page, 'Task after it saved');
      await expect.poll(() => field(page, 'Status').inputValue()).toBe('FINISHED');
      // Nothing is left that a question would be about.
      await page.getByRole('link', { name: 'All tasks' }).click();
      await taskRow(page, 'after it').getByText('after first').waitFor();
    }, `${PAGE}?id=${id}`);
    const { rows } = await db.query(
      `select parent_id as parent, status, cron, startup_time::text as startup, shutdown_time::text as shutdown
         from task where id = $1`,
      [id],
    );
    expect(rows).toEqual([
      { parent, status: 'FINISHED', cron: '0 0 3 * * *', startup: '22:00:00', shutdown: '06:00:00' },
    ]);
  });

  it('cannot be saved while it is executing, and says since when', async () => {
    const id = await storedTask(db, { name: 'going' });
    await storedRun(db, id, { status: 'EXECUTING' });
    await on(async (page) => {
      await page.getByText(/^It cannot be saved now\. Running since \d\d:\d\d:\d\d\.$/).waitFor();
      expect(await save(page).getAttribute('aria-disabled')).toBe('true');
      let sent = 0;
      page.on('request', (request) => {
        if (request.method() === 'PATCH') sent++;
      });
      await field(page, 'Name').fill('other');
      await page.keyboard.press('Control+s');
      expect(sent).toBe(0);
    }, `${PAGE}?id=${id}`);
  });

  it('that is not there is said to be none', () =>
    on(async (page) => {
      await page.getByText('There is no such task.').waitFor();
      expect(await save(page).count()).toBe(0);
    }, `${PAGE}?id=4711`));
});

it.each([
  ['light', 1440],
  ['dark', 390],
] as const)('has no serious fault in %s at %i px', async (theme, width) => {
  const id = await storedTask(db, { name: 'x'.repeat(100), active: true });
  const look = async (page: Page): Promise<void> => {
    await field(page, 'Name').waitFor();
    await shot(page, `task-form-${width}-${theme}`);
    expect(await seriousOn(page)).toEqual([]);
    expect(await excess(page)).toBeLessThanOrEqual(0);
  };
  const options = { dark: theme === 'dark', viewport: { width, height: 900 } };
  await seated(site, admin, `${PAGE}?id=${id}`, look, options);
});
