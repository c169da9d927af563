import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seriousOn } from '#test/support/axe.ts';
import { testDatabase } from '#test/support/database.ts';
import { hashOf, heading } from '#test/support/sign-in.ts';
import { type Administration, button, dialog, openAdministration } from './admin.support.ts';
import { lines } from './records.support.ts';

/** What administrators do with ids that wait to be fetched. */

const db = await testDatabase('sample');
let at: Administration;
beforeAll(async () => {
  at = await openAdministration(db);
  await at.product.tasks.node.start();
});
afterAll(() => at?.close());

const WANTED = 'tt7777777';
const rowOf = (page: Page, id: string) => lines(page).filter({ hasText: id });
const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true });
const choose = async (page: Page, menu: string, entry: string): Promise<void> => {
  await button(page, `More of ${menu}`).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
};
const confirm = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click();

it('what users asked for in vain stands first; ids are added, reprocessed, cleared and removed', async () => {
  for (let each = 0; each < 3; each += 1) await at.product.get(`/api/v1/movie/${WANTED}`);
  await expect
    .poll(async () => (await db.query('select asked from manual_update where imdb_id = $1', [WANTED])).rows)
    .toHaveLength(1);
  await at.visiting('/admin/dashboard', async (page) => {
    await page.getByRole('button', { name: 'Data' }).click();
    await page.getByRole('menuitem', { name: 'Manual update' }).click();
    await heading(page, 'Manual update');
    await rowOf(page, WANTED).waitFor();
    expect(await lines(page).first().innerText()).toMatch(/tt7777777\s+3\s+NO\s+NO\s+NEW/);
    await button(page, 'Reprocess').click();
    await page.getByText('No ids selected to reprocess').waitFor();
    await button(page, 'Remove').click();
    await page.getByText('Nothing to remove').waitFor();

    await button(page, 'Add').click();
    await confirm(page, 'Add');
    await dialog(page).getByText('Ids are required').waitFor();
    const pasted = 'https://www.imdb.com/title/tt0068646/?ref_=x\nnothing\nnm7777778, tt68646 tt0068646';
    await dialog(page).getByRole('textbox', { name: 'Ids' }).fill(pasted);
    await dialog(page).getByRole('switch', { name: 'Only index' }).click();
    await dialog(page).getByRole('switch', { name: 'Now' }).click();
    await confirm(page, 'Add');
    await dialog(page).getByText('2 added, 0 open again, 1 named twice, 2 refused').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.innerText')).toMatch(/^2 added/);
    const told = await dialog(page).getByRole('row').allInnerTexts();
    expect(told[1]).toMatch(/^1\s+tt0068646\s+tt0068646\s+Added/);
    expect(told[2]).toMatch(/^2\s+nothing\s+–\s+Refused\s+holds no id: tt or nm and 7 to 10 digits/);
    await confirm(page, 'Close');

    // It comes by itself.
    await rowOf(page, 'tt0068646').getByText(/OK/).waitFor();
    await rowOf(page, 'nm7777778').getByText('There is no name nm7777778 in the catalogue.').waitFor();
    expect(await box(page, 'Select tt0068646').isDisabled()).toBe(true);
    await box(page, 'Select all on this page').click();
    await page.getByText('2 selected').waitFor();
    await page.getByRole('toolbar').getByRole('button', { name: 'Reprocess' }).click();
    await page.getByText('Manual data activated successfully').waitFor();
    await page.getByText('Reprocessing has ended: 2 of 2 processed, 0 OK, 2 failed').waitFor();
    await rowOf(page, WANTED).getByText(`No source that was asked knows ${WANTED}`).waitFor();
    expect(await page.getByText('selected').count()).toBe(0);

    await page.getByLabel('Result').selectOption('OK');
    await button(page, 'Search').click();
    await page.getByText('Showing 1 / 1').waitFor();
    expect(hashOf(page)).toBe('#/admin/manual-update?state=OK');
    await choose(page, 'Reprocess', 'Reprocess all');
    await dialog(page).getByText('Are you sure you want to reprocess all manual data?').waitFor();
    await confirm(page, 'Cancel');
    await choose(page, 'Clear', 'Clear all');
    await dialog(page).getByText('Are you sure you want to clear all processed data?').waitFor();
    await confirm(page, 'Clear');
    await page.getByText('Removed manual data').waitFor();
    await page.getByText('No data', { exact: true }).waitFor();
    await button(page, 'Clear filters').click();
    await page.getByText('Showing 2 / 2').waitFor();
    await choose(page, 'Remove', 'Remove all names');
    await dialog(page).getByText('Are you sure you want to remove all names from manual data?').waitFor();
    await confirm(page, 'Remove');
    await page.getByText('Showing 1 / 1').waitFor();
    await box(page, `Select ${WANTED}`).click();
    await page.getByRole('toolbar').getByRole('button', { name: 'Remove' }).click();
    await dialog(page).getByText('Are you sure you want to remove 1 row from manual data?').waitFor();
    await confirm(page, 'Cancel');
    await page.getByRole('link', { name: WANTED }).click();
    await heading(page, 'Movie data');
    await page.getByText(`There is no movie ${WANTED} in the catalogue.`).waitFor();
  });
});

it('says at the field what cannot be asked, and lists nothing until it is mended', async () => {
  await db.query(`insert into manual_update (imdb_id) values ('tt8000002') on conflict do nothing`);
  await at.visiting('/admin/manual-update?state=FOO&type=FOO', async (page) => {
    await page.getByText('Result must be one of NEW, ').waitFor();
    await page.getByText('Kind must be one of MOVIES, NAMES').waitFor();
    await page.getByText('A filter cannot be used as it is.').waitFor();
    expect(await page.getByLabel('Kind', { exact: true }).inputValue()).toBe('FOO');
    expect(await button(page, 'Refresh').isDisabled()).toBe(true);
    expect(await lines(page).count()).toBe(0);
    await button(page, 'Clear filters').click();
    await rowOf(page, 'tt8000002').waitFor();
  });
});

it('no width has a serious fault, nor anything beyond the edge', async () => {
  await db.query(`insert into manual_update (imdb_id, result, asked) values ('tt8000001', $1, 12345)`, [
    'No source knows it. '.repeat(20),
  ]);
  await at.visiting('/admin/manual-update', async (page) => {
    await rowOf(page, 'tt8000001').getByRole('button', { name: 'Show more' }).waitFor();
    for (const width of [1440, 900, 390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      // The list takes its new form once it has been measured.
      await expect
        .poll(() => page.evaluate<number>('document.documentElement.scrollWidth'), { message: String(width) })
        .toBeLessThanOrEqual(width);
      if (width === 1440 || width === 390) expect(await seriousOn(page), String(width)).toEqual([]);
    }
    await button(page, 'Add').click();
    await dialog(page).getByRole('textbox').fill('tt0000009\nx');
    await confirm(page, 'Add');
    await dialog(page).getByText('1 added').waitFor();
    expect(await seriousOn(page)).toEqual([]);
  });
});
