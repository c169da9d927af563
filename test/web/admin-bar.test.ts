import react from '@vitejs/plugin-react';
import type { Page } from 'playwright-core';
import mantine from 'postcss-preset-mantine';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AXE_PATH, axeSource, faultsOn } from '#test/support/axe.ts';
import { openBrowser, standsStill, type Windows } from '#test/support/browser.ts';

/** The administration's bar with all the entries that are to come: nothing is lost, however narrow it is. */

const ORIGIN = 'http://bar.example';
const ENTRIES = [
  ...['Dashboard', 'Products & Roles', 'Configuration', 'Logging', 'Manager request', 'Movie data', 'Name data'],
  ...['user Info', 'Manual update', 'List', 'In progress', 'Audit', 'Logs', 'Notifications'],
  ...['Configuration history', 'Licences', 'Profile', 'Documentation', 'Sign out'],
];

let browser: Windows;
let files: ReadonlyMap<string, string | Uint8Array>;

beforeAll(async () => {
  const built = await build({
    root: 'src/web',
    configFile: false,
    plugins: [react()],
    publicDir: false,
    logLevel: 'warn',
    css: { postcss: { plugins: [mantine()] } },
    build: { write: false, minify: false, rolldownOptions: { input: 'src/web/app/layouts/AdminBar.fixture.tsx' } },
  });
  const output = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  files = new Map(output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source]));
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const TYPES = { js: 'text/javascript', css: 'text/css', html: 'text/html' } as const;

/** The page of nothing but the bar, from memory. */
const withBar = async (width: number, height: number, look: (page: Page) => Promise<void>): Promise<void> => {
  const page = await browser.newPage({ viewport: { width, height }, reducedMotion: 'reduce' });
  const named = (ending: string): readonly string[] => [...files.keys()].filter((name) => name.endsWith(ending));
  const head = [
    ...named('.css').map((name) => `<link rel="stylesheet" href="/${name}">`),
    ...named('.js').map((name) => `<script type="module" src="/${name}"></script>`),
  ];
  const html = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Bar</title>${head.join('')}<body>`;
  const made = new Map([
    ['', html],
    [AXE_PATH.slice(1), axeSource()],
  ]);
  await page.route(`${ORIGIN}/**`, (route) => {
    const name = new URL(route.request().url()).pathname.slice(1);
    const ending = Object.entries(TYPES).find(([end]) => name.endsWith(`.${end}`));
    const body = made.get(name) ?? files.get(name);
    const contentType = name === '' ? TYPES.html : ending?.[1];
    if (body === undefined) return route.fulfill({ status: 404 });
    return route.fulfill({ body: Buffer.from(body), ...(contentType && { contentType }) });
  });
  await page.goto(`${ORIGIN}/`);
  await page.getByRole('banner').waitFor();
  await standsStill(page);
  await look(page);
  await page.context().close();
};

/** What is seen of the bar and sticks out of the window or lies on something else of it. */
const MISPLACED = `(() => {
  const seen = [...document.querySelectorAll('header a, header button, header span[title]')]
    .filter((one) => one.checkVisibility())
    .map((one) => ({ name: one.textContent || one.ariaLabel, box: one.getBoundingClientRect() }));
  const found = document.documentElement.scrollWidth > innerWidth ? ['the page scrolls sideways'] : [];
  for (const [at, { name, box }] of seen.entries()) {
    if (box.left < 0 || box.right > innerWidth || box.top < 0 || box.bottom > 50) found.push(name + ' sticks out');
    if (box.width < 24 || box.height < 18) found.push(name + ' is too small');
    const next = seen[at + 1]?.box;
    if (next && next.left < box.right - 0.5) found.push(name + ' is covered');
  }
  return found;
})()`;

/** The texts that can be chosen from the menu or the sheet that is open. */
const choices = (page: Page): Promise<readonly string[]> =>
  page.locator(':is([role=menu], [role=dialog]):visible :is([role=menuitem], nav :is(a, button))').allInnerTexts();

/** Every entry that the keyboard alone gets to: Tab goes along the bar, Enter opens, Escape closes. */
const reached = async (page: Page): Promise<readonly string[]> => {
  const found: string[] = [];
  for (let tries = 0; tries < 40; tries++) {
    await page.keyboard.press('Tab');
    const [text, opens] = await page.evaluate<readonly [string, boolean]>(
      '[document.activeElement.innerText, document.activeElement.ariaExpanded !== null]',
    );
    if (text.includes('\n')) break;
    if (opens) {
      await page.keyboard.press('Enter');
      await page.locator(':is([role=menu], [role=dialog]):visible').waitFor();
      found.push(...(await choices(page)));
      // What is open closes by its own keys once it has the focus.
      await page.waitForFunction("document.activeElement.closest('[role=menu], [role=dialog]') !== null");
      await page.keyboard.press('Escape');
      await page.locator(':is([role=menu], [role=dialog]):visible').waitFor({ state: 'detached' });
    } else found.push(text.trim());
  }
  return found.filter((text) => text !== '' && text !== 'KINODEX');
};

// The last is a window of 1440 pixels at twice the size.
describe.each([
  [320, 568],
  [390, 844],
  [768, 1024],
  [960, 600],
  [1000, 700],
  [1200, 800],
  [1440, 900],
  [720, 450],
])('at %d × %d', (width, height) => {
  it('holds every entry, which the keyboard reaches, and opens everything without a fault within the window', () =>
    withBar(width, height, async (page) => {
      expect(await page.evaluate(MISPLACED)).toEqual([]);
      // The palette's button says its name where there is room.
      const found = (await reached(page)).filter((text) => !text.startsWith('Jump to'));
      expect(new Set(found)).toEqual(new Set(ENTRIES));
      const buttons = page.locator('header button:visible');
      for (let at = 0; at < (await buttons.count()); at++) {
        await buttons.nth(at).click();
        const opened = page.locator(':is([role=menu], [role=dialog]):visible').first();
        await opened.waitFor();
        // Every address of a page stands behind a #, which looks like a part of this one.
        expect(await faultsOn(page, { without: ['skip-link'] })).toEqual([]);
        const box = await opened.boundingBox();
        expect(box && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height).toBe(
          true,
        );
        await page.keyboard.press('Escape');
        await opened.waitFor({ state: 'detached' });
      }
    }));
});

it('shows what is current also when the bar has no room for it', () =>
  withBar(1_000, 700, async (page) => {
    await page.goto(`${ORIGIN}/#/licences`);
    await page.getByRole('heading', { name: 'Licences' }).waitFor();
    await page.getByRole('button', { name: 'More' }).click();
    await page.locator('header button[data-current]').getByText('More').waitFor();
    await page.getByRole('menuitem', { name: 'Licences' }).waitFor();
    await page.setViewportSize({ width: 1_600, height: 700 });
    await page.getByRole('navigation').getByRole('link', { name: 'Licences' }).waitFor();
    expect(await page.getByRole('button', { name: 'More' }).count()).toBe(0);
  }));
