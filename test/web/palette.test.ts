import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { faultsOn } from '#test/support/axe.ts';
import { testDatabase } from '#test/support/database.ts';
import { hashOf } from '#test/support/sign-in.ts';
import { turn } from '#test/support/site.ts';
import { type Administration, dialog, openAdministration } from './admin.support.ts';

/** The command palette and the keys of the back-office. */

const db = await testDatabase('sample');
let admin: Administration;
beforeAll(async () => {
  admin = await openAdministration(db);
  await admin.person('somebody@example.org');
});
afterAll(() => admin?.close());

const field = (page: Page) => page.getByRole('combobox', { name: 'Screen, action, view, title, person or user' });
const options = (page: Page) => page.getByRole('option');
const open = async (page: Page): Promise<void> => {
  // One that is still going would take what is typed with it.
  await expect.poll(() => dialog(page).count()).toBe(0);
  await page.keyboard.press('Control+k');
  await field(page).waitFor();
};
const type = async (page: Page, text: string, first: string | RegExp): Promise<void> => {
  await field(page).fill(text);
  await options(page).filter({ hasText: first }).first().waitFor();
};
const leads = (page: Page, hash: string) => expect.poll(() => hashOf(page)).toBe(hash);
const recent = async (): Promise<unknown> =>
  (await db.query<{ value: unknown }>(`select value from preference where key = 'recent'`)).rows[0]?.value;

it('leads to screens, records and users by what is typed, and to the last ones first', () =>
  admin.visiting('/admin/dashboard', async (page) => {
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    await page.getByRole('button', { name: 'Jump to' }).click();
    await field(page).waitFor();
    expect(await field(page).evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true);
    await type(page, 'lgs', 'Logs');
    await page.keyboard.press('Enter');
    await leads(page, '#/admin/logs');

    await open(page);
    await type(page, 'godfath', 'The Godfather (1972)');
    for (const theme of ['light', 'dark'] as const) {
      await turn(page, theme);
      expect(await faultsOn(page, { without: ['skip-link'] })).toEqual([]);
    }
    await options(page).filter({ hasText: 'tt0068646' }).first().click();
    await leads(page, '#/admin/movie-data?id=tt0068646');

    await open(page);
    await type(page, 'nm0000008', 'Go to nm0000008');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await leads(page, '#/admin/name-data?id=nm0000008');

    await open(page);
    await type(page, 'somebody', 'somebody@example.org');
    await page.keyboard.press('Enter');
    await leads(page, '#/admin/user-info?email=somebody%40example.org');
    await expect.poll(recent).toEqual(['record tt0068646 The Godfather (1972)', 'page /admin/logs']);

    await open(page);
    await expect
      .poll(async () => (await options(page).allInnerTexts()).slice(0, 2).map((text) => text.split('\n')[0]))
      .toEqual(['The Godfather (1972)', 'Logs']);
    const active = await field(page).getAttribute('aria-activedescendant');
    expect(await page.locator(`[id="${active}"]`).innerText()).toContain('The Godfather');
    await field(page).fill('zzzzqqq');
    await dialog(page).getByText('Nothing found for “zzzzqqq”').waitFor();
    // Episodes of many series are called alike.
    await type(page, 'gray matter', /Gray Matter \(2008\)\s*Breaking Bad · tt1054727/);
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog(page).count()).toBe(0);

    // What was found for something else is not run by Enter.
    await open(page);
    await type(page, 'godfath', 'The Godfather (1972)');
    const late = Promise.withResolvers<void>();
    await page.route('**/api/admin/suggest?*', async (route) => {
      await late.promise;
      await route.continue();
    });
    await field(page).fill('metropol');
    await page.keyboard.press('Enter');
    expect(await dialog(page).count()).toBe(1);
    late.resolve();
    await options(page).filter({ hasText: 'Metropolis (1927)' }).first().waitFor();
    await page.keyboard.press('Enter');
    await leads(page, '#/admin/movie-data?id=tt0017136');
    await page.unroute('**/api/admin/suggest?*');

    await open(page);
    await type(page, 'new title', 'New title');
    await page.keyboard.press('Enter');
    await dialog(page).getByRole('heading', { name: 'New title' }).waitFor();
    await leads(page, '#/admin/movie-data');
  }));

it('keeps the focus where the page that was gone to comes after it was opened again', () =>
  admin.visiting('/admin/dashboard', async (page) => {
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    const late = Promise.withResolvers<void>();
    await page.route(/\/LogsPage-[^/]*\.js/, async (route) => {
      await late.promise;
      await route.continue();
    });
    await open(page);
    await type(page, 'lgs', 'Logs');
    await page.keyboard.press('Enter');
    await leads(page, '#/admin/logs');
    await open(page);
    late.resolve();
    await expect.poll(() => page.title()).toMatch(/^Logs/);
    expect(await field(page).evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true);
  }));

it('hears letters where nobody types, until they are switched off in every browser', async () => {
  await admin.visiting('/admin/configuration', async (page) => {
    await page.getByRole('table').waitFor();
    await page.keyboard.press('/');
    const text = page.getByRole('main').getByRole('textbox').first();
    await expect.poll(() => text.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true);
    await page.keyboard.type('gl?/');
    expect(await text.inputValue()).toBe('gl?/');
    expect(await hashOf(page)).toMatch(/^#\/admin\/configuration/);
    await text.blur();
    await page.keyboard.type('gt');
    await leads(page, '#/admin/tasks');
    await page.keyboard.press('?');
    await dialog(page).getByText('Keyboard shortcuts').waitFor();
    await dialog(page).getByText('Go to Logs').waitFor();
    for (const theme of ['light', 'dark'] as const) {
      await turn(page, theme);
      expect(await faultsOn(page, { without: ['skip-link'] })).toEqual([]);
    }
    await dialog(page).getByRole('switch', { name: 'Letters alone do something' }).click();
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog(page).count()).toBe(0);
    await page.keyboard.type('gl?');
    await open(page);
    expect(await dialog(page).count()).toBe(1);
    expect(await hashOf(page)).toBe('#/admin/tasks');
    const kept = async () => (await db.query(`select value from preference where key = 'shortcuts'`)).rows;
    await expect.poll(kept).toEqual([{ value: false }]);
  });
  await admin.visiting('/admin/profile', async (page) => {
    const letters = page.getByRole('switch', { name: 'Letters alone do something' });
    await expect.poll(() => letters.getAttribute('aria-checked')).toBe('false');
    await letters.click();
    await letters.blur();
    await page.keyboard.type('gl');
    await leads(page, '#/admin/logs');
  });
});
