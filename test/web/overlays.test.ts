import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { faultsOn } from '#test/support/axe.ts';
import { standsStill } from '#test/support/browser.ts';
import { testSite, turn } from '#test/support/site.ts';
import { hostileLists } from './lists.support.ts';
import { line, seated, someone } from './payments.support.ts';

/** Everything that opens over a page, looked at by axe while it is open: no fault at all, however small. */

const { site } = await testSite();

/** Every address of a page stands behind a #, which axe takes for a part of the page. */
const faultless = async (page: Page, what: string, part?: string): Promise<void> =>
  expect(await faultsOn(page, { without: ['skip-link'], ...(part !== undefined && { part }) }), what).toEqual([]);
/** What stands over a page. What is below is looked at where pages are. */
const OVER = ':is([role=dialog], [role=menu])';

/** Each theme and each width once: what opens holds the same in both, and its colours are those of the theme. */
const VIEWS = [
  ['light', 1_440],
  ['dark', 390],
] as const;
const WIDE = { viewport: { width: 1_440, height: 900 } };

/** Shows the page wide and narrow, in a theme each, and looks at both. */
const everyWay = async (page: Page, look: (wide: boolean, way: string) => Promise<void>): Promise<void> => {
  for (const [scheme, width] of VIEWS) {
    await page.setViewportSize({ width, height: 900 });
    await turn(page, scheme);
    await standsStill(page);
    await look(width > 960, `in ${scheme} at ${width} px`);
  }
};

/** Opens each of these by its button, looks and closes it. */
const eachOf = async (page: Page, names: readonly (string | RegExp)[], way: string): Promise<void> => {
  for (const name of names) {
    await page
      .getByRole('button', { name, exact: typeof name === 'string' })
      .first()
      .click();
    const open = page.locator(`${OVER}:visible`);
    // A dialog has its name a moment after it is there.
    await page.locator(':is([role=menu], [role=dialog]:is([aria-labelledby], [aria-label])):visible').first().waitFor();
    await faultless(page, `${name} ${way}`, OVER);
    await page.keyboard.press('Escape');
    await open.waitFor({ state: 'detached' });
  }
};

it('the menu and the dialogs of a person', async () => {
  const seat = await someone(site, 'person@example.org');
  await seated(
    site,
    seat,
    '/token',
    async (page) => {
      await page.getByText('Never used').or(page.getByText('requests left')).first().waitFor();
      await page.locator('header button[aria-haspopup]').waitFor();
      await everyWay(page, (_wide, way) => eachOf(page, ['Account', 'Invalidate token'], way));
      await page.getByRole('button', { name: 'Reveal token' }).click();
      await everyWay(page, (_wide, way) => faultless(page, `revealed ${way}`));
      await hostileLists(page);
      await page.goto(`${site.origin}/#/payments`);
      await everyWay(page, async (_wide, way) => {
        await line(page, 'COMPLETED').first().waitFor();
        await eachOf(page, [/^Receipt/, /^Cancel/], way);
        await page
          .getByRole('button', { name: /^Check/ })
          .first()
          .click();
        await page.locator('[data-part=alert]').first().waitFor();
        // Rows that are read again are paler for a moment.
        await page.locator('[data-part=list][data-stale=true]').waitFor({ state: 'detached' });
        await faultless(page, `a message ${way}`);
      });
    },
    WIDE,
  );
});

it('the menus, dialogs and lists of the administration', async () => {
  const seat = await someone(site, 'administrator@example.org', true);
  await seated(
    site,
    seat,
    '/admin/user-info',
    async (page) => {
      await everyWay(page, (wide, way) => eachOf(page, wide ? ['Manage', 'Data', 'Profile'] : ['Open menu'], way));
      await page.locator('search input[name=email]').pressSequentially(seat.email.slice(0, 12));
      await page.getByRole('option').first().waitFor();
      await everyWay(page, async (_wide, way) => {
        await page.getByRole('option').first().waitFor();
        await faultless(page, `suggestions ${way}`);
      });
      await page.getByRole('option', { name: seat.email }).click();
      await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
      await everyWay(page, (_wide, way) => eachOf(page, ['Delete'], way));
      await hostileLists(page);
      await page.goto(`${site.origin}/#/admin/products-roles`);
      const openings = ['New product', 'New rol', /^Edit product/, /^Delete product/, /^Edit rol/, /^Delete rol/];
      await everyWay(page, async (_wide, way) => {
        await line(page, '12,345.50').first().waitFor();
        await eachOf(page, openings, way);
      });
      // More of them than there is room for.
      await page.getByRole('button', { name: 'New product' }).click();
      const roles = page.getByRole('listbox', { name: 'Roles' });
      await everyWay(page, async (_wide, way) => {
        if (!(await roles.isVisible())) await page.getByRole('dialog').getByRole('combobox', { name: 'Roles' }).click();
        await roles.getByRole('option').last().waitFor();
        expect(await roles.evaluate((list) => list.scrollHeight > list.clientHeight)).toBe(true);
        await faultless(page, `many roles ${way}`);
      });
      await page.goto(`${site.origin}/#/admin/manager`);
      await everyWay(page, async (_wide, way) => {
        await line(page, '1,234,567').first().waitFor();
        await eachOf(page, ['Clear token and all ips requests', 'Clear ip requests'], way);
      });
      await page.goto(`${site.origin}/#/admin/audit-requests`);
      await everyWay(page, async (wide, way) => {
        await line(page, 'OPTIONS').first().waitFor();
        if (!wide) await page.getByRole('button', { name: /^Filters/ }).click();
        await faultless(page, `filters ${way}`);
        if (wide) await line(page, 'OPTIONS').first().press('Enter');
        else await page.getByRole('button', { name: 'Open', exact: true }).first().click();
        await page.getByRole('dialog').getByText('Copy as curl').waitFor();
        await faultless(page, `a request ${way}`);
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        if (!wide) await page.getByRole('button', { name: /^Filters/ }).click();
      });
    },
    WIDE,
  );
});
