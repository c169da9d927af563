import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultsOn } from '#test/support/axe.ts';
import { testDatabase } from '#test/support/database.ts';
import { button, dialog } from './admin.support.ts';
import {
  fieldOf,
  lines,
  movieData,
  nameData,
  openRecords,
  PERSON,
  type Records,
  SERIES,
  tab,
} from './records.support.ts';

/** What an administrator writes into records. */

const db = await testDatabase('sample');
let at: Records;
beforeAll(async () => {
  at = await openRecords(db);
});
afterAll(() => at?.close());

const valueIn = async (id: string, part: string): Promise<unknown> =>
  (await at.inject('GET', `imdb/${id}/editor?parts=${part}`)).data[0].value;
const edit = async (page: Page, part: string): Promise<void> => {
  await button(page, `Edit ${part}`).click();
  await page.getByRole('heading', { name: `Edit ${part}` }).waitFor();
};
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
/** It suggests, so it is more than a text. */
const imdbId = (page: Page) => page.locator('[data-path$=".imdbId"]');
const rows = (page: Page) => page.getByRole('list', { name: /to be edited$/ }).locator('> li');
const focused = (page: Page) =>
  page.evaluate('document.activeElement.getAttribute("aria-label") ?? document.activeElement.innerText');

/** Whether nothing lies over the middle of its beginning, which is in sight. */
const isFree = (part: Locator): Promise<boolean> =>
  part.evaluate((one) => {
    const { left, top, bottom } = one.getBoundingClientRect();
    return one.contains(one.ownerDocument.elementFromPoint(left + 4, (top + bottom) / 2));
  });

describe('fields', () => {
  it('are edited in their place, saved with Ctrl+S, and locked; Cancel asks before anything is lost', () =>
    at.visiting(movieData('tt0068646'), async (page) => {
      await edit(page, 'Info');
      await field(page, 'Year').fill('19x');
      await page.keyboard.press('Control+s');
      await page.getByText('Year must be a whole number from 1800 to 2200').waitFor();
      await expect.poll(() => page.evaluate('document.activeElement.dataset.path')).toBe('year');
      await button(page, 'Cancel').click();
      await dialog(page).getByRole('button', { name: 'Go on editing' }).click();
      await field(page, 'Year').fill('1973');
      await field(page, 'Rated').fill('');
      await page.keyboard.press('Control+s');
      await page.getByText('Info saved').waitFor();
      await expect.poll(() => fieldOf(page, 'Year').locator('dd').first().innerText()).toBe('1973');
      await fieldOf(page, 'Year').getByText('Edited by admin@example.org, locked').waitFor();
      expect(
        await fieldOf(page, 'Title')
          .getByText(/locked/)
          .count(),
      ).toBe(0);
      expect(await focused(page)).toBe('Edit Info');
      expect([await valueIn('tt0068646', 'year'), await valueIn('tt0068646', 'rated')]).toEqual([1973, null]);
    }));

  it('that the server refuses say so at their place', () =>
    at.visiting(movieData('tt0022100'), async (page) => {
      await edit(page, 'Info');
      await field(page, 'Title').fill('Harbour');
      await button(page, 'Save').press('Tab');
      expect(await focused(page)).toBe('Cancel');
      await page.route('**/api/admin/imdb/tt0022100', (route) =>
        route.request().method() === 'PATCH'
          ? route.fulfill({
              status: 400,
              json: {
                code: 400,
                data: null,
                reason: 'invalid_body',
                error: 'no',
                details: [{ field: 'title', message: 'must not hold NUL' }],
              },
            })
          : route.fallback(),
      );
      await button(page, 'Save').click();
      await page.getByText('Title must not hold NUL').waitFor();
      await page.unroute('**/api/admin/imdb/tt0022100');
      await page.route('**/api/admin/imdb/tt0022100', (route) =>
        route.request().method() === 'PATCH' ? route.fulfill({ status: 502, body: '' }) : route.fallback(),
      );
      await button(page, 'Save').click();
      await page.getByText('Error contacting the server').first().waitFor();
      expect(await field(page, 'Title').count()).toBe(1);
    }));
});

