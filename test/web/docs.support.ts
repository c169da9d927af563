import { setTimeout } from 'node:timers/promises';
import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import type { VisitOptions } from '#test/support/browser.ts';
import { testDatabase } from '#test/support/database.ts';
import type { ProductInMemory } from '#test/support/product-in-memory.ts';
import { openSite, type Site } from '#test/support/site.ts';

export type Stored = Partial<Record<'authToken' | 'darkTheme' | 'themeChoice', string>>;

const DESKTOP = { width: 1440, height: 900 };
export const SIZES = [
  ['desktop', DESKTOP],
  ['phone', { width: 390, height: 844 }],
] as const;

/**
 * Waits until nothing has been asked for half a second. Playwright's own wait for an idle network sometimes never
 * ends at the reference, though all that it asked for has come.
 */
const idleOf = (page: Page): (() => Promise<void>) => {
  const open = new Set<Request>();
  let since = Date.now();
  const ends = (one: Request): void => {
    open.delete(one);
    since = Date.now();
  };
  page.on('request', (one) => open.add(one));
  page.on('requestfinished', ends);
  page.on('requestfailed', ends);
  return async () => {
    for (const end = Date.now() + 10_000; open.size > 0 || Date.now() - since < 500; await setTimeout(50))
      if (Date.now() > end) throw new Error(`Not come: ${[...open].map((one) => one.url()).join(' ')}`);
  };
};

/** The operations at these addresses: the whole of the reference takes seconds to be drawn. */
const only = (shown: RegExp, whole: { readonly paths: object }): object => ({
  ...whole,
  paths: Object.fromEntries(Object.entries(whole.paths).filter(([path]) => shown.test(path))),
});

/** Some of them, for what does not depend on which. */
export const FEW = /^\/api\/v1\/movie\//;

/** The product with somebody signed in, and a browser that reads its documentation. */
export const testDocs = async () => {
  const db = await testDatabase('sample');
  let site: Site;
  const docs = { product: undefined as unknown as ProductInMemory, origin: '', session: '' };

  beforeAll(async () => {
    site = await openSite(db);
    docs.session = await site.product.signIn('reader@example.org');
    docs.product = site.product;
    docs.origin = site.origin;
  });
  afterAll(() => site?.close());

  /** A page that has these things stored; `idle` and `done` wait for all that it asks, and `done` tells of errors and of other origins. */
  const visit = async (path: string, stored: Stored = {}, options: VisitOptions = {}, shown?: RegExp) => {
    const { page, asked, done } = await site.outside({ viewport: DESKTOP, ...options });
    const idle = idleOf(page);
    if (shown)
      await page.route('**/openapi.json', async (route) =>
        route.fulfill({ json: only(shown, await (await route.fetch()).json()) }),
      );
    await page.evaluate(`Object.assign(localStorage, ${JSON.stringify(stored)})`);
    await page.goto(`${docs.origin}${path}`);
    const end = async (): Promise<void> => {
      await idle();
      await done();
    };
    return { page, asked, idle, done: end };
  };
  return { docs, visit };
};

export const shot = async (page: Page, name: string): Promise<void> => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/docs-${name}.png` });
};
export const loaded = (page: Page) => page.getByText('You need an API token.').first().waitFor();
export const ground = (page: Page): Promise<string> => page.evaluate('getComputedStyle(document.body).backgroundColor');
export const [LIGHT, DARK] = ['rgb(247, 247, 244)', 'rgb(18, 18, 17)'];
