import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultsOn } from '#test/support/axe.ts';
import type { VisitOptions } from '#test/support/browser.ts';
import { elsewhere } from '#test/support/site.ts';
import { DARK, FEW, ground, LIGHT, loaded, SIZES, type Stored, shot, testDocs } from './docs.support.ts';

/** The documentation in a browser: its header, its colours, what it asks for. */

const { docs, visit } = await testDocs();
const spill = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

/** A page in a fresh browser that has come to nowhere yet, and tells how far anything moves where it goes. */
const watching = async (stored: Stored = {}, options: VisitOptions = {}, shown?: RegExp) => {
  const visited = await visit('/favicon.svg', stored, { ...options, own: true }, shown);
  await visited.page.addInitScript(`window.moved = 0; new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.moved += value;
  }).observe({ type: 'layout-shift', buffered: true })`);
  return visited;
};
/** Goes there, where nothing moves while it comes. */
const comes = async (
  { page, idle }: Pick<Awaited<ReturnType<typeof visit>>, 'page' | 'idle'>,
  path: string,
): Promise<void> => {
  await page.goto(`${docs.origin}${path}`);
  if (path === '/docs') await loaded(page);
  await page.evaluate('document.fonts.ready');
  await idle();
  expect([path, (await page.evaluate<number>('window.moved')) <= 0.02]).toEqual([path, true]);
};

// The page is a large one, and loaded as seldom as can be: here by somebody at a desktop who is not signed in.
describe('the reference', () => {
  let visited: Awaited<ReturnType<typeof watching>>;
  let page: Page;
  beforeAll(async () => {
    visited = await watching();
    page = visited.page;
  });
  afterAll(() => visited?.done());

  it('comes without anything moving: the guide, the operations for programs, then those for people', async () => {
    await comes(visited, '/docs');
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
  });

  it('leads to the site and to the comparison, which leads back', async () => {
    expect(await page.getByRole('link', { name: 'Kinodex, home' }).getAttribute('href')).toBe('/');
    await page.getByRole('banner').getByRole('link', { name: 'Comparison' }).click();
    await page.getByRole('heading', { name: 'Kinodex, OMDb and TMDB' }).waitFor();
    await page.getByRole('link', { name: 'its documentation' }).click();
    await loaded(page);
  });

  it('has the header of the site: whom to write to, the colours, and the way in or to the account', async () => {
    const header = page.getByRole('banner');
    const names = () => header.getByRole('link').allInnerTexts();
    expect(await names()).toEqual([
      'KINODEX',
      'Documentation',
      'Comparison',
      'Features',
      'Contact',
      'Sign in',
      'Register',
    ]);
    const contact = header.getByRole('link', { name: 'Contact' });
    await expect.poll(() => contact.getAttribute('href')).toBe('mailto:contact@kinodex.local');
    await header.getByText('Dark', { exact: true }).click();
    await page.locator('body.dark-mode').waitFor();
    expect(await page.evaluate('[localStorage.getItem("darkTheme"), localStorage.getItem("themeChoice")]')).toEqual([
      '1',
      null,
    ]);
    await header.getByText('System', { exact: true }).click();
    await page.locator('body.light-mode').waitFor();
    expect(await page.evaluate('localStorage.themeChoice')).toBe('system');
    await elsewhere(page, `localStorage.setItem('authToken', '${docs.session}')`);
    await expect.poll(names).toEqual(['KINODEX', 'Documentation', 'Comparison', 'Features', 'Contact', 'Account']);
    await page.getByRole('contentinfo').getByRole('link', { name: 'openapi.json' }).waitFor();
  });
});

describe('the colours of the reference', () => {
  it.each(SIZES)(
    'are those of the site on a %s, at once when they change, and nothing moves while it comes signed in',
    async (name, viewport) => {
      const visited = await watching({ darkTheme: '1', authToken: docs.session }, { viewport }, FEW);
      const { page, done } = visited;
      await comes(visited, '/docs');
      await page.locator('body.dark-mode').waitFor();
      expect(await ground(page)).toBe(DARK);
      expect(await faultsOn(page, { part: '.bar' })).toEqual([]);
      await shot(page, `${name}-dark`);
      await elsewhere(page, `localStorage.setItem('darkTheme', '0')`);
      await page.locator('body.light-mode').waitFor();
      expect(await ground(page)).toBe(LIGHT);
      expect(await faultsOn(page, { part: '.bar' })).toEqual([]);
      expect(await spill(page)).toBe(0);
      await shot(page, `${name}-light`);
      await done();
    },
    60_000,
  );
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
        expect(await faultsOn(page)).toEqual([]);
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
  expect(await faultsOn(page)).toEqual([]);
  await shot(page, `missing-${name}-dark`);
  await elsewhere(page, `localStorage.setItem('darkTheme', '0')`);
  await expect.poll(() => ground(page)).toBe(LIGHT);
  expect(await faultsOn(page)).toEqual([]);
  expect(await spill(page)).toBe(0);
  await shot(page, `missing-${name}-light`);
  await page.getByRole('link', { name: 'To the first page' }).click();
  await page.waitForURL(`${docs.origin}/`);
  await done();
});

it.each(SIZES)('nothing moves while the other pages come, on a %s, signed in or not', async (_name, viewport) => {
  for (const stored of [{ authToken: docs.session }, {}]) {
    const visited = await watching(stored, { viewport });
    for (const path of ['/docs/compare', '/nowhere']) await comes(visited, path);
    await visited.done();
  }
});
