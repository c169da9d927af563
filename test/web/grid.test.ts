import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { standsStill } from '#test/support/browser.ts';
import { loadAnew, testSite } from '#test/support/site.ts';
import { gives, person, refusal, row } from './features.support.ts';
import { hostileLists } from './lists.support.ts';
import { seated, someone } from './payments.support.ts';

/** What stands in one line with what, in pixels, and which way an operator's words read. */

const { site } = await testSite();

const plan = (idProduct: number, name: string, price: number, description: string, notice: string) => ({
  ...{ idProduct, name, price, description, notice, requests: 500 * idProduct },
});
const LONG = [
  plan(1, 'Free', 0, 'For trying things out.', 'No card needed.'),
  plan(2, 'Professional Developer Subscription', 9.99, 'Everything. '.repeat(30), ''),
  plan(3, 'Internationalization', 12_345.5, '', 'x'.repeat(200)),
  plan(4, 'Onewordthatsomebodyhasmadeverylongindeed', 1, 'Short.', 'Short.'),
];
const FOREIGN = [
  plan(1, 'סטודיו קטן', 9, 'חבילה לסטודיו קטן, עם JSON!', 'אפשר לבטל בכל עת.'),
  plan(2, 'خطة المطورين', 19, 'للمطورين، مع دعم!', 'بدون بطاقة.'),
  plan(3, 'Studio', 29, 'Plain words.', 'A note.'),
];

const withPlans = (plans: readonly unknown[], look: (page: Page) => Promise<void>): Promise<void> =>
  person(site, '/#/features', { plans }, async ({ page }) => {
    await row(page, 'Free').or(row(page, 'Studio')).waitFor();
    await page.evaluate('document.fonts.ready');
    await look(page);
  });

/** The words of headings that are broken over lines. */
const BROKEN = `[...document.querySelectorAll('main li :is(h2, h3)')].flatMap((heading) => {
  const text = heading.firstChild;
  return [...text.data.matchAll(/\\S+/g)].filter(({ 0: word, index }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
  }).map(([word]) => word);
})`;

/** The buttons, and the links to a person's pages, that cannot be read to their end. */
const CUT = `[...document.querySelectorAll('main li button span span, main nav a')]
  .filter((one) => one.scrollWidth > one.clientWidth || one.getBoundingClientRect().right > one.closest('ul').getBoundingClientRect().right + 1)
  .map((one) => one.textContent)`;

/** The left and right edges of what a selector finds, each once. */
const edges = (page: Page, selector: string): Promise<readonly (readonly [number, number])[]> =>
  page.evaluate(`[...new Set([...document.querySelectorAll('${selector}')].map((one) => {
    const { left, right } = one.getBoundingClientRect();
    return Math.round(left) + ' ' + Math.round(right);
  }))].map((text) => text.split(' ').map(Number))`);

const WIDTHS = [320, 390, 720, 768, 1_000, 1_440];

/** Looks at a page at one width after the other. */
const atEach = async (page: Page, look: (width: number, at: string) => Promise<void>): Promise<void> => {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await standsStill(page);
    await look(width, `at ${width} px`);
  }
};

it('the features stand on one grid at every width, and no name is broken within a word', () =>
  withPlans(LONG, (page) =>
    atEach(page, async (_width, at) => {
      expect(await page.evaluate(BROKEN), at).toEqual([]);
      const list = 'ul[aria-label=Features] > li';
      for (const part of [`${list} select`, `${list} button`]) expect(await edges(page, part), at).toHaveLength(1);
      expect(await page.evaluate(CUT), at).toEqual([]);
      const prices = await edges(page, `${list} > :has(> output)`);
      const begin = new Set(prices.map(([left]) => left)).size;
      const end = new Set(prices.map(([, right]) => right)).size;
      expect(Math.min(begin, end), at).toBe(1);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), at).toBeLessThanOrEqual(0);
    }),
  ));

