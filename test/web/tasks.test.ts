import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { seriousOn } from '#test/support/axe.ts';
import { hashOf } from '#test/support/sign-in.ts';
import { testSite } from '#test/support/site.ts';
import { excess, type Seat, said, seated, shot, someone } from './payments.support.ts';
import { namesOn, storedRun, storedTask, taskRow, whyOff } from './tasks.support.ts';

/** The list of tasks, as administrators see it. */

const { db, site } = await testSite();
let admin: Seat;

beforeAll(async () => {
  admin = await someone(site, 'keeper@example.org', true);
});
beforeEach(() => db.query('delete from task'));

const PAGE = '/admin/tasks';
/** Where every column has room. */
const WIDE = { viewport: { width: 1440, height: 900 } };
const on = (look: (page: Page) => Promise<void>, path = PAGE) => seated(site, admin, path, look, WIDE);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const isFavorite = async (id: number): Promise<boolean | undefined> =>
  (await db.query<{ favorite: boolean }>('select favorite from task where id = $1', [id])).rows[0]?.favorite;

describe('the list', () => {
  it('has favorites first, then active ones, then names, with what each is doing', async () => {
    const parent = await storedTask(db, { name: 'b idle' });
    const going = await storedTask(db, { name: 'a active', active: true, next: 1, parent, missed: 3 });
    const failed = await storedTask(db, { name: 'z favorite', favorite: true, status: 'ERROR' });
    await storedTask(db, { name: 'c later', active: true, next: 3 * 86_400 });
    await storedRun(db, failed, { status: 'FINISHED', took: 161_000 });
    await storedRun(db, failed, { status: 'ERROR', took: 842, error: 'The source answered 503.' });
    await storedRun(db, going, { status: 'EXECUTING', processed: 50, total: 200 });
    await on(async (page) => {
      await taskRow(page, 'b idle').waitFor();
      expect(await namesOn(page)).toEqual(['z favorite', 'a active', 'c later', 'b idle']);
      const row = taskRow(page, 'a active');
      await row.getByText('after b idle').waitFor();
      await row.getByText('3 executions missed').waitFor();
      await row.getByText('50 of 200').waitFor();
      expect(await row.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25');
      expect(await row.locator('[data-part=next]').getAttribute('data-today')).toBe('true');
      expect(await taskRow(page, 'c later').locator('[data-part=next]').getAttribute('data-today')).toBe('false');
      const last = taskRow(page, 'z favorite');
      await last.getByText('The source answered 503.').waitFor();
      await last.getByText('842 ms', { exact: true }).waitFor();
      await last
        .getByRole('link', {
          name: /^History of z favorite\. Last 2 runs: 1 finished, 1 error, p50 84\d ms, p95 2m 41s$/,
        })
        .waitFor();
    });
  });

  it('says the whole chain that a task comes after', async () => {
    let parent: number | undefined;
    for (const name of ['one', 'two', 'ثلاثة', 'four', 'five', 'six'])
      parent = await storedTask(db, { name, ...(parent !== undefined && { parent }) });
    await on(async (page) => {
      const chain = (name: string) => taskRow(page, name).locator('[data-part=parents]');
      const read = async (name: string) => (await chain(name).innerText()).replaceAll(/\s+/g, ' ');
      await taskRow(page, 'six').waitFor();
      expect(await read('two')).toBe('after one');
      expect(await read('four')).toBe('after one then two then ثلاثة');
      expect(await read('six')).toBe('after one then … 2 more … then four then five');
      expect(await chain('six').getAttribute('title')).toBe('one → two → ثلاثة → four → five');
      expect(await chain('one').count()).toBe(0);
      await page.getByRole('link', { name: 'four', exact: true }).click();
      await page.locator('form [data-part=parents]').getByText('after one then two then ثلاثة').waitFor();
    });
  });

  it('says why something cannot be done now', async () => {
    for (const [name, type, status] of [
      ['going', 'IMAGES', 'EXECUTING'],
      ['next', 'RATINGS', 'READY'],
      ['stopping', 'REINDEX', 'CANCELLING'],
      ['idle', 'CAROUSEL', ''],
    ] as const) {
      const id = await storedTask(db, { name, type, active: true });
      if (status !== '') await storedRun(db, id, { status, type });
    }
    await on(async (page) => {
      await taskRow(page, 'going').waitFor();
      for (const [name, said] of [
        ['going', /^Running since \d\d:\d\d:\d\d$/],
        ['next', /^Queued since \d\d:\d\d:\d\d$/],
        ['stopping', /^It is being cancelled$/],
      ] as const)
        for (const what of ['Execute', 'Delete']) expect(await whyOff(page, 'button', `${what} ${name}`)).toMatch(said);
      expect(await whyOff(page, 'switch', 'Active stopping')).toBe('It is being cancelled');
      expect(await whyOff(page, 'switch', 'Active going')).toBeNull();
      expect(await whyOff(page, 'button', 'Cancel idle')).toBe('Nothing of it is queued or running');
      expect(await whyOff(page, 'button', 'Execute idle')).toBeNull();
      // By the keyboard: what is off has the focus all the same, and says it.
      await button(page, 'Execute going').focus();
      await page.getByRole('tooltip').getByText('Running since').waitFor();
    });
  });

  it('saves a favorite at once, and stays in its order while a pointer is in it', async () => {
    const id = await storedTask(db, { name: 'b' });
    await storedTask(db, { name: 'a' });
    await on(async (page) => {
      await taskRow(page, 'b').waitFor();
      await button(page, 'Favorite b').click();
      await expect.poll(() => isFavorite(id)).toBe(true);
      expect(await button(page, 'Favorite b').getAttribute('aria-pressed')).toBe('true');
      expect(await namesOn(page)).toEqual(['a', 'b']);
      await page.getByRole('heading', { name: 'Tasks' }).hover();
      await expect.poll(() => namesOn(page)).toEqual(['b', 'a']);
    });
  });

  it('shows those that the address asks for', async () => {
    await storedTask(db, { name: 'nightly', status: 'ERROR', active: true });
    await storedTask(db, { name: 'weekly', type: 'RATINGS' });
    await on(async (page) => {
      await taskRow(page, 'nightly').waitFor();
      await page.getByLabel('Status', { exact: true }).selectOption('ERROR');
      await expect.poll(() => namesOn(page)).toEqual(['nightly']);
      expect(hashOf(page)).toContain('status=ERROR');
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await expect.poll(() => namesOn(page)).toEqual(['nightly', 'weekly']);
      await page.getByLabel('Text', { exact: true }).fill('rat');
      await page.keyboard.press('Enter');
      await expect.poll(() => namesOn(page)).toEqual(['weekly']);
      await page.goBack();
      await expect.poll(() => namesOn(page)).toEqual(['nightly', 'weekly']);
    });
    await on(async (page) => {
      await page.getByText('No task is like that').waitFor();
    }, `${PAGE}?text=monthly`);
  });

  it('says at the field what cannot be asked, and shows none until it is mended', async () => {
    await storedTask(db, { name: 'nightly', status: 'ERROR' });
    await on(async (page) => {
      await page.getByText('Status must be one of ').waitFor();
      await page.getByText('A filter cannot be used as it is.').waitFor();
      expect(await namesOn(page)).toEqual([]);
      expect(await page.getByText(/^Showing /).count()).toBe(0);
      await page.getByLabel('Status', { exact: true }).selectOption('ERROR');
      await expect.poll(() => namesOn(page)).toEqual(['nightly']);
    }, `${PAGE}?status=FOO`);
  });

  it('asks before a task is deleted', async () => {
    const parent = await storedTask(db, { name: 'first' });
    await storedTask(db, { name: 'second', parent });
    await on(async (page) => {
      await button(page, 'Delete first').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('1 task will have no parent any more.').waitFor();
      expect(await dialog.innerText()).toContain('Are you sure you want to delete task first?');
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await said(page, 'Task first removed');
      await taskRow(page, 'first').waitFor({ state: 'detached' });
      // The list is asked for again after the row has gone.
      await taskRow(page, 'second').getByText('after first').waitFor({ state: 'detached' });
    });
  });

  it('says that there is none, and what went wrong where it cannot be loaded', async () => {
    await on(async (page) => {
      await page.getByText('No tasks', { exact: true }).waitFor();
    });
    const failing = async (page: Page): Promise<void> => {
      const json = { code: 500, error: 'The database is away.', reason: 'unreadable' };
      // What happens to tasks has the list asked for anew as well: only the button ends the failing.
      await page.route('**/api/admin/tasks', async (route) =>
        (await page.evaluate('window.pressed')) ? route.continue() : route.fulfill({ status: 400, json }),
      );
    };
    await seated(
      site,
      admin,
      PAGE,
      async (page) => {
        await page.getByText('The database is away.').waitFor();
        await page.evaluate("addEventListener('click', () => { window.pressed = true; }, { capture: true })");
        await page.getByRole('button', { name: 'Try again' }).click();
        await page.getByText('The database is away.').waitFor({ state: 'detached' });
      },
      { before: failing },
    );
  });
});

it('is told live what somebody else does: the row stands out, and goes with its task', async () => {
  const id = await storedTask(db, { name: 'watched' });
  const { tasks } = site.product.tasks.engine;
  await on(async (page) => {
    await taskRow(page, 'watched').waitFor();
    await page.getByRole('banner').getByText('Live', { exact: true }).waitFor();
    await tasks.save(id, { name: 'watched', task: 'IMAGES', arguments: '--only=orphans' });
    await page.locator('[data-changed=true]').filter({ hasText: 'watched' }).waitFor();
    await tasks.favorite(id, true);
    await expect.poll(() => button(page, 'Favorite watched').getAttribute('aria-pressed')).toBe('true');
    await tasks.remove(id);
    await taskRow(page, 'watched').waitFor({ state: 'detached' });
  });
});

it.each([
  ['light', 1440],
  ['dark', 390],
] as const)('has no serious fault in %s at %i px, whatever it holds', async (theme, width) => {
  const long = 'y'.repeat(100);
  const parent = await storedTask(db, {
    name: long,
    cron: '0,5,10,15 0,5,10,15,20,25,30 0-23/2 * JAN,MAR,MAY MON-FRI',
  });
  const failed = await storedTask(db, { name: 'failed', status: 'ERROR', parent, next: 60, active: true });
  await storedRun(db, failed, {
    status: 'ERROR',
    took: 400_000_000,
    error: `/a/path${'/to'.repeat(300)} is not there`,
  });
  const going = await storedTask(db, { name: 'going', type: 'RATINGS', favorite: true });
  await storedRun(db, going, { status: 'EXECUTING', type: 'RATINGS' });
  const look = async (page: Page): Promise<void> => {
    await taskRow(page, 'failed').waitFor();
    await shot(page, `tasks-${width}-${theme}`);
    expect(await seriousOn(page)).toEqual([]);
    expect(await excess(page)).toBeLessThanOrEqual(0);
  };
  await seated(site, admin, PAGE, look, { dark: theme === 'dark', viewport: { width, height: 900 } });
});
