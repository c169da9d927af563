import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type SitePage, testSite } from '#test/support/site.ts';
import { answered, consoleOf, lookAtLanding } from './landing.support.ts';

/** The two rows of posters on the first page. */

const { site } = await testSite();

const landing = (look: (visit: SitePage) => Promise<void>) => lookAtLanding(site, look);
const rail = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const scrolled = (page: Page): Promise<number> =>
  page.evaluate<number>('Math.round(document.querySelector("[aria-roledescription=slide]").parentElement.scrollLeft)');

describe('the carousels', () => {
  it('hold 20 titles and 20 names; pressing one tries it', () =>
    landing(async ({ page, asked }) => {
      for (const [name, id] of [
        ['Movies', 'tt'],
        ['Names', 'nm'],
      ] as const) {
        await rail(page, name).getByRole('group', { name: '3 of 20', exact: true }).waitFor();
        await rail(page, name).getByRole('group', { name: '3 of 20', exact: true }).getByRole('button').click();
        await answered(page, 200);
        await expect
          .poll(() => asked.filter((url) => url.includes(`/api/public/try/${id}`)).length)
          .toBeGreaterThanOrEqual(1);
        expect(await consoleOf(page).getByLabel('IMDb id').inputValue()).toMatch(new RegExp(`^${id}`));
        await page.waitForFunction('document.activeElement.getAttribute("role") === "tabpanel"');
      }
      expect(asked.filter((url) => /\/api\/public\/image\/tt\d+\?w=342$/.test(url)).length).toBeGreaterThanOrEqual(6);
    }));

  it('moves every three seconds, not while it is pointed at or paused; Pause comes first for the keyboard', async () => {
    const { page, done } = await site.outside({ own: true, reducedMotion: 'no-preference' });
    await page.clock.install();
    await page.goto(`${site.origin}/`);
    const movies = rail(page, 'Movies');
    await movies.getByRole('group', { name: '1 of 20', exact: true }).waitFor();
    await movies.scrollIntoViewIfNeeded();
    const left = () => scrolled(page);
    const live = () => movies.locator('[aria-live]').getAttribute('aria-live');
    await expect.poll(live).toBe('off');
    await page.clock.runFor(3100);
    await expect.poll(left).toBeGreaterThan(100);
    await movies.getByRole('heading').hover();
    await expect.poll(live).toBe('polite');
    await page.mouse.move(2, 2);
    await expect.poll(live).toBe('off');
    await movies.getByRole('button', { name: 'Pause Movies' }).focus();
    await page.keyboard.press('Enter');
    await movies.getByRole('button', { name: 'Play Movies' }).waitFor();
    expect(await movies.getByRole('button').first().getAttribute('aria-label')).toBe('Play Movies');
    await page.evaluate('document.activeElement.blur()');
    const before = await left();
    await page.clock.runFor(9000);
    // The last step may still be coming to rest.
    expect(Math.abs((await left()) - before)).toBeLessThan(20);
    await done();
  });

  it('stands still under reduced motion, goes by buttons and arrow keys, and wraps', () =>
    landing(async ({ page }) => {
      const movies = rail(page, 'Movies');
      await movies.getByRole('button', { name: 'Play Movies' }).waitFor();
      const left = () => scrolled(page);
      await movies.getByRole('button', { name: 'Next Movies' }).click();
      await expect.poll(left).toBeGreaterThan(100);
      await movies.getByRole('button', { name: 'Previous Movies' }).click();
      await expect.poll(left).toBe(0);
      await movies.getByRole('button', { name: 'Previous Movies' }).click();
      await expect.poll(left).toBeGreaterThan(1000);
      await movies.getByRole('button', { name: 'Next Movies' }).click();
      await expect.poll(left).toBe(0);
      await movies.getByRole('group', { name: '1 of 20', exact: true }).getByRole('button').focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      const focused = page.locator(':focus').locator('xpath=ancestor::*[@role="group"]');
      expect(await focused.getAttribute('aria-label')).toBe('3 of 20');
      await page.keyboard.press('End');
      expect(await focused.getAttribute('aria-label')).toBe('20 of 20');
    }));

  it('shows a drawn card where there is no picture', async () => {
    const { page, done } = await site.outside();
    await page.route('**/api/public/image/**', (route) => route.fulfill({ status: 404, body: '' }));
    await page.goto(`${site.origin}/`);
    const slide = rail(page, 'Movies').getByRole('group', { name: '1 of 20', exact: true });
    await slide.locator('svg').waitFor();
    await expect.poll(() => slide.locator('img').count()).toBe(0);
    const box = await slide.locator('button > span[data-shape]').boundingBox();
    expect((box?.height ?? 0) / (box?.width ?? 1)).toBeCloseTo(1.5, 1);
    await done();
  });
});
