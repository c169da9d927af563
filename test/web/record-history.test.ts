import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultsOn } from '#test/support/axe.ts';
import { testDatabase } from '#test/support/database.ts';
import { ADMIN, button, dialog } from './admin.support.ts';
import { cardOf, fieldOf, movieData, openRecords, type Records, tab } from './records.support.ts';

/** What was done to records, and the way back. */

const db = await testDatabase('sample');
let at: Records;
beforeAll(async () => {
  at = await openRecords(db);
});
afterAll(() => at?.close());

const entries = (page: Page) => page.getByRole('list', { name: 'History' }).locator('> li');
const part = async (id: string, name: string) => (await at.inject('GET', `imdb/${id}/editor?parts=${name}`)).data[0];
const change = async (id: string, name: string, value: unknown) =>
  at.inject('PATCH', `imdb/${id}`, { changes: [{ part: name, version: (await part(id, name)).version, value }] });

describe('a part that was edited', () => {
  it('says by whom, and is unlocked after a question', async () => {
    await change('tt0068646', 'year', 1975);
    await change('tt0068646', 'genres', ['Crime', 'Harbour']);
    await at.visiting(movieData('tt0068646'), async (page) => {
      const year = fieldOf(page, 'Year');
      await year.getByText('Edited by editor@example.org, locked').waitFor();
      await year.getByRole('button', { name: 'Unlock Year' }).click();
      await dialog(page).getByText('the next update brings the value of a source back').waitFor();
      await dialog(page).getByRole('button', { name: 'Unlock', exact: true }).click();
      await page.getByText('Year unlocked').waitFor();
      await expect.poll(() => year.getByText('locked').count()).toBe(0);
      await tab(page, 'Genres').click();
      await page.locator('[data-part=origin]').getByText('Edited by editor@example.org, locked').waitFor();
      await button(page, 'Unlock Genres').click();
      await dialog(page).getByRole('button', { name: 'Unlock', exact: true }).click();
      await page.getByText('Genres unlocked').waitFor();
    });
    expect([(await part('tt0068646', 'year')).locked, (await part('tt0068646', 'genres')).locked]).toEqual([
      false,
      false,
    ]);
  });
});

describe('the history', () => {
  it('says who did what, shows what was there before row by row, and undoes it', async () => {
    const goofs = ['Boom in sight', 'A watch'].map((goof) => ({ type: 'Continuity', goof }));
    await change('tt0022100', 'goofs', goofs);
    await change('tt0022100', 'goofs', [goofs[0], { type: 'Continuity', goof: 'A wrist watch' }]);
    await at.inject('PATCH', 'imdb/tt0022100', { unlock: ['goofs'] });
    await at.visiting(movieData('tt0022100', '&tab=history'), async (page) => {
      await entries(page).first().waitFor();
      expect((await entries(page).allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))).toEqual([
        expect.stringMatching(/^editor@example.org unlocked Goofs .*Not to be undone/),
        expect.stringMatching(/edited Goofs .*Undo BEFORE Continuity · A watch AFTER Continuity · A wrist watch/i),
        expect.stringMatching(/edited Goofs .*Undo/),
      ]);
      expect(await faultsOn(page)).toEqual([]);
      await entries(page).nth(2).getByRole('button').click();
      await page.getByText('It was changed again since then').waitFor();
      await entries(page).nth(1).getByRole('button').click();
      await page.getByText('what was there before is there again').waitFor();
      await expect.poll(() => entries(page).first().innerText()).toContain('undid a change of Goofs');
      expect(await entries(page).first().innerText()).toContain(ADMIN);
      await entries(page).nth(2).getByText('Undone').waitFor();
      expect((await part('tt0022100', 'goofs')).value).toEqual(goofs);
    });
  });

  it('says what a file has changed, and undoes that as a whole', async () => {
    const bundle = await at.inject('GET', 'imdb/tt0022100/export');
    await at.bring({ ...bundle, fields: { ...bundle.fields, rated: 'Harbour' } });
    await at.visiting(movieData('tt0022100', '&tab=history'), async (page) => {
      const first = entries(page).first();
      await first.getByText('imported this record from a file').waitFor();
      expect((await first.innerText()).replace(/\s+/g, ' ')).toMatch(/Undo Rated .*AFTER Harbour/i);
      await first.getByRole('button').click();
      await expect.poll(() => first.innerText()).toContain('undid an import');
      expect((await part('tt0022100', 'rated')).value).toBe(bundle.fields.rated);
    });
  });

  it('of a record that was deleted stands at its id, and brings it back', async () => {
    await at.inject('DELETE', 'imdb/tt0022100');
    await at.visiting(movieData('tt0022100'), async (page) => {
      await page.getByText('deleted this record').waitFor();
      await entries(page).first().getByRole('button').click();
      await cardOf(page, 'M').waitFor();
    });
  });
});
