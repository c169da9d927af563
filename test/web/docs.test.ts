import type { AddressInfo } from 'node:net';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '#test/support/browser.ts';
import { testDatabase } from '#test/support/database.ts';
import { PATIENCE } from '#test/support/patience.ts';
import { type ProductInMemory, productOn } from '#test/support/product-in-memory.ts';

/** The documentation in a browser: its colours, the reader's own token, what it asks for. */

const db = await testDatabase();
let product: ProductInMemory;
let browser: Browser;
let origin = '';
let session = '';

beforeAll(async () => {
  product = await productOn(db);
  session = await product.signIn('reader@example.org');
  await product.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(product.app.server.address() as AddressInfo).port}`;
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

type Stored = Partial<Record<'authToken' | 'darkTheme' | 'themeChoice', string>>;

/** A page in a fresh browser that has these things stored; `done` tells of errors and of questions to other origins. */
const visit = async (path: string, stored: Stored = {}, options: BrowserContextOptions = {}) => {
  const state = { cookies: [], origins: [{ origin, localStorage: pairs(stored) }] };
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
const pairs = (stored: Stored) => Object.entries(stored).map(([name, value]) => ({ name, value }));

/** What another tab of the site does to the storage. */
const elsewhere = (page: Page, statement: string): Promise<unknown> =>
  page.evaluate(`${statement}; dispatchEvent(new StorageEvent('storage'))`);
const shot = async (page: Page, name: string): Promise<void> => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/docs-${name}.png` });
};
const loaded = (page: Page) => page.getByText('You need an API token.').first().waitFor();
const ground = (page: Page): Promise<string> => page.evaluate('getComputedStyle(document.body).backgroundColor');
const [LIGHT, DARK] = ['rgb(247, 247, 244)', 'rgb(18, 18, 17)'];
const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const SIZES = [
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const;

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}
const faults = async (page: Page, part = 'html'): Promise<readonly unknown[]> => {
  // The policy of the page lets nobody add a script, so this one is evaluated.
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<{ violations: readonly Violation[] }>(`axe.run('${part}')`);
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
};
const spill = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

describe('the reference', () => {
  it('shows the guide, then the operations for programs, then those for people', async () => {
    const { page, done } = await visit('/docs');
    await loaded(page);
    await page.getByRole('link', { name: 'Quotas' }).first().waitFor();
    const text = (await page.locator('body').innerText()).toLowerCase();
    const order = [
      'getting started',
      'errors',
      'quotas',
      'data api',
      'movies',
      'search and charts',
      'for people',
      'sessions',
    ];
    const places = order.map((one) => text.indexOf(one));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    await page.getByText('Movies', { exact: true }).first().click();
    await page.getByText('A title, with any of its parts').first().waitFor();
    await done();
  });

  it('leads to the site and to the comparison, which leads back', async () => {
    const { page, done } = await visit('/docs');
    await loaded(page);
    expect(await page.getByRole('link', { name: 'Kinodex, home' }).getAttribute('href')).toBe('/');
    await page.getByRole('link', { name: 'Comparison' }).click();
    await page.getByRole('heading', { name: 'Kinodex, OMDb and TMDB' }).waitFor();
    await page.getByRole('link', { name: 'its documentation' }).click();
    await loaded(page);
    await done();
  });

  it.each(SIZES)(
    'follows the colours of the site on a %s, at once when they change',
    async (name, viewport) => {
      const { page, done } = await visit('/docs', { darkTheme: '1', authToken: session }, { viewport });
      await loaded(page);
      await page.locator('body.dark-mode').waitFor();
      expect(await ground(page)).toBe(DARK);
      expect(await faults(page, '.bar')).toEqual([]);
      await shot(page, `${name}-dark`);
      await elsewhere(page, `localStorage.setItem('darkTheme', '0')`);
      await page.locator('body.light-mode').waitFor();
      expect(await ground(page)).toBe(LIGHT);
      expect(await faults(page, '.bar')).toEqual([]);
      expect(await spill(page)).toBe(0);
      await shot(page, `${name}-light`);
      await done();
    },
    60_000,
  );
});

