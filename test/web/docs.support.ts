import type { AddressInfo } from 'node:net';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { openBrowser, type Windows } from '#test/support/browser.ts';
import { testDatabase } from '#test/support/database.ts';
import { PATIENCE } from '#test/support/patience.ts';
import { type ProductInMemory, productOn } from '#test/support/product-in-memory.ts';

export type Stored = Partial<Record<'authToken' | 'darkTheme' | 'themeChoice', string>>;

const DESKTOP = { width: 1440, height: 900 };
export const SIZES = [
  ['desktop', DESKTOP],
  ['phone', { width: 390, height: 844 }],
] as const;

/** The product with somebody signed in, and a browser that reads its documentation. */
export const testDocs = async () => {
  const db = await testDatabase();
  let browser: Windows;
  const docs = { product: undefined as unknown as ProductInMemory, origin: '', session: '' };

  beforeAll(async () => {
    docs.product = await productOn(db);
    docs.session = await docs.product.signIn('reader@example.org');
    const { app } = docs.product;
    await app.listen({ port: 0, host: '127.0.0.1' });
    docs.origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await docs.product?.close();
  });

  /** A page in a fresh browser that has these things stored; `done` tells of errors and of questions to other origins. */
  const visit = async (path: string, stored: Stored = {}, options: BrowserContextOptions = {}) => {
    const { origin } = docs;
    const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }));
    const state = { cookies: [], origins: [{ origin, localStorage }] };
    const context = await browser.newContext({ storageState: state, viewport: DESKTOP, ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    const asked: string[] = [];
    const problems: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource: the server responded'))
        problems.push(message.text());
    });
    await page.goto(`${origin}${path}`);
    const done = async (): Promise<void> => {
      await page.waitForLoadState('networkidle');
      await context.close();
      expect(asked.filter((url) => !url.startsWith(`${origin}/`) && !/^(data|blob):/.test(url))).toEqual([]);
      expect(problems).toEqual([]);
    };
    return { page, asked, done };
  };
  return { docs, visit };
};

export const shot = async (page: Page, name: string): Promise<void> => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/docs-${name}.png` });
};
export const loaded = (page: Page) => page.getByText('You need an API token.').first().waitFor();
export const ground = (page: Page): Promise<string> => page.evaluate('getComputedStyle(document.body).backgroundColor');
export const [LIGHT, DARK] = ['rgb(247, 247, 244)', 'rgb(18, 18, 17)'];
