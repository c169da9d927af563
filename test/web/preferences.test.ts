import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultsOn } from '#test/support/axe.ts';
import { testDatabase } from '#test/support/database.ts';
import { turn } from '#test/support/site.ts';
import { type Administration, dialog, openAdministration } from './admin.support.ts';

/** How an administrator arranges the back-office, and finds it again in another browser. */

const db = await testDatabase('sample');
let admin: Administration;
beforeAll(async () => {
  admin = await openAdministration(db);
});
afterAll(() => admin?.close());

const kept = async (): Promise<Readonly<Record<string, unknown>>> => {
  const { rows } = await db.query<{ key: string; value: unknown }>('select key, value from preference');
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
};
const heads = (page: Page): Promise<readonly string[]> => page.locator('main thead th').allInnerTexts();
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
const item = (page: Page, name: string) => page.getByRole('menu').locator('button', { hasText: name });
const LOOK = 'Columns of Configuration';
const ROW = `document.querySelector('main tbody tr').getBoundingClientRect().height`;

describe('the columns of a list', () => {
  it('are hidden and shown at once, the last one stays, and another browser has them too', async () => {
    await admin.visiting('/admin/configuration', async (page) => {
      await page.getByRole('table').waitFor();
      const tall = await page.evaluate<number>(ROW);
      const all = await heads(page);
      expect(all).toEqual(expect.arrayContaining(['KEY', 'VALUE 1', 'DESCRIPTION', 'ACTIONS']));
      await button(page, LOOK).click();
      await item(page, 'DESCRIPTION').click();
      // Whoever chooses columns by keys stays in the menu.
      expect(await page.getByRole('menu').locator(':focus').count()).toBe(1);
      await expect.poll(() => heads(page)).toEqual(all.filter((head) => head !== 'DESCRIPTION'));
      await item(page, 'Compact').click();
      await expect.poll(() => page.evaluate<number>(ROW)).toBeLessThan(tall);
      for (const name of ['VALUE 1', 'ACTIONS']) await item(page, name).click();
      await expect.poll(() => heads(page)).toEqual(['KEY']);
      expect(await item(page, 'KEY').isDisabled()).toBe(true);
      for (const theme of ['light', 'dark'] as const) {
        await turn(page, theme);
        expect(await faultsOn(page, { without: ['skip-link'] })).toEqual([]);
      }
      await expect.poll(kept).toEqual({
        'list.configuration': { hidden: ['value1', 'description', 'actions'], density: 'compact' },
      });
    });
    await admin.visiting('/admin/configuration', async (page) => {
      await expect.poll(() => heads(page)).toEqual(['KEY']);
      await button(page, LOOK).click();
      await item(page, 'As usual').click();
      await expect.poll(() => heads(page)).toContain('DESCRIPTION');
      await expect.poll(kept).toEqual({});
    });
  });

  it('are as before when the server refuses the choice, and that is told', () =>
    admin.visiting('/admin/configuration', async (page) => {
      await page.getByRole('table').waitFor();
      const all = await heads(page);
      await page.route('**/api/admin/preferences/*', (route) =>
        route.fulfill({ status: 503, json: { code: 503, error: 'Not now', reason: 'unavailable' } }),
      );
      await button(page, LOOK).click();
      await item(page, 'DESCRIPTION').click();
      await page.getByRole('alert').getByText('Not now').waitFor();
      expect(await heads(page)).toEqual(all);
    }));
});

describe('saved views', () => {
  it('are saved, opened from any browser, renamed, made the default of menus, and deleted with a way back', async () => {
    await admin.visiting('/admin/logs?level=ERROR&page=2', async (page) => {
      await button(page, 'Views').click();
      await item(page, 'Save this view').click();
      await dialog(page).getByRole('button', { name: 'Save' }).click();
      await dialog(page).getByText('Name is required').waitFor();
      await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Only errors');
      expect(await faultsOn(page, { without: ['skip-link'] })).toEqual([]);
      await page.keyboard.press('Enter');
      await page.getByText('The view Only errors was saved').waitFor();
      await button(page, 'Only errors').waitFor();
    });
    const [[key, value]] = Object.entries(await kept()) as [[string, unknown]];
    expect(value).toEqual({ page: '/admin/logs', name: 'Only errors', search: 'level=ERROR' });

    await admin.visiting('/admin/logs', async (page) => {
      await button(page, 'Views').click();
      await item(page, 'Only errors').click();
      await page.waitForURL('**/#/admin/logs?level=ERROR');
      await button(page, 'Only errors').click();
      await item(page, 'Manage views').click();
      await dialog(page).getByRole('button', { name: 'Rename Only errors' }).click();
      await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Errors');
      await page.keyboard.press('Enter');
      await dialog(page).getByRole('button', { name: 'Let menus lead to Errors' }).click();
      await dialog(page).getByRole('button', { name: 'No longer let menus lead to Errors' }).waitFor();
      for (const theme of ['light', 'dark'] as const) {
        await turn(page, theme);
        // The tooltip of what has the focus stands at the end of the page.
        expect(await faultsOn(page, { without: ['skip-link', 'region'] })).toEqual([]);
      }
      await expect.poll(kept).toMatchObject({ 'default.logs': key.replace('view.', ''), [key]: { name: 'Errors' } });
      await page.keyboard.press('Escape');

      await page.getByRole('navigation').getByRole('link', { name: 'Audit' }).click();
      await page.waitForURL('**/#/admin/audit-requests');
      const link = page.getByRole('navigation').getByRole('link', { name: 'Logs' });
      await link.click();
      await page.waitForURL('**/#/admin/logs?level=ERROR');
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await page.waitForURL('**/#/admin/logs');
      expect(await link.getAttribute('aria-current')).toBe('page');

      await button(page, 'Views').click();
      await item(page, 'Manage views').click();
      await dialog(page).getByRole('button', { name: 'Delete Errors' }).click();
      await dialog(page).getByText('No saved views yet').waitFor();
      await expect.poll(kept).toEqual({});
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(kept).toMatchObject({ 'default.logs': key.replace('view.', ''), [key]: { name: 'Errors' } });
    });
  });
});
