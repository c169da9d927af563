import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { hashOf } from '#test/support/sign-in.ts';
import { type Administration, button, dialog, input, openAdministration } from './admin.support.ts';
import { cardOf, movieData } from './records.support.ts';

/** Records as files. */

const db = await testDatabase('sample');
let at: Administration;
beforeAll(async () => {
  at = await openAdministration(db);
});
afterAll(() => at?.close());

describe('a whole title', () => {
  it('is exported to a file, deleted after a question, and imported again', () =>
    at.visiting(movieData('tt0022100'), async (page) => {
      await cardOf(page, 'M').waitFor();
      const saved = page.waitForEvent('download');
      await button(page, 'Export').click();
      const file = await saved;
      expect(file.suggestedFilename()).toBe('tt0022100.json');
      const exported = readFileSync(await file.path());
      expect(JSON.parse(exported.toString()).imdbId).toBe('tt0022100');
      await button(page, 'Delete').click();
      await dialog(page).getByText('Are you sure you want to remove M?').waitFor();
      await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Cancel');
      await page.keyboard.press('Enter');
      await cardOf(page, 'M').waitFor();
      await button(page, 'Delete').click();
      await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByText('tt0022100 deleted').waitFor();
      await expect.poll(() => hashOf(page)).toBe('#/admin/movie-data');
      expect(await page.locator('[data-part=record]').count()).toBe(0);

      await input(page, 'imdbId').fill('tt0022100');
      await page.keyboard.press('Enter');
      await page.getByText('There is no movie tt0022100 in the catalogue.').waitFor();
      await page.getByRole('button', { name: 'Import movie' }).waitFor();
      const chooser = page.locator('input[type=file]');
      const choose = (buffer: Buffer) =>
        chooser.setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer });
      await choose(Buffer.from('{"format":"other"}'));
      await button(page, 'Import').click();
      await page.locator('code', { hasText: 'format' }).waitFor();
      await page.getByText('This is no file that Kinodex has exported.').waitFor();
      expect((await page.getByRole('main').innerText()).match(/imdbId is missing/g)).toHaveLength(1);
      await choose(exported);
      await button(page, 'Import').click();
      await cardOf(page, 'M').waitFor();
      await page.getByText('tt0022100 imported').waitFor();
    }));
});
