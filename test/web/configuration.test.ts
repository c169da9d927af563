import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seriousOn } from '#test/support/axe.ts';
import { testDatabase } from '#test/support/database.ts';
import { hashOf, heading } from '#test/support/sign-in.ts';
import { type Administration, button, dialog, input, openAdministration } from './admin.support.ts';
import { lines } from './records.support.ts';

/** The configuration, as administrators keep it. */

const db = await testDatabase('sample');
let at: Administration;
beforeAll(async () => {
  at = await openAdministration(db);
});
afterAll(() => at?.close());

const field = (page: Page, name: string) => dialog(page).getByRole('textbox', { name, exact: true });
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click();
const row = (page: Page, key: string) => lines(page).filter({ has: page.getByText(key, { exact: true }) });
const stored = async (key: string) =>
  (await db.query<{ value1: string }>('select value1 from configuration where key = $1', [key])).rows[0]?.value1;
const tone = (page: Page, key: string) => row(page, key).getAttribute('data-tone');

it('is listed, changed, made, copied and deleted', () =>
  at.visiting('/admin/dashboard', async (page) => {
    await page.getByRole('button', { name: 'Manage' }).click();
    await page.getByRole('menuitem', { name: 'Configuration' }).click();
    await heading(page, 'Configuration');
    await row(page, 'AUDIT_DAYS').waitFor();
    const heads = await page.getByRole('columnheader').allInnerTexts();
    expect(heads).toEqual(['KEY', 'VALUE 1', 'DESCRIPTION', 'ACTIONS']);

    // What does not fit is said at its field, and the row is red.
    await button(page, 'Edit AUDIT_DAYS').click();
    await dialog(page).getByText('Edit configuration').waitFor();
    expect(await field(page, 'Key').getAttribute('readonly')).not.toBeNull();
    await field(page, 'Value 1').fill('0');
    await press(page, 'Save');
    await dialog(page).getByText('Value 1 must be a whole number from 1 to 36500').waitFor();
    await expect.poll(() => tone(page, 'AUDIT_DAYS')).toBe('danger');
    await field(page, 'Value 1').fill('45');
    await dialog(page).getByText('Now: 90').waitFor();
    await press(page, 'Save');
    await page.getByText('Configuration AUDIT_DAYS saved').waitFor();
    await row(page, 'AUDIT_DAYS').getByText('Saved', { exact: true }).waitFor();
    expect(await tone(page, 'AUDIT_DAYS')).toBe('success');
    expect(await stored('AUDIT_DAYS')).toBe('45');
    expect(await seriousOn(page)).toEqual([]);

    // A new one is on the last page, and the message names it.
    await button(page, 'New configuration').click();
    await press(page, 'Save');
    for (const missing of ['Key', 'Value 1', 'Description'])
      await dialog(page).getByText(`${missing} is required`, { exact: true }).waitFor();
    await field(page, 'Key').fill('AUDIT_DAYS');
    await field(page, 'Value 1').fill(`<img src=x onerror=alert(1)> ${'long '.repeat(80)}`);
    await field(page, 'Description').fill('A key of our own');
    await press(page, 'Save');
    await dialog(page).getByText('There is a configuration with this key already.').waitFor();
    await field(page, 'Key').fill('OUR_KEY');
    await press(page, 'Save');
    await page.getByText('Configuration OUR_KEY created').waitFor();
    await row(page, 'OUR_KEY').waitFor();
    expect(hashOf(page)).toMatch(/^#\/admin\/configuration\?page=[23]$/);
    await row(page, 'OUR_KEY').getByRole('button', { name: 'Show more' }).click();
    expect((await row(page, 'OUR_KEY').innerText()).length).toBeGreaterThan(400);

    await button(page, 'Copy OUR_KEY to a new configuration').click();
    expect([await field(page, 'Key').inputValue(), await field(page, 'Description').inputValue()]).toEqual([
      '',
      'A key of our own',
    ]);
    await field(page, 'Key').fill('OUR_PASSWORD');
    await field(page, 'Value 1').fill('canary');
    await press(page, 'Save');
    await row(page, 'OUR_PASSWORD').getByText('Hidden: the key is named like a secret.').waitFor();

    // Wherever the pages end.
    await page.getByLabel('Key or description').fill('OUR_KEY');
    await button(page, 'Search').click();
    await button(page, 'Delete OUR_KEY').click();
    expect(await dialog(page).innerText()).toContain('Are you sure you want to delete OUR_KEY configuration?');
    await press(page, 'Delete');
    await page.getByText('Configuration removed').waitFor();
    await expect.poll(() => row(page, 'OUR_KEY').count()).toBe(0);

    // The history tells all of it but the secret, and puts back.
    await page.getByRole('link', { name: 'History' }).click();
    await heading(page, 'Configuration history');
    await expect.poll(() => lines(page).count()).toBe(4);
    expect(await page.locator('main').innerText()).not.toContain('canary');
    await input(page, 'key').fill('AUDIT_DAYS');
    await button(page, 'Search').click();
    await expect.poll(() => lines(page).count()).toBe(1);
    expect(await lines(page).innerText()).toMatch(/admin@example.org[\s\S]+AUDIT_DAYS[\s\S]+from 90 to 45/);
    expect(await seriousOn(page)).toEqual([]);
    // What is there now may be another than the change has left.
    const restore = page.getByRole('button', { name: /^Restore AUDIT_DAYS/ });
    const set = (days: string) => db.query("update configuration set value1 = $1 where key = 'AUDIT_DAYS'", [days]);
    await set('90');
    await restore.click();
    await dialog(page).getByText('Nothing would change').waitFor();
    await press(page, 'Cancel');
    await set('46');
    await restore.first().click();
    await expect.poll(() => dialog(page).innerText()).toMatch(/Value 1\s+now 46 becomes 90/);
    expect(await seriousOn(page)).toEqual([]);
    await press(page, 'Restore');
    await page.getByText('Configuration AUDIT_DAYS restored').waitFor();
    expect(await stored('AUDIT_DAYS')).toBe('90');
  }));

it('asks for a value as the product takes it', () =>
  at.visiting('/admin/configuration?text=FRONT_TASK', async (page) => {
    await button(page, 'Edit FRONT_TASK_TYPES').click();
    await dialog(page).getByText('It must be one or more of CAROUSEL').waitFor();
    await dialog(page).locator('input[data-path=value1]').press('Backspace');
    await press(page, 'Save');
    await page.getByText('Configuration FRONT_TASK_TYPES saved').waitFor();
    expect(await stored('FRONT_TASK_TYPES')).not.toContain('WIKIDATA_IDS');
    await button(page, 'Delete FRONT_TASK_TYPES').click();
    await dialog(page).getByText('The product reads it: from then on its first value counts').waitFor();
    await press(page, 'Cancel');
    await page.setViewportSize({ width: 320, height: 700 });
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    await row(page, 'FRONT_TASK_TYPES').waitFor();
  }));
