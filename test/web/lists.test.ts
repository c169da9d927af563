import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { testSite } from '#test/support/site.ts';
import { hostileLists, LISTS, UNREADABLE } from './lists.support.ts';
import { type Seat, seated, someone } from './payments.support.ts';

/** Lists at widths between a phone and a desk. */

const { site } = await testSite();
let admin: Seat;

beforeAll(async () => {
  admin = await someone(site, 'lists@example.org', true);
});

const WIDTHS = [320, 390, 720, 768, 860, 1000, 1100, 1440];
/** A desk of 1440 pixels at 200 %. */
const ZOOMED = { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 };

const lists = (page: Page) => page.locator('[data-part=list][aria-busy=false] :is(tbody, [data-part=cards])');

describe.each(LISTS)('%s', (path, many) => {
  const look = (page: Page): Promise<void> =>
    lists(page)
      .nth(many - 1)
      .waitFor();

  it('can be read at every width', () =>
    seated(
      site,
      admin,
      path,
      async (page) => {
        await look(page);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          await expect.poll(() => page.evaluate(UNREADABLE), { message: `at ${width} px` }).toEqual([]);
        }
      },
      { before: hostileLists },
    ));

  it('can be read at 200 %', () =>
    seated(
      site,
      admin,
      path,
      async (page) => {
        await look(page);
        await expect.poll(() => page.evaluate(UNREADABLE)).toEqual([]);
      },
      { ...ZOOMED, before: hostileLists },
    ));
});

const NAMES = [
  ['/admin/audit-requests', 'audit', 'No data'],
  ['/admin/manager', 'manager', 'No data for requests by token'],
  ['/admin/products-roles', 'product', 'No products'],
] as const;

it.each(NAMES)(
  '%s that did not load says so beside the sentence of an empty list, and keeps the focus',
  (path, call, none) =>
    seated(site, admin, path, async (page) => {
      await page.route(new RegExp(`/api/admin/${call}(?:\\?.*)?$`), (route) =>
        route.fulfill({ status: 400, json: { code: 400, data: null, error: 'The database is away.' } }),
      );
      await page.reload();
      const list = page.locator('[data-part=list]').first();
      await list.getByText(none, { exact: true }).waitFor();
      await list.getByText('The database is away.').waitFor();
      await page.unrouteAll();
      await list.getByRole('button', { name: 'Try again' }).click();
      await expect.poll(() => list.getByText('The database is away.').count()).toBe(0);
      expect(await page.evaluate('document.activeElement.dataset.part')).toBe('list');
    }),
);

it('what has no room folds below its row', () =>
  seated(
    site,
    admin,
    '/admin/products-roles',
    async (page) => {
      await hostileLists(page);
      await page.reload();
      const row = page.getByRole('table', { name: 'Products' }).locator('tbody tr').first();
      const unfold = row.getByRole('button', { name: 'Notice, Description' });
      await unfold.click();
      await page.getByRole('table', { name: 'Products' }).locator('dd', { hasText: 'Everything' }).first().waitFor();
      expect(await unfold.getAttribute('aria-expanded')).toBe('true');
      await unfold.click();
      expect(await page.getByRole('table', { name: 'Products' }).locator('dd').count()).toBe(0);
    },
    { viewport: { width: 1000, height: 800 } },
  ));
