import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AXE_PATH, axeSource, seriousOn } from '#test/support/axe.ts';
import { openBrowser, type Windows } from '#test/support/browser.ts';
import { buildKit } from '#test/support/kit.ts';

/** Parts of lists and pages that no page of the site has yet. */

let browser: Windows;
let files: Awaited<ReturnType<typeof buildKit>>;

beforeAll(async () => {
  const [opened, kit] = await Promise.all([openBrowser(), buildKit()]);
  browser = opened;
  files = new Map([...kit, [AXE_PATH, { body: axeSource(), type: 'text/javascript' }]]);
});
afterAll(() => browser?.close());

const on = async (width: number, look: (page: Page) => Promise<void>): Promise<void> => {
  const page = await browser.newPage({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
  await page.route('**/*', (route) => {
    const file = files.get(new URL(route.request().url()).pathname);
    return file ? route.fulfill({ body: file.body, contentType: file.type }) : route.fulfill({ status: 404 });
  });
  await page.goto('http://kit.test/');
  await page.getByRole('heading', { name: 'Kit' }).waitFor();
  await look(page);
  await page.context().close();
};

/** Whether a tab lies within the window, but for the part of a pixel. */
const isInSight = (tab: Locator): Promise<boolean> =>
  tab.evaluate((one) => {
    const { left, right } = one.getBoundingClientRect();
    return left >= -1 && right <= one.ownerDocument.documentElement.clientWidth + 1;
  });

describe('fifteen tabs', () => {
  it('stay one line at every width', () =>
    on(1440, async (page) => {
      const tabs = page.getByRole('tab');
      for (const width of [1440, 1000, 768, 390, 320]) {
        await page.setViewportSize({ width, height: 900 });
        const tops = () => tabs.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
        const lines = async () => [(await tops()).length, new Set(await tops()).size];
        await expect.poll(lines, { message: `at ${width} px` }).toEqual([15, 1]);
        const over = () => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
        await expect.poll(over, { message: `at ${width} px` }).toBeLessThanOrEqual(0);
      }
    }));

  it('show the open one of a window that gets narrower', () =>
    on(1440, async (page) => {
      const open = page.getByRole('tab', { selected: true });
      for (const width of [1440, 768, 390, 320]) {
        await page.setViewportSize({ width, height: 900 });
        await expect.poll(() => isInSight(open), { message: `at ${width} px` }).toBe(true);
      }
    }));

  it.each([1440, 320])('show the open one of %d px, and the one that keys lead to', (width) =>
    on(width, async (page) => {
      await expect.poll(() => isInSight(page.getByRole('tab', { selected: true }))).toBe(true);
      for (const [from, key] of [
        ['Metadata 17,276', 'Home'],
        ['Info', 'End'],
      ] as const) {
        await page.getByRole('tab', { name: from, exact: true }).focus();
        await page.keyboard.press(key);
        await expect.poll(() => isInSight(page.locator('[role=tab]:focus'))).toBe(true);
      }
    }),
  );

  it('make a panel when it is opened, and no other', () =>
    on(1000, async (page) => {
      expect(await page.locator('[data-part=panel]').allInnerTexts()).toEqual(['Panel of Metadata']);
      await page.getByRole('tab', { name: 'Seasons' }).click();
      expect(await page.locator('[data-part=panel]').allInnerTexts()).toEqual(['Panel of Seasons']);
    }));

  it('are led by brackets from wherever the focus is, but not while something is typed', () =>
    on(1000, async (page) => {
      const open = (name: string) => page.getByText(`Panel of ${name}`, { exact: true }).waitFor();
      await page.getByRole('checkbox', { name: 'Select row 1', exact: true }).focus();
      await page.keyboard.press(']');
      await open('Info');
      await page.keyboard.press('[');
      await open('Metadata');
      await page.getByLabel('Text', { exact: true }).focus();
      await page.keyboard.press('[');
      expect(await page.getByLabel('Text', { exact: true }).inputValue()).toBe('[');
      await page.getByRole('tab', { selected: true }).focus();
      await page.keyboard.press('[');
      await open('Seasons');
      expect(await page.locator('[role=tab]:focus').innerText()).toContain('Seasons');
    }));
});

describe.each([1000, 320])('rows at %d px', (width) => {
  it('are chosen one by one, in ranges, all at once and over pages', () =>
    on(width, async (page) => {
      const bar = page.getByRole('toolbar', { name: 'Selected rows' });
      const box = (name: string) => page.getByRole('checkbox', { name, exact: true });
      expect(await bar.count()).toBe(0);
      expect(await box('Select row 5').isDisabled()).toBe(true);
      await box('Select row 1').focus();
      await page.keyboard.press('Space');
      await page.getByText('1 selected').waitFor();
      await box('Select row 4').click({ modifiers: ['Shift'] });
      await page.getByText('4 selected').waitFor();
      expect(
        await box('Select all on this page').evaluate((one) => (one as { indeterminate?: boolean }).indeterminate),
      ).toBe(true);
      await box('Select all on this page').click();
      await page.getByText('8 selected').waitFor();
      await page.getByRole('button', { name: 'Page 2' }).click();
      await box('Select row 11').click();
      await page.getByText('9 selected').waitFor();
      await bar.getByRole('button', { name: 'Reprocess' }).click();
      await page.locator('output', { hasText: 'reprocess 1,2,3,4,6,7,8,9,11' }).waitFor();
      await bar.getByRole('button', { name: 'Clear selection' }).click();
      await bar.waitFor({ state: 'detached' });
    }));

  it('unfold, and have a menu that is led by keys and says what cannot be done', () =>
    on(width, async (page) => {
      await page.getByRole('button', { name: 'Details' }).nth(1).click();
      await page.getByText('All about row 1').waitFor();
      await page.getByRole('button', { name: 'More for row 1' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: 'Remove' }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.locator('output', { hasText: /reprocess row 1|remove row 1/ }).waitFor();
      await page.getByRole('button', { name: 'More for row 5' }).click();
      expect(await page.getByRole('menuitem', { name: /^Remove.*it is OK/ }).isDisabled()).toBe(true);
    }));
});

describe('a place for files', () => {
  const taken = (page: Page) => page.locator('[data-part=files]');
  const file = (name: string, size: number) => ({
    name,
    mimeType: 'application/json',
    buffer: Buffer.alloc(size, 'x'),
  });

  it('takes what is chosen by its button, and says why it does not', () =>
    on(390, async (page) => {
      const choose = async (chosen: ReturnType<typeof file>): Promise<void> => {
        const opened = page.waitForEvent('filechooser');
        await page.getByRole('button', { name: 'Import bundle' }).press('Enter');
        await (await opened).setFiles(chosen);
      };
      await choose(file('a.exe', 10));
      await page.getByRole('alert').getByText('a.exe is none of .json, .json.gz').waitFor();
      await choose(file('a.json', 1_025));
      await page.getByRole('alert').getByText('a.json is larger than 1.0 KB').waitFor();
      expect(await taken(page).innerText()).toBe('');
      await choose(file('a.json', 1_024));
      await expect.poll(() => taken(page).innerText()).toBe('a.json');
      expect(await page.getByRole('alert').innerText()).toBe('');
    }));

  it('takes what is dropped on it, one at a time', () =>
    on(1000, async (page) => {
      const drop = (names: readonly string[]) =>
        page.evaluate(`(() => {
          const data = new DataTransfer();
          for (const name of ${JSON.stringify(names)}) data.items.add(new File(['{}'], name));
          const zone = document.querySelector('[data-part=drop]');
          for (const type of ['dragenter', 'dragover', 'drop'])
            zone.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }));
        })()`);
      await drop(['a.json', 'b.json']);
      await page.getByText('Only one file at a time').waitFor();
      await drop(['b.json.gz']);
      await expect.poll(() => taken(page).innerText()).toBe('b.json.gz');
    }));
});

it('a task says how far it is, and nothing on the page has a serious fault', () =>
  on(1000, async (page) => {
    const bar = page.getByRole('progressbar', { name: 'Update movies' });
    expect([await bar.getAttribute('aria-valuenow'), await bar.getAttribute('aria-valuetext')]).toEqual([
      ...['25', 'EXECUTING, 30 of 120'],
    ]);
    expect(await seriousOn(page)).toEqual([]);
    // The same once more, in colours that nobody can read.
    expect(await seriousOn(page)).toEqual([]);
    await page.evaluate(`{
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('h1 { color: #ddd !important; background: #fff !important; }');
      document.adoptedStyleSheets.push(sheet);
    }`);
    expect((await seriousOn(page)).map(([rule]) => rule)).toEqual(['color-contrast']);
  }));
