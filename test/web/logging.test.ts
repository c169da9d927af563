import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seriousOn } from '#test/support/axe.ts';
import { testDatabase } from '#test/support/database.ts';
import { hashOf, heading } from '#test/support/sign-in.ts';
import { type Administration, dialog, openAdministration } from './admin.support.ts';
import { lines } from './records.support.ts';

/** The levels of packages. */

const db = await testDatabase('sample');
let at: Administration;
beforeAll(async () => {
  at = await openAdministration(db);
});
afterAll(() => at?.close());

const row = (page: Page, name: string) => lines(page).filter({ has: page.getByText(name, { exact: true }) });
const update = (page: Page) => page.getByRole('form', { name: 'Update log level' });
const get = (page: Page) => page.getByRole('form', { name: 'Get package log level' });
const kept = async () =>
  (await db.query<{ package: string; level: string }>('select package, level from log_level order by 1')).rows;

it('are listed with where they come from, set, copied into the form and reset', () =>
  at.visiting('/admin/logging', async (page) => {
    await heading(page, 'Logging');
    await row(page, 'kinodex.audit').getByText('from LOG_LEVEL').waitFor();
    expect(await page.getByRole('columnheader').allInnerTexts()).toEqual(['PACKAGE', 'LEVEL', 'ACTIONS']);
    await update(page).getByRole('button', { name: 'Update' }).click();
    await page.getByText('Package is required').waitFor();
    await page.getByText('Level is required').waitFor();
    expect(await kept()).toEqual([]);
    await update(page).locator('input[name=package]').fill('kinodex.catalog');
    await page.keyboard.press('Escape');
    await update(page).getByLabel('Level').selectOption('DEBUG');
    await update(page).getByRole('button', { name: 'Update' }).click();
    await page.getByText('kinodex.catalog logs from DEBUG on').waitFor();
    expect(await kept()).toEqual([{ package: 'kinodex.catalog', level: 'DEBUG' }]);
    await expect.poll(() => row(page, 'kinodex.catalog').getByText(/^from/).count()).toBe(0);
    expect(await seriousOn(page)).toEqual([]);

    await page.getByRole('button', { name: 'Edit the level of kinodex.audit' }).click();
    expect(await update(page).locator('input[name=package]').inputValue()).toBe('kinodex.audit');
    await update(page).getByLabel('Level').selectOption('TRACE');
    await update(page).getByRole('button', { name: 'Update' }).click();
    await row(page, 'kinodex.audit').getByText('until').waitFor();

    await page.getByRole('button', { name: 'Reset the level of kinodex.catalog' }).click();
    await dialog(page).getByRole('button', { name: 'Reset' }).click();
    await row(page, 'kinodex.catalog').getByText('from LOG_LEVEL').waitFor();
    expect(await kept()).toEqual([{ package: 'kinodex.audit', level: 'TRACE' }]);
  }));

it('are asked for one by one, by the address too', () =>
  at.visiting('/admin/logging', async (page) => {
    await get(page).getByRole('button', { name: 'Get' }).click();
    await page.getByText('Package is required').waitFor();
    await get(page).locator('input[name=wanted]').fill('kinodex.billing');
    await page.keyboard.press('Enter');
    await expect.poll(() => hashOf(page)).toBe('#/admin/logging?packageName=kinodex.billing');
    await expect.poll(() => lines(page).count()).toBe(1);
    await page.goto(`${at.origin}/?seated#/admin/logging?packageName=kinodex.films`);
    await page.getByText('No data found').waitFor();
    await get(page).getByRole('button', { name: 'All packages' }).click();
    await row(page, 'kinodex.billing').waitFor();
  }));
