import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadAnew, testSite } from '#test/support/site.ts';
import { hostileLists, LISTS, UNREADABLE } from './lists.support.ts';
import { type Seat, seated, someone } from './payments.support.ts';

/** Lists at widths between a phone and a desk. */

const { site } = await testSite();
let admin: Seat;

beforeAll(async () => {
  await site.product.tasks.engine.tasks.ensureFirst();
  admin = await someone(site, 'lists@example.org', true);
});

const WIDTHS = [320, 390, 720, 768, 860, 1000, 1100, 1440];
/** A desk of 1440 pixels at 200 %. */
const ZOOMED = { width: 720, height: 450 };

const lists = (page: Page) => page.locator('[data-part=list][aria-busy=false] :is(tbody, [data-part=cards])');

describe.each(LISTS)('%s', (path, many) => {
  it('can be read at every width, and at 200 %', () =>
    seated(
      site,
      admin,
      path,
      async (page) => {
        await lists(page)
          .nth(many - 1)
          .waitFor();
        for (const size of [...WIDTHS.map((width) => ({ width, height: 900 })), ZOOMED]) {
          await page.setViewportSize(size);
          await expect.poll(() => page.evaluate(UNREADABLE), { message: `at ${size.width} px` }).toEqual([]);
        }
      },
      { before: hostileLists },
    ));
});

/** Every list of the back-office: its screen, its call, and the sentence of an empty one. */
const STATES = [
  ['/admin/audit-requests', 'audit', 'No data'],
  ['/admin/logs', 'logs', 'No data found'],
  ['/admin/logging', 'logging', 'No data found'],
  ['/admin/tasks', 'tasks', 'No tasks'],
  ['/admin/tasks/runs?id=1', 'task/1/runs', 'No data'],
  ['/admin/manual-update', 'manual-update', 'No data'],
  ['/admin/notifications', 'notifications', 'No data'],
  ['/admin/configuration', 'configuration', 'No data'],
  ['/admin/configuration/history', 'configuration/history', 'No data'],
  ['/admin/manager', 'manager', 'No data for requests by token'],
  ['/admin/products-roles', 'product', 'No products'],
  ['/admin/dashboard', 'token/registration/\\w+', 'No new tokens'],
  ['/admin/dashboard?tab=paid', 'paid-actives', 'No active paid'],
] as const;

it('every list waits, and one that did not load says so beside the sentence of an empty list, and keeps the focus', () =>
  seated(site, admin, '/admin/dashboard', async (page) => {
    for (const [path, call, none] of STATES) {
      const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
      await page.route(new RegExp(`/api/admin/${call}(?:\\?.*)?$`), async (route) => {
        await answered;
        await route.fulfill({ status: 400, json: { code: 400, data: null, error: 'The database is away.' } });
      });
      // A page of its own: one that is still starting may write its own address over this one.
      await loadAnew(site.origin, page, `/#${path}`);
      const list = page.locator('[data-part=list]').first();
      await expect.poll(() => list.getAttribute('data-waits'), { message: `${path} waits` }).toBe('true');
      answer();
      await list.getByText(none, { exact: true }).waitFor();
      await list.getByText('The database is away.').waitFor();
      await list.getByRole('button', { name: 'Try again' }).click();
      await expect.poll(() => page.evaluate('document.activeElement.dataset.part'), { message: path }).toBe('list');
      // Some lists ask again by themselves.
      await page.unrouteAll();
      const again = list.getByRole('button', { name: 'Try again' });
      await expect
        .poll(
          async () => {
            if (await again.isVisible()) await again.click({ timeout: 1_000 }).catch(() => undefined);
            return list.getByText('The database is away.').count();
          },
          { message: path },
        )
        .toBe(0);
    }
  }));

it.each(['Requests by token', 'IP/token relation'])('the buttons of %s stand in one line', (name) =>
  seated(
    site,
    admin,
    '/admin/manager',
    async (page) => {
      const cells = page.getByRole('table', { name }).locator('td[data-sticks=true]');
      await cells.first().waitFor();
      const heights = await cells.evaluateAll((all) =>
        all.map(({ firstElementChild: buttons }) => buttons?.clientHeight ?? 0),
      );
      expect(Math.max(...heights)).toBeLessThan(40);
    },
    { before: hostileLists, viewport: { width: 1000, height: 800 } },
  ),
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
