import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { standsStill } from '#test/support/browser.ts';
import { testSite } from '#test/support/site.ts';
import { hostileLists } from './lists.support.ts';
import { line, seated, someone } from './payments.support.ts';

/** Everything that opens over a page, looked at by axe while it is open: no fault at all, however small. */

const { site } = await testSite();

/** Every address of a page stands behind a #, which axe takes for a part of the page. */
const RUN = "axe.run({ rules: { 'skip-link': { enabled: false } } })";

const faultless = async (page: Page, what: string): Promise<void> => {
  await standsStill(page);
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>(RUN);
  expect(violations.map(({ id, nodes }) => [what, id, ...nodes.map(({ html }) => html)])).toEqual([]);
};

/** Opens each of these by its button, looks and closes it. */
const eachOf = async (page: Page, names: readonly (string | RegExp)[]): Promise<void> => {
  for (const name of names) {
    await page
      .getByRole('button', { name, exact: typeof name === 'string' })
      .first()
      .click();
    const open = page.locator(':is([role=dialog], [role=menu]):visible');
    await open.first().waitFor();
    await faultless(page, String(name));
    await page.keyboard.press('Escape');
    await open.waitFor({ state: 'detached' });
  }
};

const VIEWS = [
  ['light', 1_440],
  ['dark', 1_440],
  ['light', 390],
  ['dark', 390],
] as const;

describe.each(VIEWS)('in %s at %i px', (scheme, width) => {
  const options = { dark: scheme === 'dark', viewport: { width, height: 900 } };
  const wide = width > 960;

  it('the menu and the dialogs of a person', async () => {
    const seat = await someone(site, `person-${scheme}-${width}@example.org`);
    await seated(
      site,
      seat,
      '/token',
      async (page) => {
        await page.getByText('Never used').or(page.getByText('requests left')).first().waitFor();
        await page.locator('header button[aria-haspopup]').waitFor();
        await eachOf(page, ['Account', 'Invalidate token']);
        await page.getByRole('button', { name: 'Reveal token' }).click();
        await faultless(page, 'revealed');
        await hostileLists(page);
        await page.goto(`${site.origin}/#/payments`);
        await line(page, 'COMPLETED').first().waitFor();
        await eachOf(page, [/^Receipt/, /^Cancel/]);
        await page
          .getByRole('button', { name: /^Check/ })
          .first()
          .click();
        await page.locator('[data-part=alert]').waitFor();
        await faultless(page, 'a message');
      },
      options,
    );
  });

  it('the menus, dialogs and lists of the administration', async () => {
    const seat = await someone(site, `admin-${scheme}-${width}@example.org`, true);
    await seated(
      site,
      seat,
      '/admin/user-info',
      async (page) => {
        await eachOf(page, wide ? ['Manage', 'Data', 'Profile'] : ['Open menu']);
        await page.locator('search input[name=email]').pressSequentially(seat.email.slice(0, 12));
        await page.getByRole('option').first().waitFor();
        await faultless(page, 'suggestions');
        await page.getByRole('option', { name: seat.email }).click();
        await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
        await eachOf(page, ['Delete']);
        await hostileLists(page);
        await page.goto(`${site.origin}/#/admin/products-roles`);
        await line(page, '12,345.50').first().waitFor();
        await eachOf(page, ['New product', 'New rol', /^Edit product/, /^Delete product/, /^Edit rol/, /^Delete rol/]);
        await page.goto(`${site.origin}/#/admin/manager`);
        await line(page, '1,234,567').first().waitFor();
        await eachOf(page, ['Clear token and all ips requests', 'Clear ip requests']);
        await page.goto(`${site.origin}/#/admin/audit-requests`);
        await line(page, 'OPTIONS').first().waitFor();
        if (!wide) await page.getByRole('button', { name: /^Filters/ }).click();
        await faultless(page, 'filters');
        if (wide) await line(page, 'OPTIONS').first().press('Enter');
        else await page.getByRole('button', { name: 'Open', exact: true }).first().click();
        await page.getByRole('dialog').getByText('Copy as curl').waitFor();
        await faultless(page, 'a request');
      },
      options,
    );
  });
});
