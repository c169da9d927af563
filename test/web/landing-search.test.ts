import { expect, it } from 'vitest';
import { seriousOn } from '#test/support/axe.ts';
import { testSite, turn } from '#test/support/site.ts';
import { answered, consoleOf, lookAtLanding } from './landing.support.ts';

/** The first page's console: what is typed is searched for in the whole catalogue. */

const { site } = await testSite();

it('finds records while somebody types, and tries the one that is chosen, on a narrow phone too', () =>
  lookAtLanding(
    site,
    async ({ page, asked }) => {
      await answered(page, 200);
      const field = consoleOf(page).getByRole('combobox', { name: 'IMDb id' });
      const list = consoleOf(page).getByRole('listbox', { name: 'What was found' });
      const said = consoleOf(page).getByRole('status');
      const wide = () => page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

      await field.fill('metropol');
      await list.getByRole('option', { name: 'Metropolis (1927) tt0017136', selected: true }).waitFor();
      for (const theme of ['light', 'dark'] as const) {
        await turn(page, theme);
        expect(await seriousOn(page)).toEqual([]);
      }
      expect(await wide()).toBeLessThanOrEqual(0);
      await field.press('Enter');
      await expect.poll(() => asked).toContain(`${site.origin}/api/public/try/tt0017136?include=genres`);
      await consoleOf(page).getByText('"Metropolis"').first().waitFor();
      expect([await field.inputValue(), await list.count()]).toEqual(['tt0017136', 0]);

      await field.fill('the');
      await list.getByRole('option').nth(1).waitFor();
      const ids = await list.locator('code').allInnerTexts();
      await field.press('ArrowDown');
      await field.press('ArrowDown');
      await field.press('ArrowUp');
      await list.getByRole('option', { selected: true }).and(list.getByRole('option').nth(1)).waitFor();
      await field.press('Escape');
      expect([await list.count(), await field.getAttribute('aria-expanded')]).toEqual([0, 'false']);
      await field.press('ArrowDown');
      await list.getByRole('option').nth(1).click();
      await expect.poll(() => asked).toContain(`${site.origin}/api/public/try/${ids[1]}?include=genres`);
      expect(await page.locator(':focus').getAttribute('role')).toBe('combobox');

      // What was found for something else is not sent by Enter.
      const late = Promise.withResolvers<void>();
      await page.route('**/api/public/suggest?*', async (route) => {
        await late.promise;
        await route.continue();
      });
      await field.fill('casablanca');
      await list.getByRole('option').first().waitFor();
      await field.press('Enter');
      expect(await field.inputValue()).toBe('casablanca');
      late.resolve();
      await list.getByRole('option', { name: 'Casablanca', selected: true }).waitFor();
      await expect.poll(() => field.getAttribute('aria-busy')).toBe('false');
      await field.press('Enter');
      await expect.poll(() => field.inputValue()).toBe('tt0034583');
      await page.unroute('**/api/public/suggest?*');

      await field.fill('zzzzqqqq');
      await said.getByText('Nothing begins like “zzzzqqqq”').waitFor();
      const problem = consoleOf(page).getByRole('alert');
      const note = consoleOf(page).locator('p').getByText('Nothing begins like');
      expect(await note.count()).toBe(1);
      await field.press('Enter');
      await problem.getByText('An id is tt or nm').waitFor();
      expect(await note.count()).toBe(0);
      // Enter that comes before the answer is not lost.
      await field.fill('qqqqzzzz');
      await field.press('Enter');
      await problem.getByText('An id is tt or nm').waitFor();
      expect(await note.count()).toBe(0);
      await page.route('**/api/public/suggest?*', (route) =>
        route.fulfill({
          status: 429,
          headers: { 'retry-after': '40' },
          json: { code: 429, data: null, error: 'Too many calls.', reason: 'too_many_tries' },
        }),
      );
      await field.fill('nosferatu');
      await said.getByText('Too many calls. Try again in 40 seconds. An IMDb id can be sent meanwhile.').waitFor();
      expect(await wide()).toBeLessThanOrEqual(0);
      await page.unroute('**/api/public/suggest?*');
    },
    { viewport: { width: 320, height: 800 } },
  ));
