import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { hashOf, heading } from '#test/support/sign-in.ts';
import { button, dialog, input } from './admin.support.ts';
import { cardOf, fieldOf, lines, movieData, openRecords, type Records, SERIES, tab } from './records.support.ts';

/** What an administrator does with titles. */

const db = await testDatabase('sample');
let at: Records;
beforeAll(async () => {
  at = await openRecords(db);
});
afterAll(() => at?.close());

const GODFATHER = 'tt0068646';
const field = (page: Page) => input(page, 'imdbId');
/** The names of the parts that are asked for from now on. */
const askedParts = (page: Page): string[] => {
  const parts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/api\/admin\/imdb\/tt\d+$/.test(request.url()))
      parts.push(...(request.postDataJSON() as readonly { readonly data: string }[]).map(({ data }) => data));
  });
  return parts;
};

describe('a title is found', () => {
  it.each([
    ['its id', ' TT68646 '],
    ['its address at IMDb', 'https://www.imdb.com/title/tt0068646/?ref_=nv_sr_1'],
  ])('by %s, and the address of the page keeps it', (_by, typed) =>
    at.visiting('/admin/dashboard', async (page) => {
      await page.getByRole('button', { name: 'Data' }).click();
      await page.getByRole('menuitem', { name: 'Movies' }).click();
      await heading(page, 'Movie data');
      await button(page, 'Search').click();
      await page.getByText('Imdb Id is required').waitFor();
      await field(page).fill(typed);
      await page.keyboard.press('Enter');
      await cardOf(page, 'The Godfather').waitFor();
      expect(hashOf(page)).toBe(`#${movieData(GODFATHER)}`);
      await page.reload();
      await cardOf(page, 'The Godfather').waitFor();
      expect(await field(page).inputValue()).toBe(GODFATHER);
    }),
  );

  it('by what its title begins with, also with the keyboard; what is none of it says so', () =>
    at.visiting('/admin/movie-data', async (page) => {
      await field(page).pressSequentially('godf');
      await page.getByRole('option', { name: /^The Godfather \(1972\)/ }).waitFor();
      expect(await page.getByRole('option', { name: /nm\d/ }).count()).toBe(0);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Enter');
      await page.getByText('Choose one of the list, or enter an IMDb id such as tt0068646').waitFor();
      const suggested = page.waitForResponse((answer) => answer.url().includes('q=the+godfather+pa'));
      await field(page).fill('the godfather pa');
      await suggested;
      await page
        .getByRole('option', { name: /Part II/ })
        .first()
        .waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await cardOf(page, 'The Godfather').waitFor();
      expect(hashOf(page)).toMatch(/^#\/admin\/movie-data\?id=tt\d{7}$/);
    }));
});

describe('the card', () => {
  it('shows what is known in one value each, with where it comes from', () =>
    at.visiting(movieData(GODFATHER), async (page) => {
      for (const [name, value] of [
        ['Title', 'The Godfather'],
        ['Year', '1972'],
        ['Runtime', '175 minutes'],
        ['Release date', '1972-03-24'],
        ['Rating', '9.2'],
        ['Votes', '2,100,000'],
        ['Type', 'M – Movie'],
      ] as const)
        expect(await fieldOf(page, name).locator('dd').first().innerText(), name).toBe(value);
      expect(await fieldOf(page, 'Imdb id').getByRole('link').getAttribute('href')).toContain(`/title/${GODFATHER}`);
      await page.locator('[data-part=origin]').getByText('Embedded catalogue').waitFor();
      expect(await fieldOf(page, 'Next update').count()).toBe(0);
      expect(await tab(page, 'Seasons').count()).toBe(0);
    }));

  it('asks for a list when its tab is opened, and for all of them with Get all, counted', () =>
    at.visiting('/admin/movie-data', async (page) => {
      const asked = askedParts(page);
      await field(page).fill(GODFATHER);
      await page.keyboard.press('Enter');
      await cardOf(page, 'The Godfather').waitFor();
      expect(asked).toEqual(['movie', 'trailers', 'serieUpdate', 'metadata']);
      await tab(page, 'Goofs').click();
      await lines(page).first().waitFor();
      expect(asked.slice(4)).toEqual(['goofs']);
      expect(hashOf(page)).toBe(`#${movieData(GODFATHER, '&tab=goofs')}`);
      await page.getByText('Licence MIT').waitFor();
      await page.getByRole('switch', { name: 'Get all' }).click();
      await button(page, 'Search').click();
      await tab(page, 'Actors 14').waitFor();
      expect(asked.slice(5)).toEqual(expect.arrayContaining(['akas', 'actors', 'crew', 'trivias', 'similarMovies']));
      const before = asked.length;
      await tab(page, 'Actors 14').click();
      expect(await lines(page).first().innerText()).toMatch(/Marlon Brando[\s\S]*nm0000008[\s\S]*YES[\s\S]*Corleone/);
      expect(asked.length).toBe(before);
    }));

  it('leads from an actor to the name and from there back to the title', () =>
    at.visiting(movieData(GODFATHER, '&tab=actors'), async (page) => {
      await page.getByRole('link', { name: 'Al Pacino', exact: true }).click();
      await heading(page, 'Name data');
      await cardOf(page, 'Al Pacino').waitFor();
      await tab(page, 'Filmography').click();
      await page.getByRole('link', { name: 'The Godfather', exact: true }).click();
      await heading(page, 'Movie data');
      await cardOf(page, 'The Godfather').waitFor();
    }));

  it('shows the answer of the API for what is looked at, to be copied', () =>
    at.visiting(movieData(GODFATHER, '&tab=genres'), async (page) => {
      await page.evaluate('navigator.clipboard.writeText = async (text) => { window.copied = text; }');
      await button(page, 'JSON').click();
      await dialog(page).getByText(`POST /api/admin/imdb/${GODFATHER}`).waitFor();
      await dialog(page).getByRole('button', { name: 'Copy answer' }).click();
      const copied = async () => JSON.parse((await page.evaluate<string>('window.copied')) ?? '{}');
      expect(Object.keys(await copied())).toEqual(['code', 'data', 'error', 'page', 'total', 'regs']);
      expect((await copied()).data.genres.data).toContainEqual({ genre: 'Crime' });
      await dialog(page).getByRole('button', { name: 'Whole record' }).click();
      await dialog(page).getByRole('button', { name: '"movie"' }).waitFor();
    }));

  it('shows the crew of the kind that is chosen, with their counts', () =>
    at.visiting(movieData(GODFATHER, '&tab=crew'), async (page) => {
      await page.getByRole('link', { name: 'Francis Ford Coppola' }).waitFor();
      const types = page.getByRole('combobox', { name: 'Crew' });
      expect(await types.locator('option').allTextContents()).toContain('Director (1)');
      await types.selectOption('WRITER');
      await page.getByRole('table', { name: 'Writer' }).getByRole('link', { name: 'Mario Puzo' }).waitFor();
      expect(hashOf(page)).toContain('crew=WRITER');
    }));

  it('pages, cuts long texts and takes the trailer of 1080', () =>
    at.visiting(movieData(SERIES), async (page) => {
      const plot = fieldOf(page, 'Plot');
      const short = (await plot.locator('dd').first().innerText()).length;
      expect(short).toBeLessThan(530);
      await plot.getByRole('button', { name: 'Show more' }).click();
      await expect.poll(async () => (await plot.locator('dd').first().innerText()).length).toBeGreaterThan(900);
      expect(await page.getByRole('link', { name: 'Trailer' }).getAttribute('href')).toBe(
        'https://videos.example/1080',
      );
      await tab(page, 'Akas').click();
      await page.getByText('Showing 20 / 45').waitFor();
      await page.getByRole('button', { name: 'Page 3' }).click();
      await page.getByText('Showing 5 / 45').waitFor();
      await expect.poll(() => lines(page).first().innerText()).toMatch(/Watch 41\s+working title\s+Germany/);
      expect(hashOf(page)).toContain('page=3');
      await tab(page, 'Trivias').click();
      await expect.poll(() => hashOf(page)).not.toContain('page');
    }));

  it('of a series has its seasons by number and by year', () =>
    at.visiting(movieData(SERIES, '&tab=seasons'), async (page) => {
      await tab(page, 'Season 1 30').waitFor();
      expect(await page.getByRole('tablist', { name: 'Seasons' }).getByRole('tab').count()).toBe(20);
      await tab(page, 'Season 20 30').click();
      await page.getByText('Showing 20 / 30').waitFor();
      await expect.poll(() => lines(page).first().innerText()).toMatch(/Watch 20\.1\s+1\s+tt9102001\s+2000-01-01/);
      await page.getByRole('button', { name: 'Page 2' }).click();
      await page.getByText('Showing 10 / 30').waitFor();
      await page.reload();
      await page.getByText('Showing 10 / 30').waitFor();
      await button(page, 'By year').click();
      await tab(page, '1999 30').click();
      await expect.poll(() => lines(page).first().innerText()).toMatch(/Watch 19\.1/);
      expect(hashOf(page)).toContain('season=1999');
    }));

  it.each([
    ['in the past', '2001-02-03', 'danger', 'due'],
    ['in the future', '2101-02-03', 'success', 'planned'],
  ])('of a series whose next update is %s says so in its colour', async (_when, date, tone, word) => {
    await db.query(
      `insert into serie_update (title_id, update_date, ignore) values (9100000, $1, false)
        on conflict (title_id) do update set update_date = excluded.update_date`,
      [date],
    );
    await at.visiting(movieData(SERIES), async (page) => {
      const next = page.locator('[data-part=next-update]');
      expect(await next.getAttribute('data-tone')).toBe(tone);
      expect(await next.innerText()).toMatch(new RegExp(`${date.slice(0, 4)}.*\\(${word}\\)`));
    });
  });

  it('has the messages of the metadata in a badge; Fix mends what it can', async () => {
    await at.visiting(movieData('tt0022100', '&tab=metadata'), async (page) => {
      await page.getByText('No messages').waitFor();
      expect(await button(page, 'Fix').isDisabled()).toBe(true);
    });
    await db.query('delete from title_document where id = 22100');
    await at.visiting(movieData('tt0022100', '&tab=metadata'), async (page) => {
      await tab(page, 'Metadata 1').waitFor();
      await page.getByText('There is no search document').waitFor();
      await button(page, 'Fix').click();
      await page.getByText('No messages').waitFor();
      await page.getByText('What could be mended is mended').waitFor();
    });
    await db.query('update title set rating = null, end_year = 1900 where id = 22100');
    await at.visiting(movieData('tt0022100', '&tab=metadata'), async (page) => {
      await page.getByText('First and last year: 1900 is before').waitFor();
      await page.getByText('Not mended by Fix. Only an editor can say which of the two is right.').waitFor();
      await button(page, 'Fix').click();
      await page.getByText(/What could be mended is mended, \d messages left/).waitFor();
      await page.getByRole('link', { name: 'manual update' }).first().click();
      await page.getByText('Showing 1 / 1').waitFor();
      expect(hashOf(page)).toBe('#/admin/manual-update?imdbId=tt0022100');
    });
  });

  it('of a merged id is that of the record it leads to', async () => {
    await at.inject('POST', 'imdb', {
      kind: 'movie',
      changes: [
        { part: 'title', value: 'Twin' },
        { part: 'type', value: 'M' },
      ],
    });
    await at.inject('POST', 'imdb/tt9000000000/merge', { into: GODFATHER });
    await at.visiting(movieData('tt9000000000'), async (page) => {
      await cardOf(page, 'The Godfather').waitFor();
      await page.getByText(`tt9000000000 leads to ${GODFATHER}.`).waitFor();
      await expect.poll(() => hashOf(page)).toBe(`#${movieData(GODFATHER)}`);
    });
  });
});
