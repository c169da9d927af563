import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll } from 'vitest';
import type { Database } from '#server/platform/db/database.ts';
import { AXE_PATH, axeSource } from './axe.ts';
import { openBrowser, type VisitOptions, type Windows } from './browser.ts';
import { freePort, isFree } from './cli.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { PATIENCE } from './patience.ts';
import { type ProductInMemory, productOn } from './product-in-memory.ts';
import { tellWhenFailed } from './shown.ts';

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
  readonly outside: (options?: VisitOptions) => Promise<SitePage>;
  /** A page in a fresh browser profile, at an address behind the # when one is given. */
  readonly visit: (path?: string, options?: VisitOptions) => Promise<SitePage>;
  /** The same with what is looked at there; left without errors. */
  readonly visiting: (path: string, look: (visit: SitePage) => Promise<void>, options?: VisitOptions) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** What another tab of the site does to the storage. */
export const elsewhere = (page: Page, statement: string): Promise<unknown> =>
  page.evaluate(`${statement}; dispatchEvent(new StorageEvent('storage', { storageArea: localStorage }))`);

/** Turns the page that is there to a theme. */
export const turn = async (page: Page, theme: 'light' | 'dark'): Promise<void> => {
  await elsewhere(page, `localStorage.setItem('darkTheme', '${Number(theme === 'dark')}')`);
  await page.locator(`html[data-mantine-color-scheme=${theme}]`).waitFor();
};

/** A file of the site's origin that is no page: its storage is the site's. */
const OUTSIDE = '/robots.txt';

/** Loads an address of the site from its first byte, where another hash alone would not; a page of no site in between would cost a process. */
export const loadAnew = async (origin: string, page: Page, address: string): Promise<void> => {
  await page.goto(`${origin}${OUTSIDE}`);
  await page.goto(`${origin}${address}`);
};

/** A status of 400 and above is an answer, and a test asks for it where it wants one. */
const isAnswer = (text: string): boolean => text.startsWith('Failed to load resource: the server responded');

/** What moves is drawn again and again, and waited for: pages keep still unless a visit wants otherwise. */
const QUIET = { reducedMotion: 'reduce' } as const;

const visitWith = async (
  browser: Windows,
  { origin, friends }: { readonly origin: string; readonly friends: readonly string[] },
  path: string,
  options: VisitOptions,
) => {
  const { page, leave } = await browser.visit(`${origin}${OUTSIDE}`, { ...QUIET, ...options });
  page.setDefaultTimeout(PATIENCE);
  const asked: string[] = [];
  const problems: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('pageerror', (error) => problems.push(error.message));
  // Chromium tells of broken policies here as well.
  page.on('console', (message) => {
    if (message.type() === 'error' && !isAnswer(message.text())) problems.push(message.text());
  });
  tellWhenFailed(page, problems);
  if (path !== OUTSIDE || page.url() !== `${origin}${OUTSIDE}`) await page.goto(`${origin}${path}`);
  const done = async (): Promise<void> => {
    await leave();
    const known = [origin, ...friends];
    const away = asked.filter((url) => !known.some((one) => url.startsWith(`${one}/`)) && !/^(?:data|blob):/.test(url));
    if (away.length > 0) throw new Error(`The page asked other origins: ${away.join(', ')}`);
    if (problems.length > 0) throw new Error(`The page had problems: ${problems.join('; ')}`);
  };
  return { page, asked, done };
};

let port: number | undefined;

/** The port of this worker's sites, one after another: the browser knows their scripts. Another one where it is taken. */
const portHere = async (): Promise<number> => {
  if (port === undefined || !(await isFree(port))) port = await freePort();
  return port;
};

/**
 * What a browser may keep for a while is asked for anew: the visit before, or a site before this one, may have left it.
 * Files that never change are kept.
 */
const askedAnew = ({ app }: ProductInMemory): void => {
  app.addHook('onSend', async (_request, reply) => {
    const kept = String(reply.getHeader('cache-control') ?? '');
    if (kept.includes('max-age') && !kept.includes('immutable')) reply.header('cache-control', 'public, no-cache');
  });
};

/** Lets the pages of a site load what looks for their faults: their policy lets them have scripts of the site alone. */
const withAxe = ({ app }: ProductInMemory): void => {
  app.get(AXE_PATH, (_request, reply) =>
    reply.type('text/javascript').header('cache-control', 'max-age=86400, immutable').send(axeSource()),
  );
};

/**
 * The whole product in memory, listening on a port of its own, with the built site and a browser to look at it. Its pages
 * lead to no other origins than those of `friends`.
 */
export const openSite = async (
  db: Database,
  environment: Readonly<Record<string, string>> = {},
  friends: readonly string[] = [],
): Promise<Site> => {
  if (!existsSync(BUILT)) throw new Error('The site is not built: npm run build');
  const port = await portHere();
  const origin = `http://127.0.0.1:${port}`;
  const product = await productOn(db, { PUBLIC_URL: origin, ...environment });
  askedAnew(product);
  withAxe(product);
  await product.app.listen({ port, host: '127.0.0.1' });
  const browser = await openBrowser();
  const outside: Site['outside'] = (options = {}) => visitWith(browser, { origin, friends }, OUTSIDE, options);
  const visit: Site['visit'] = (path = '/', options = {}) =>
    visitWith(browser, { origin, friends }, path === '/' ? '/' : `/#${path}`, options);
  return {
    origin,
    product,
    outside,
    visit,
    visiting: async (path, look, options) => {
      const visited = await visit(path, options);
      await look(visited);
      await visited.done();
    },
    close: async () => {
      await browser.close();
      const closed = product.close();
      // The tab that rests may hold one on which it has asked nothing yet: no server ends such a connection by itself.
      product.app.server.closeAllConnections();
      await closed;
    },
  };
};

/** A site of the test file's own and its database, closed after it. Called at the top of the file. */
export const testSite = async (): Promise<{ readonly db: TestDatabase; readonly site: Site }> => {
  const db = await testDatabase('sample');
  const site = await openSite(db);
  afterAll(site.close);
  return { db, site };
};
