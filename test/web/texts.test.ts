import { afterAll, beforeAll, expect, it } from 'vitest';
import { applyRecords } from '#server/modules/catalog/apply.service.ts';
import { faultsOn } from '#test/support/axe.ts';
import { testDatabase } from '#test/support/database.ts';
import { turn } from '#test/support/site.ts';
import { lines, movieData, openRecords, type Records } from './records.support.ts';

/** Plots and biographies by language, as editors see them: the text, its language, its page and its licence. */

const db = await testDatabase('sample');
const LONG = 'x'.repeat(3_000);
const from = (code: string, page: string) => ({
  languageCode: code,
  page,
  revision: 7,
  pageUrl: `https://${code}.wikipedia.example/wiki/${encodeURIComponent(page)}`,
  licence: 'CC BY-SA 4.0',
  shortened: false,
});
let at: Records;
beforeAll(async () => {
  at = await openRecords(db);
  const plots = [
    { plot: 'Ein Mafiaboss sucht einen Nachfolger.', ...from('de', 'Der Pate (Film)') },
    { plot: '‮زعيم <b>مافيا</b> يبحث عن خليفة', ...from('ar', 'العراب') },
    { plot: LONG, ...from('fr', 'Le Parrain '.repeat(20)) },
  ];
  const biographies = [{ biography: 'Ein Schauspieler.', ...from('de', 'Al Pacino') }];
  await db.transaction((tx) =>
    applyRecords(
      tx,
      { titles: [{ id: 68646, lists: { plots } }], people: [{ id: 199, lists: { biographies } }] },
      'wikipedia',
    ),
  );
});
afterAll(() => at?.close());

it.each([
  [movieData('tt0068646', '&tab=plots'), 3],
  ['/admin/name-data?id=nm0000199&tab=biographies', 1],
] as const)('%s shows each text with where it comes from, without a fault at any width', (path, most) =>
  at.visiting(path, async (page) => {
    const german = lines(page).filter({ has: page.getByText('de', { exact: true }) });
    await german.first().waitFor();
    expect(await lines(page).count()).toBe(most);
    expect(await german.innerText()).toMatch(/Ein (Mafiaboss|Schauspieler)/);
    const link = german.getByRole('link');
    expect(await link.getAttribute('href')).toMatch(/^https:\/\/de\.wikipedia\.example\/wiki\//);
    expect(await link.getAttribute('rel')).toBe('noreferrer');
    // What looks like marks is text.
    expect(await page.locator('main b').count()).toBe(0);
    for (const width of [1_440, 1_000, 768, 390, 320]) {
      await page.setViewportSize({ width, height: 900 });
      await expect
        .poll(() => page.evaluate<number>('document.documentElement.scrollWidth'), { message: String(width) })
        .toBeLessThanOrEqual(width);
      for (const theme of ['light', 'dark'] as const) {
        await turn(page, theme);
        if (width === 1_440 || width === 390)
          expect(await faultsOn(page, { without: ['skip-link'] }), `${width} ${theme}`).toEqual([]);
      }
    }
  }),
);
