import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seriousOn } from '#test/support/axe.ts';
import { standsStill } from '#test/support/browser.ts';
import { testDatabase } from '#test/support/database.ts';
import { hashOf, heading } from '#test/support/sign-in.ts';
import { turn } from '#test/support/site.ts';
import { button, dialog, input } from './admin.support.ts';
import {
  cardOf,
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

/** What an administrator does with people; and how both pages of records can be read. */

const db = await testDatabase('sample');
let at: Records;
beforeAll(async () => {
  at = await openRecords(db);
});
afterAll(() => at?.close());

const PACINO = 'nm0000199';

describe('a person', () => {
  it('is shown in one value each, with dates and how old they make somebody', () =>
    at.visiting(nameData(PERSON), async (page) => {
      for (const [name, value] of [
        ['Name', 'Ada Longwatch'],
        ['Star sign', 'Taurus'],
        ['Birthdate', '1950-05-17'],
        ['Date of death', '2020-05-16 at the age of 69'],
      ] as const)
        expect(await fieldOf(page, name).locator('dd').first().innerText(), name).toBe(value);
      expect((await fieldOf(page, 'Biography').locator('dd').first().innerText()).length).toBeLessThan(530);
      expect(await page.getByRole('tablist', { name: 'Name' }).getByRole('tab').allInnerTexts()).toEqual([
        'Info',
        'Alt. names',
        'Biographies',
        'Filmography',
        'Nicknames',
        'Salary',
        'Marriages',
        'Trade Marks',
        'Quotes',
        'Trivias',
        'Photos',
        expect.stringContaining('Metadata'),
        'History',
      ]);
    }));

  it('is led to from the page of titles where the address names a person there', () =>
    at.visiting(movieData(PACINO), async (page) => {
      await cardOf(page, 'Al Pacino').waitFor();
      expect(hashOf(page)).toBe(`#${nameData(PACINO)}`);
    }));

  it('has the open tab in sight on a phone, wherever a key or an address leads', () =>
    at.visiting(
      nameData(PACINO),
      async (page) => {
        await cardOf(page, 'Al Pacino').waitFor();
        const seen = (name: string) =>
          expect
            .poll(() => tab(page, name).evaluate((one) => [one.ariaSelected, one.getBoundingClientRect().left]))
            .toEqual(['true', expect.toSatisfy((left: number) => left >= 0 && left < 330)]);
        for (const name of ['Alt. names', 'Biographies', 'Filmography', 'Nicknames', 'Salary', 'Marriages']) {
          await page.keyboard.press(']');
          await seen(name);
        }
        await page.goto(`${at.origin}/?seated#${nameData(PACINO)}`);
        await seen('Info');
        await page.goBack();
        await seen('Marriages');
      },
      { viewport: { width: 390, height: 800 } },
    ));

  it('of 600 credits has a filmography in parts with their counts, the latest first, filtered and paged', () =>
    at.visiting(nameData(PERSON, '&tab=filmography'), async (page) => {
      await tab(page, 'Actor 300').waitFor();
      await page.getByText('Showing 20 / 300').waitFor();
      expect(await lines(page).first().innerText()).toMatch(/^2000\s+Watch 20\.1\s+tt9102001\s+The keeper/);
      await page.getByRole('button', { name: 'Last page' }).click();
      await expect.poll(() => lines(page).last().innerText()).toMatch(/^1981/);
      await tab(page, 'Director 300').click();
      await expect.poll(() => hashOf(page)).toContain('section=Director');
      await page.getByLabel('Title or year').fill('1990');
      await page.getByText('Showing 15 / 15').waitFor();
      await page.getByLabel('Title or year').fill('nothing like it');
      await page.getByText('No data', { exact: true }).waitFor();
    }));

  it('has lists in pages', () =>
    at.visiting(nameData(PERSON, '&tab=salaries'), async (page) => {
      await page.getByText('Showing 20 / 25').waitFor();
      await page.getByRole('button', { name: 'Page 2' }).click();
      await page.getByText('Showing 5 / 25').waitFor();
      expect(await lines(page).last().innerText()).toMatch(/Watch 25[\s\S]*25 EUR/);
      await tab(page, 'Nicknames').click();
      await page.getByText('No data', { exact: true }).waitFor();
    }));

  it('is removed after a question with that name, and one that is not there can be imported', () =>
    at.visiting(nameData(PERSON), async (page) => {
      await button(page, 'Delete').click();
      await dialog(page).getByText('Remove name').waitFor();
      await dialog(page).getByText('Are you sure you want to remove Ada Longwatch?').waitFor();
      await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click();
      await expect.poll(() => hashOf(page)).toBe('#/admin/name-data');
      await input(page, 'imdbId').fill(PERSON);
      await button(page, 'Search').click();
      await page.getByText(`There is no name ${PERSON} in the catalogue.`).waitFor();
      await page.getByRole('button', { name: 'Import name' }).waitFor();
    }));

  it('is not a title: its id leads to the page it belongs to', () =>
    at.visiting('/admin/movie-data', async (page) => {
      await input(page, 'imdbId').fill(PACINO);
      await page.keyboard.press('Enter');
      await heading(page, 'Name data');
      await cardOf(page, 'Al Pacino').waitFor();
    }));
});

describe('the pages of records', () => {
  const LOOKS = [
    [1440, 'dark'],
    [900, 'light'],
    [390, 'light'],
    [320, 'light'],
  ] as const;
  it.each([
    movieData('tt0068646', '&all=1'),
    movieData('tt0068646', '&tab=actors'),
    movieData(SERIES, '&tab=seasons&season=12'),
    movieData(SERIES, '&tab=metadata'),
    movieData('tt9999998'),
    nameData(PACINO, '&tab=filmography'),
  ])('have no serious fault at %s, keep their tabs in one line and all within the edge, at every width', (path) =>
    at.visiting(
      path,
      async (page) => {
        await page.locator('[data-part=record], [data-part=not-there]').waitFor();
        await page.waitForLoadState('networkidle');
        for (const [width, theme] of LOOKS) {
          await page.setViewportSize({ width, height: 800 });
          await turn(page, theme);
          await standsStill(page);
          const look = `${width} ${theme}`;
          expect(await seriousOn(page), look).toEqual([]);
          const [wide, seen, tops] = await page.evaluate<readonly [number, number, readonly number[]]>(
            `[document.documentElement.scrollWidth, document.documentElement.clientWidth,
              [...document.querySelectorAll('[role=tablist]')].map((list) =>
                new Set([...list.querySelectorAll('[role=tab]')].map((one) => one.offsetTop)).size)]`,
          );
          expect([seen, wide <= seen], look).toEqual([width, true]);
          expect(
            tops.every((lines) => lines === 1),
            look,
          ).toBe(true);
        }
      },
      { viewport: { width: 1440, height: 800 } },
    ),
  );
});