describe("the reader's own token", () => {
  const button = (page: Page) => page.getByRole('button', { name: 'Use my API token' });
  const shown = (token: string) =>
    `(document.body.innerText + [...document.querySelectorAll('input')].map((one) => one.value)).includes('${token}')`;

  it('is filled in at a click, kept nowhere, and gone with the session', async () => {
    const { page, asked, done } = await visit('/docs', { authToken: session });
    await loaded(page);
    const mine = await product.app.inject({ url: '/api/user/token', headers: { authorization: `Bearer ${session}` } });
    const { token } = mine.json<{ data: { token: string } }>().data;
    await button(page).click();
    await page.getByText('Your token is filled in.').waitFor();
    await page.waitForFunction(shown(token));
    await shot(page, 'token');
    const kept = await page.evaluate<string>(
      `(async () => {
        const bases = await Promise.all((await indexedDB.databases()).map(({ name }) => new Promise((resolve) => {
          const open = indexedDB.open(name);
          open.onsuccess = () => {
            const stores = [...open.result.objectStoreNames];
            if (stores.length === 0) return resolve([]);
            const reads = stores.map((store) => new Promise((told) => {
              const all = open.result.transaction(store).objectStore(store).getAll();
              all.onsuccess = () => told(all.result);
            }));
            resolve(Promise.all(reads));
          };
        })));
        return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href, bases]);
      })()`,
    );
    expect(kept).toContain(session);
    expect(kept).not.toContain(token);
    expect(asked.join()).not.toContain(token);
    await elsewhere(page, `localStorage.removeItem('authToken')`);
    await button(page).waitFor({ state: 'hidden' });
    await page.waitForFunction(`!${shown(token)}`);
    await done();
  });

  it('is not offered without a session', async () => {
    const { page, done } = await visit('/docs', { authToken: 'e30.eyJleHAiOjF9.over' });
    await loaded(page);
    expect(await button(page).isVisible()).toBe(false);
    await done();
  });

  it('is not given to a session that the server refuses, which stays stored', async () => {
    const refused = `${session.split('.').slice(0, 2).join('.')}.${'A'.repeat(43)}`;
    const { page, done } = await visit('/docs', { authToken: refused });
    await loaded(page);
    await button(page).click();
    await page.getByText('The session has ended').waitFor();
    expect(await page.evaluate(`localStorage.getItem('authToken')`)).toBe(refused);
    await done();
  });
});

describe('the comparison', () => {
  it.each(SIZES)(
    'has no fault on a %s in either theme, and nothing beyond the edge',
    async (name, viewport) => {
      for (const [darkTheme, colour] of [
        ['0', LIGHT],
        ['1', DARK],
      ] as const) {
        const { page, done } = await visit('/docs/compare', { darkTheme }, { viewport });
        await page.evaluate('document.fonts.ready');
        expect(await ground(page)).toBe(colour);
        expect(await faults(page)).toEqual([]);
        expect(await spill(page)).toBe(0);
        await shot(page, `compare-${name}-${darkTheme === '1' ? 'dark' : 'light'}`);
        await done();
      }
    },
    60_000,
  );

  it('says on each point how all three stand, without JavaScript too', async () => {
    const { page, done } = await visit('/docs/compare', {}, { javaScriptEnabled: false });
    const rows = await page.locator('tbody tr').all();
    expect(rows.length).toBeGreaterThan(20);
    for (const row of rows) expect(await row.locator('td').count()).toBe(3);
    for (const column of [2, 3, 4])
      expect(await page.locator(`td.best:nth-child(${column})`).count()).toBeGreaterThan(1);
    await done();
  });
});

it.each(SIZES)('an address where nothing is has no fault on a %s in either theme', async (name, viewport) => {
  const { page, done } = await visit('/nowhere', { darkTheme: '1' }, { viewport });
  await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor();
  expect(await ground(page)).toBe(DARK);
  expect(await faults(page)).toEqual([]);
  await shot(page, `missing-${name}-dark`);
  await elsewhere(page, `localStorage.setItem('darkTheme', '0')`);
  await expect.poll(() => ground(page)).toBe(LIGHT);
  expect(await faults(page)).toEqual([]);
  expect(await spill(page)).toBe(0);
  await shot(page, `missing-${name}-light`);
  await page.getByRole('link', { name: 'To the first page' }).click();
  await page.waitForURL(`${origin}/`);
  await done();
});
