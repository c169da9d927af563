import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seriousOn } from '#test/support/axe.ts';
import { testDatabase } from '#test/support/database.ts';
import { type Administration, openAdministration } from './admin.support.ts';
import { tasksOf } from './runs.support.ts';

/** Tasks in progress: how their bars and logs look and work. */

const db = await testDatabase('sample');
const { task, run, become, say } = tasksOf(db);
let at: Administration;
beforeAll(async () => {
  at = await openAdministration(db);
});
afterAll(() => at?.close());

const PAGE = '/admin/tasks/in-progress';
const item = (page: Page, name: string) => page.getByRole('article', { name, exact: true });
const part = (page: Page, name: string, which: string) => item(page, name).locator(`[data-part=${which}]`);
const bar = (page: Page, name: string) => item(page, name).getByRole('progressbar');
/** Its width in percent, its colour, and whether it moves. */
const drawn = (page: Page, name: string) =>
  bar(page, name).evaluate((one) => {
    const { style } = one as unknown as { readonly style: { getPropertyValue: (name: string) => string } };
    return [
      style.getPropertyValue('--progress-section-size'),
      style.getPropertyValue('--progress-section-color'),
      one.getAttribute('data-animated') ?? one.getAttribute('data-striped'),
    ];
  });
/** Nothing is in progress any more, nor was a moment ago. */
const ended = async (): Promise<void> => {
  await db.query(
    "update task_run set status = 'CANCELLED' where status in ('READY', 'WAITING', 'EXECUTING', 'CANCELLING')",
  );
  await db.query("update task_run set ended_at = now() - interval '1 day'");
};

it('bars follow the rules of each status', async () => {
  const rules = [
    ['EXECUTING', 'REINDEX', 50, 200, '25%', 'primary', 'true'],
    ['EXECUTING', 'RATINGS', 0, null, '100%', 'primary', 'true'],
    ['WAITING', 'IMAGES', 30, 100, '100%', 'warning', 'true'],
    ['CANCELLED', 'CAROUSEL', 30, 100, '100%', 'warning', null],
    ['CANCELLING', 'CLEAN_AUDIT', 30, 100, '30%', 'warning', 'true'],
    ['FINISHED', 'PUBLIC_IP', 0, null, '100%', 'success', null],
    ['FINISHED', 'CLEAN_LOGS', 40, 100, '40%', 'success', null],
    ['ERROR', 'SERIES_UPDATE', 0, 100, '100%', 'danger', null],
    ['ERROR', 'EXPIRE_PAYMENTS', 70, 100, '70%', 'danger', null],
    ['READY', 'MANUAL_UPDATE', 0, null, '0%', 'info', 'true'],
  ] as const;
  for (const [status, type, processed, total] of rules)
    await run(await task(`bar of ${type}`, type), { status, processed, total, began: 31 });
  await at.visiting(PAGE, async (page) => {
    for (const [status, type, , , width, colour, moves] of rules) {
      await item(page, `bar of ${type}`).getByText(status, { exact: true }).waitFor();
      expect(await drawn(page, `bar of ${type}`), `${status} ${type}`).toEqual([width, `var(--kx-${colour})`, moves]);
    }
    expect(await part(page, 'bar of REINDEX', 'processed').innerText()).toBe('50 / 200');
    expect(await part(page, 'bar of REINDEX', 'percentage').innerText()).toBe('25 %');
    expect(await part(page, 'bar of RATINGS', 'processed').innerText()).toBe('0 / ?');
    expect(await seriousOn(page)).toEqual([]);
  });
  await ended();
});

it('the log opens and closes, is searched, copied and downloaded, and is followed until somebody scrolls up', async () => {
  const idRun = await run(await task('talks', 'REINDEX'), {
    lines: Array.from({ length: 200 }, (_, line) => `line ${line}`),
  });
  await at.visiting(
    PAGE,
    async (page) => {
      await part(page, 'talks', 'last').getByText('line 199').waitFor();
      await item(page, 'talks').getByRole('button', { name: 'Show all' }).click();
      const log = page.getByRole('region', { name: 'Log of talks' });
      const atEnd = () =>
        log.evaluate(
          (one: { scrollHeight: number; scrollTop: number; clientHeight: number }) =>
            one.scrollHeight - one.scrollTop - one.clientHeight < 9,
        );
      await expect.poll(atEnd).toBe(true);
      await become(idRun, 'EXECUTING', 1, 'one more line');
      await log.getByText('one more line').waitFor();
      expect([await log.getByRole('listitem').count(), await atEnd()]).toEqual([201, true]);
      await log.focus();
      await page.keyboard.press('PageUp');
      await page.getByRole('button', { name: 'To the newest line' }).waitFor();
      await become(idRun, 'EXECUTING', 2, 'the last line');
      await log.getByText('the last line').waitFor();
      expect(await atEnd()).toBe(false);
      await page.getByRole('button', { name: 'To the newest line' }).click();
      await expect.poll(atEnd).toBe(true);

      await page.getByRole('textbox', { name: 'Search the log: talks' }).fill('the last');
      await page.getByText('1 of 202 lines').waitFor();
      await page.getByRole('button', { name: 'Copy log' }).click();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe('the last line');
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download log' }).click();
      expect((await download).suggestedFilename()).toBe(`run-${idRun}.log`);
      expect(await seriousOn(page)).toEqual([]);
      await item(page, 'talks').getByRole('button', { name: 'Show less' }).click();
      await part(page, 'talks', 'last').getByText('the last line').waitFor();
    },
    { permissions: ['clipboard-read', 'clipboard-write'] },
  );
  await ended();
});

it('fifty tasks with long names and long messages stay within the page at every width', async () => {
  for (let each = 0; each < 50; each += 1) {
    const id = await task(`${each} ${'endless'.repeat(13)}`, 'CLEAN_AUDIT');
    const idRun = await run(id, { status: 'WAITING', waitsFor: `It waits for ${'another'.repeat(20)}` });
    await say(idRun, [`Went/${'on'.repeat(300)}`]);
  }
  await at.visiting(PAGE, async (page) => {
    await expect.poll(() => page.getByRole('article').count()).toBe(50);
    for (const width of [1440, 1000, 768, 390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await expect
        .poll(() => page.evaluate<number>('document.documentElement.scrollWidth'), { message: String(width) })
        .toBeLessThanOrEqual(width);
    }
    expect(await seriousOn(page)).toEqual([]);
  });
  await ended();
});