describe('lists', () => {
  it('are added to, changed, put into another order and shortened, with the keyboard alone', () =>
    at.visiting(nameData(PERSON, '&tab=nicknames'), async (page) => {
      await edit(page, 'Nicknames');
      for (const name of ['One', 'Two', 'Three']) {
        await button(page, 'Add a row').press('Enter');
        await field(page, 'Nickname').fill(name);
      }
      await rows(page).nth(2).getByRole('button', { expanded: true }).press('Alt+ArrowUp');
      expect(await rows(page).allInnerTexts()).toEqual([
        expect.stringContaining('One'),
        expect.stringContaining('Three'),
        expect.stringContaining('Two'),
      ]);
      await page.keyboard.press('Alt+ArrowUp');
      await rows(page).nth(1).getByRole('button', { expanded: false }).press('Delete');
      await button(page, 'Put back: One').press('Enter');
      expect(await focused(page)).toContain('One');
      await button(page, 'Remove: 3').press('Enter');
      await page.keyboard.press('Control+s');
      await page.getByText('Nicknames saved').waitFor();
      await expect.poll(() => lines(page).allInnerTexts()).toEqual(['Three', 'One']);
      expect(await valueIn(PERSON, 'nicknames')).toEqual([{ nickname: 'Three' }, { nickname: 'One' }]);
    }));

  it('show a mistake at its row on whatever page, and a name of the catalogue is found for a credit', () =>
    at.visiting(movieData(SERIES, '&tab=akas'), async (page) => {
      await edit(page, 'Akas');
      expect(await rows(page).count()).toBe(20);
      await button(page, 'Page 3').click();
      await rows(page).last().getByRole('button', { expanded: false }).click();
      await field(page, 'Country code').fill('!');
      expect(await faultsOn(page)).toEqual([]);
      await button(page, 'Page 1').click();
      await button(page, 'Save').click();
      await page.getByText(/^Country code must be a code/).waitFor();
      await expect.poll(() => page.evaluate('document.activeElement.dataset.path')).toBe('akas.44.countryCode');
      await field(page, 'Country code').fill('FR');
      await button(page, 'Save').click();
      await page.getByText('Akas saved').waitFor();
      expect(((await valueIn(SERIES, 'akas')) as readonly object[]).at(-1)).toMatchObject({
        title: 'Watch 45',
        countryCode: 'FR',
      });

      await tab(page, /^Actors/).click();
      await edit(page, 'Actors');
      await button(page, 'Add a row').click();
      await imdbId(page).pressSequentially('marlon br');
      await page.getByRole('option', { name: /Marlon Brando/ }).click();
      expect(await imdbId(page).inputValue()).toBe('nm0000008');
      expect(await field(page, 'Name').inputValue()).toBe('Marlon Brando');
      await imdbId(page).fill('nm9876543');
      await field(page, 'Name').fill('');
      // What is wrong is said where the buttons would hide it.
      const { y = 0, height = 0 } = (await imdbId(page).boundingBox()) ?? {};
      await page.setViewportSize({ width: 1280, height: Math.ceil(y + height) + 60 });
      await button(page, 'Save').click();
      const wrong = page.getByText('Imdb id is nobody of the catalogue; give their name too');
      await wrong.waitFor();
      await expect.poll(() => isFree(wrong)).toBe(true);
      await field(page, 'Name').fill('Newcomer');
      await button(page, 'Save').click();
      await page.getByText('Actors saved').waitFor();
      await page.getByRole('link', { name: 'Newcomer' }).waitFor();
    }));
});

it('what two have edited is shown to the second as theirs and yours, row by row', async () => {
  const goofs = ['Boom in sight', 'A watch', 'The moon'].map((goof) => ({ type: 'Continuity', goof }));
  const held = (await at.inject('GET', 'imdb/tt0022100/editor?parts=goofs')).data[0];
  await at.inject('PATCH', 'imdb/tt0022100', { changes: [{ part: 'goofs', version: held.version, value: goofs }] });
  await at.visiting(movieData('tt0022100', '&tab=goofs'), (first) =>
    at.visiting(movieData('tt0022100', '&tab=goofs'), async (second) => {
      for (const [page, text] of [
        [first, 'A pocket watch'],
        [second, 'A wrist watch'],
      ] as const) {
        await edit(page, 'Goofs');
        await rows(page).nth(1).getByRole('button', { expanded: false }).click();
        await field(page, 'Goof').fill(text);
      }
      await button(first, 'Save').click();
      await first.getByText('Goofs saved').waitFor();
      await button(second, 'Save').click();
      const difference = second.getByRole('region', { name: 'Somebody else has saved this meanwhile' });
      await difference.waitFor();
      expect(await difference.getByRole('row').nth(1).allInnerTexts()).toEqual([
        expect.stringMatching(/Goofs\s+Continuity · A pocket watch\s+Continuity · A wrist watch/),
      ]);
      expect(await difference.getByRole('row').count()).toBe(2);
      expect(await valueIn('tt0022100', 'goofs')).toMatchObject([{}, { goof: 'A pocket watch' }, {}]);
      await difference.getByRole('button', { name: 'Keep mine and save' }).click();
      await second.getByText('Goofs saved').waitFor();
      expect(await valueIn('tt0022100', 'goofs')).toMatchObject([{}, { goof: 'A wrist watch' }, {}]);
    }),
  );
});

it('what was saved meanwhile is said where nobody overlooks it, and so is the choice', () =>
  at.visiting(movieData('tt0022100'), (first) =>
    at.visiting(movieData('tt0022100'), async (second) => {
      await second.setViewportSize({ width: 1440, height: 900 });
      for (const page of [first, second]) {
        await edit(page, 'Info');
        await field(page, 'Title').fill(page === first ? 'M, theirs' : 'M, mine');
      }
      await button(first, 'Save').click();
      await first.getByText('Info saved').waitFor();
      await button(second, 'Save').click();
      const difference = second.getByRole('region', { name: 'Somebody else has saved this meanwhile' });
      await difference.waitFor();
      expect(await focused(second)).toBe('Somebody else has saved this meanwhile');
      for (const part of [difference.getByRole('heading'), difference.getByRole('button', { name: 'Take theirs' })])
        expect(await isFree(part)).toBe(true);
      await difference.getByRole('button', { name: 'Take theirs' }).click();
    }),
  ));
