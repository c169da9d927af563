import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PAGES } from '#contracts/pages.ts';
import { faultsOn } from '#test/support/axe.ts';
import { testDatabase } from '#test/support/database.ts';
import { turn } from '#test/support/site.ts';
import { type Filled, openFilled } from './filled.support.ts';
import { hostileLists } from './lists.support.ts';

/** Every screen of the back-office by the table of pages, long in use, with what opens over it, looked at by axe. */

const db = await testDatabase();
let at: Filled;
beforeAll(async () => {
  at = await openFilled(db);
});
afterAll(() => at?.close());

/** What opens over a screen: the names of what is pressed one after the other. `overlays.test.ts` has those of lists that it invents. */
const OPENINGS: Readonly<Record<string, readonly (readonly (string | RegExp)[])[]>> = {
  '/admin/movie-data': [['JSON'], ['Delete'], [/^More for/], [/^More for/, 'Merge into…'], ['Unlock Year']],
  '/admin/name-data': [['JSON'], ['Delete']],
  '/admin/user-info': [['Password link']],
  '/admin/logs': [[/^\d+$/], ['Export']],
  '/admin/logging': [['Reset the level of kinodex.audit']],
  '/admin/configuration': [['New configuration'], ['Edit AUDIT_DAYS'], [/^Copy AUDIT_DAYS to/], ['Delete AUDIT_DAYS']],
  '/admin/configuration/history': [[/^Restore/]],
  '/admin/notifications': [
    ['Remove all'],
    ['Remove physically'],
    // Lists of all screens have the same two.
    ['Views'],
    [/^Columns of /],
    ['Views', 'Save this view …'],
  ],
  '/admin/manual-update': [
    ['Add'],
    ...['Clear', 'Reprocess', 'Remove'].map((name) => [`More of ${name}`]),
    ['More of Clear', 'Clear all'],
    ['More of Reprocess', 'Reprocess all'],
    ['More of Remove', 'Remove all'],
  ],
  '/admin/tasks': [[/^More for/], [/^Delete/]],
  '/admin/audit-requests': [[/^Disable the token/]],
};

const SCREENS = Object.entries(PAGES).flatMap(([path, who]) => (who === 'admin' ? [path] : []));

/** Every address of a page stands behind a #, which axe takes for a part of the page. */
const faults = (page: Page, part?: string) =>
  faultsOn(page, { without: ['skip-link'], ...(part !== undefined && { part }) });

/** What stands over a page. */
const OVER = ':is([role=dialog], [role=menu])';

/** Goes there; a page has its title once it is drawn. */
const show = async (page: Page, screen: string): Promise<void> => {
  await page.evaluate("document.title = ''");
  await page.goto(`${at.origin}/?seated#${screen}`);
  await expect.poll(() => page.title()).not.toBe('');
  await page.locator('main h1').waitFor();
  await page.locator('main [class*=skeleton]').first().waitFor({ state: 'detached' });
};

/** Looks at what opens by these names, in both themes, and closes it. */
const opened = async (page: Page, screen: string, names: readonly (string | RegExp)[]): Promise<void> => {
  for (const name of names) {
    const entry = page.getByRole('menuitem', { name, exact: true });
    const button = page.getByRole('main').getByRole('button', { name, exact: true });
    await entry.or(button).first().click();
    // A dialog has its name a moment after it is there.
    await page.locator(':is([role=menu], [role=dialog]:is([aria-labelledby], [aria-label])):visible').first().waitFor();
  }
  // What is below has been looked at already.
  for (const theme of ['dark', 'light'] as const) {
    await turn(page, theme);
    expect(await faults(page, OVER), `${names.join(', ')} of ${screen} in ${theme}`).toEqual([]);
  }
  await page.keyboard.press('Escape');
  await page.locator(`${OVER}:visible`).waitFor({ state: 'detached' });
};

it('has no fault on any screen, wide and light or narrow and dark, nor in what opens there', () =>
  at.visiting(
    '/admin/profile',
    async (page) => {
      await hostileLists(page);
      for (const path of SCREENS) {
        await page.setViewportSize({ width: 1_440, height: 900 });
        await turn(page, 'light');
        await show(page, at.about[path] ?? path);
        await page.locator('[data-part=list][data-waits]').first().waitFor({ state: 'detached' });
        expect(await faults(page), `${path} in light`).toEqual([]);
        for (const names of OPENINGS[path] ?? []) await opened(page, path, names);
        await page.setViewportSize({ width: 390, height: 844 });
        await turn(page, 'dark');
        expect(await faults(page), `${path} in dark on a phone`).toEqual([]);
        const over = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
        expect(over, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
      }
    },
    { viewport: { width: 1_440, height: 900 } },
  ));