it('payments and what is said end where the header does, at every width', async () => {
  const seat = await someone(site, 'grid@example.org');
  const ends = async (page: Page) => {
    const [home] = await edges(page, 'header a[aria-label]');
    const [menu] = await edges(page, 'header > :last-child');
    return { home, menu };
  };
  await seated(
    site,
    seat,
    '/payments',
    async (page) => {
      const first = page.locator('[data-part=list][aria-busy=false] :is(tbody tr, [data-part=cards] > li)').first();
      await atEach(page, async (width, at) => {
        await first.waitFor();
        const { home, menu } = await ends(page);
        const [list] = await edges(page, 'main [data-part=list]');
        const [title] = await edges(page, 'main h1');
        expect(list?.[1], at).toBe(menu?.[1]);
        expect(list?.[0], at).toBe(title?.[0]);
        if (width < 720) expect(list?.[0], at).toBe(home?.[0]);
      });
      await page.route('**/api/user/payments', (route) =>
        route.fulfill({ status: 503, json: refusal(503, 'unavailable', 'Not now, please.') }),
      );
      await page.reload();
      await page.locator('[data-part=alert]').waitFor();
      await atEach(page, async (_width, at) => {
        const { home, menu } = await ends(page);
        expect(await edges(page, '[data-part=alert]'), at).toEqual([[home?.[0], menu?.[1]]]);
      });
    },
    { before: hostileLists },
  );
});

describe("an operator's words", () => {
  const direction = (page: Page, selector: string): Promise<readonly string[]> =>
    page.evaluate(`[...document.querySelectorAll('${selector}')].map((one) => getComputedStyle(one).direction)`);

  it('read from right to left in their own element, and nothing around them does', () =>
    withPlans(FOREIGN, async (page) => {
      const list = 'ul[aria-label=Features] > li';
      expect(await direction(page, `${list} > h2`)).toEqual(['rtl', 'rtl', 'ltr']);
      expect(await direction(page, `${list} p:first-of-type`)).toEqual(['rtl', 'rtl', 'ltr']);
      expect(await direction(page, `${list} p bdi`)).toEqual(['rtl', 'rtl', 'ltr']);
      expect(await direction(page, `${list} output`)).toEqual(['ltr', 'ltr', 'ltr']);
      expect(await direction(page, list)).toEqual(['ltr', 'ltr', 'ltr']);
    }));

  it('do so in the lists of the administration, where tokens stay as they are', async () => {
    const seat = await someone(site, 'words@example.org', true);
    const paid = {
      token: `kdx_${'1'.repeat(38)}`,
      rol: 'סטודיו',
      ...{ startDate: '2026-11-21T00:00:00.000Z', endDate: '2027-11-21T00:00:00.000Z', maxRequests: 5 },
      paidDetail: {
        ...{ idPayment: 1, email: 'buyer@example.org', feature: 'خطة', quantity: 1, price: 9 },
        ...{ provider: 'sandbox', order: 'ORDER-1' },
      },
    };
    await seated(site, seat, '/admin/products-roles', async (page) => {
      const [one] = FOREIGN;
      await page.route(
        '**/api/admin/product',
        gives([{ ...one, period: 30, priority: 1, active: 1, role: [], activePayments: 0, version: 1 }]),
      );
      await page.route('**/api/admin/paid-actives', gives([paid]));
      await page.reload();
      await page.getByText('סטודיו קטן', { exact: true }).first().waitFor();
      expect(await direction(page, '[aria-label=Products] tbody tr bdi')).toEqual(['rtl']);
      expect(await direction(page, '[aria-label=Products] tbody tr [dir=auto]')).toEqual(['rtl', 'rtl']);
      await page.getByRole('button', { name: 'Delete product סטודיו קטן' }).click();
      await page.getByRole('dialog').locator('strong').waitFor();
      expect(await direction(page, '[role=dialog] strong')).toEqual(['rtl']);
      await page.route('**/api/admin/product/*', (route) =>
        route.fulfill({ status: 409, json: refusal(409, 'in_use', 'Not this one.') }),
      );
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.locator('[data-part=alert]').waitFor();
      for (const width of [390, 1_000, 2_000]) {
        await page.setViewportSize({ width, height: 900 });
        const [home] = await edges(page, 'header a[aria-label]');
        const [section] = await edges(page, 'main > section:first-of-type');
        expect(section?.[0]).toBe(home?.[0]);
        const [begin = 0, end = 0] = section ?? [];
        expect(await edges(page, '[data-part=alert]')).toEqual([[begin, Math.min(end, begin + 520)]]);
      }
      await page.setViewportSize({ width: 1_440, height: 900 });
      await loadAnew(site.origin, page, '/#/admin/dashboard?tab=paid');
      await page.getByText('סטודיו', { exact: true }).waitFor();
      expect(await direction(page, 'main tbody tr bdi')).toEqual(['rtl', 'ltr', 'rtl']);
      expect(await direction(page, 'main tbody tr code')).toEqual(['ltr', 'ltr']);
    });
  });
});
