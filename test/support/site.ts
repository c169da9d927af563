import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll } from 'vitest';
import type { Database } from '#server/platform/db/database.ts';
import { openBrowser, type Windows } from './browser.ts';
import { freePort } from './cli.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { PATIENCE } from './patience.ts';
import { type ProductInMemory, productOn } from './product-in-memory.ts';

const BUILT = fileURLToPath(new URL('../../dist/site/index.html', import.meta.url));

export interface SitePage {
  readonly page: Page;
  /** Every address it has asked for. */
  readonly asked: readonly string[];
  /** Closes it; rejects when it had an error, broke its content policy or asked another origin for something. */
  readonly done: () => Promise<void>;
}

export interface Site {
  readonly origin: string;
  readonly product: ProductInMemory;
  /**
   * A page in a fresh browser profile that has loaded nothing of the site: for what is stored, answered or watched there
   * from its first byte.
   */
  readonly outside: (options?: BrowserContextOptions) => Promise<SitePage>;
  /** A page in a fresh browser profile, at an address behind the # when one is given. */
  readonly visit: (path?: string, options?: BrowserContextOptions) => Promise<SitePage>;
  /** The same with what is looked at there; left without errors. */
  readonly visiting: (path: string, look: (visit: SitePage) => Promise<void>) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** What another tab of the site does to the storage. */
export const elsewhere = (page: Page, statement: string): Promise<unknown> =>
  page.evaluate(`${statement}; dispatchEvent(new StorageEvent('storage', { storageArea: localStorage }))`);

/** A status of 400 and above is an answer, and a test asks for it where it wants one. */
const isAnswer = (text: string): boolean => text.startsWith('Failed to load resource: the server responded');

/** A file of the site's origin that is no page: its storage is the site's. */
const OUTSIDE = '/robots.txt';

const visitWith = async (browser: Windows, origin: string, path: string, options: BrowserContextOptions) => {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const asked: string[] = [];
  const problems: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('pageerror', (error) => problems.push(error.message));
  // Chromium tells of broken policies here as well.
  page.on('console', (message) => {
    if (message.type() === 'error' && !isAnswer(message.text())) problems.push(message.text());
  });
  await page.goto(`${origin}${path}`);
  const done = async (): Promise<void> => {
    await context.close();
    const away = asked.filter((url) => !url.startsWith(`${origin}/`) && !/^(?:data|blob):/.test(url));
    if (away.length > 0) throw new Error(`The page asked other origins: ${away.join(', ')}`);
    if (problems.length > 0) throw new Error(`The page had problems: ${problems.join('; ')}`);
  };
  return { page, asked, done };
};

/** The whole product in memory, listening on a port of its own, with the built site and a browser to look at it. */
export const openSite = async (db: Database, environment: Readonly<Record<string, string>> = {}): Promise<Site> => {
  if (!existsSync(BUILT)) throw new Error('The site is not built: npm run build');
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const product = await productOn(db, { PUBLIC_URL: origin, ...environment });
  await product.app.listen({ port, host: '127.0.0.1' });
  const browser = await openBrowser();
  const outside: Site['outside'] = (options = {}) => visitWith(browser, origin, OUTSIDE, options);
  const visit: Site['visit'] = (path = '/', options = {}) =>
    visitWith(browser, origin, path === '/' ? '/' : `/#${path}`, options);
  return {
    origin,
    product,
    outside,
    visit,
    visiting: async (path, look) => {
      const visited = await visit(path);
      await look(visited);
      await visited.done();
    },
    close: async () => {
      await browser.close();
      await product.close();
    },
  };
};

/** A site of the test file's own and its database, closed after it. Called at the top of the file. */
export const testSite = async (): Promise<{ readonly db: TestDatabase; readonly site: Site }> => {
  const db = await testDatabase();
  const site = await openSite(db);
  afterAll(site.close);
  return { db, site };
};
