import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { notify } from '#server/modules/notifications/notification.service.ts';
import { seriousOn } from '#test/support/axe.ts';
import { testDatabase } from '#test/support/database.ts';
import { hashOf, heading } from '#test/support/sign-in.ts';
import { type Administration, button, dialog, openAdministration } from './admin.support.ts';
import { lines } from './records.support.ts';

/** What administrators are told, and what they do with it. */

const db = await testDatabase('sample');
let at: Administration;
beforeAll(async () => {
  at = await openAdministration(db);
  await db.query('truncate notification');
  for (let each = 1; each <= 21; each += 1)
    await notify(db, { message: `Told ${each}`, detail: 'word '.repeat(60), level: 'WARN' });
  await notify(db, { message: '<img src=x onerror=alert(1)>', level: 'ERROR' });
});
afterAll(() => at?.close());

const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Notifications/ });
const row = (page: Page, message: string) => lines(page).filter({ has: page.getByText(message, { exact: true }) });
const confirm = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click();
const kept = async () =>
  (await db.query('select count(*) filter (where not deleted) as shown, count(*) as kept from notification')).rows[0];

it('are counted at the bell at once, read, deleted with Undo, removed and removed for good', () =>
  at.visiting('/admin/dashboard', async (page) => {
    await bell(page).getByText('22', { exact: true }).waitFor();
    await bell(page).click();
    await heading(page, 'Notifications');
    await row(page, '<img src=x onerror=alert(1)>').waitFor();
    const heads = await page.getByRole('columnheader').allInnerTexts();
    expect(heads).toEqual(['MESSAGE', 'MESSAGE DETAIL', 'DATE', 'LEVEL', 'ACTIONS']);
    expect(await lines(page).count()).toBe(20);
    expect(await row(page, 'Told 21').getAttribute('data-tone')).toBe('primary');
    expect(await seriousOn(page)).toEqual([]);

    // The live feed tells of one more before anybody asks.
    await notify(db, { message: 'Just now', level: 'INFO' });
    await row(page, 'Just now').waitFor();
    await bell(page).getByText('23', { exact: true }).waitFor();

    await button(page, 'Mark as read: Just now').click();
    await button(page, 'Mark as unread: Just now').waitFor();
    expect(await row(page, 'Just now').getAttribute('data-tone')).not.toBe('primary');
    await bell(page).getByText('22', { exact: true }).waitFor();

    await button(page, 'Delete: Told 21').click();
    await expect.poll(() => row(page, 'Told 21').count()).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await row(page, 'Told 21').waitFor();

    await page.getByLabel('State').selectOption('1');
    await button(page, 'Search').click();
    await page.getByText('Showing 1 / 1').waitFor();
    expect(hashOf(page)).toBe('#/admin/notifications?read=1');
    await button(page, 'Clear filters').click();

    await button(page, 'Read all').click();
    await page.getByText('22 notifications marked as read').waitFor();
    await expect.poll(() => bell(page).locator('[data-part=unread]').count()).toBe(0);
    await db.query(`insert into notification (message, level) select 'many', 'INFO' from generate_series(1, 1000)`);
    await notify(db, { message: 'The last', level: 'INFO' });
    await bell(page).getByText('+999', { exact: true }).waitFor();

    await button(page, 'Remove all').click();
    await confirm(page, 'Remove all');
    await page.getByText('1,024 notifications removed').or(page.getByText('1024 notifications removed')).waitFor();
    await page.getByText('No data', { exact: true }).waitFor();
    expect(await kept()).toEqual({ shown: 0, kept: 1024 });

    await button(page, 'Remove physically').click();
    await dialog(page).getByLabel('Type 0 to go on').fill('7');
    await confirm(page, 'Remove physically');
    await dialog(page).getByText('That is not 0').waitFor();
    await dialog(page).getByLabel('Type 0 to go on').fill('0');
    await confirm(page, 'Remove physically');
    await expect.poll(kept).toEqual({ shown: 0, kept: 0 });
  }));

it('that cannot be loaded are not shown as they were', async () => {
  await notify(db, { message: 'Here', level: 'ERROR' });
  await at.visiting('/admin/notifications', async (page) => {
    await row(page, 'Here').waitFor();
    await page.setViewportSize({ width: 320, height: 700 });
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    await page.route(/\/api\/admin\/notifications\?/, (route) => route.fulfill({ status: 500, body: '{}' }));
    await notify(db, { message: 'And another', level: 'ERROR' });
    await expect.poll(() => row(page, 'Here').count(), { timeout: 30_000 }).toBe(0);
    await page.getByText('No data', { exact: true }).waitFor();
    expect(await page.getByText(/^Showing /).count()).toBe(0);
  });
});
