import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Said, testTable } from '#server/modules/logs/logs.fixture.ts';
import { seriousOn } from '#test/support/axe.ts';
import { testDatabase } from '#test/support/database.ts';
import { STORABLE_TEXTS } from '#test/support/hostile.ts';
import { hashOf, heading } from '#test/support/sign-in.ts';
import { type Administration, button, openAdministration } from './admin.support.ts';
import { lines } from './records.support.ts';

/** The log as administrators search it. */

const db = await testDatabase('sample');
const { table, say } = testTable(db, { folder: '/nowhere' });
let at: Administration;

const tell = async (...said: readonly Said[]): Promise<void> => {
  say(...said.map((one) => ({ at: new Date().toISOString(), ...one })));
  await table.flush();
};

beforeAll(async () => {
  at = await openAdministration(db);
  const levels = [20, 30, 40, 50, 60];
  await tell(
    ...Array.from({ length: 45 }, (_, each) => ({ text: `told ${each}`, level: levels[each % 5] ?? 30 })),
    ...STORABLE_TEXTS.map((text) => ({ text })),
    { text: `long ${'word '.repeat(300)}the end`, level: 40, requestId: 'mia1-4711', category: 'user' },
    { text: 'of a run', run: 77, category: 'cron' },
  );
});
afterAll(() => at?.close());

const showing = (page: Page) => page.getByText(/^Showing /);
const search = (page: Page) => button(page, 'Search').click();
const count = async (page: Page) => Number(/\/ ([\d,]+)/.exec((await showing(page).textContent()) ?? '')?.[1]);

describe('the log', () => {
  it('is a table with the colour of each level, a page at a time, harmless whatever was logged', () =>
    at.visiting('/admin/logs', async (page) => {
      await heading(page, 'Logs');
      await showing(page).waitFor();
      const list = page.getByRole('table', { name: 'Lines of the log' });
      expect(await list.getByRole('columnheader').allInnerTexts()).toEqual(['#', 'LOG', 'LEVEL', 'DATE']);
      expect(await lines(page).count()).toBe(20);
      const row = (text: string) => lines(page).filter({ hasText: text }).first();
      await row('<img src=x onerror=alert(1)>').waitFor();
      const forged = row('2026-11-22 forged');
      await forged.getByRole('button', { name: /^Show all of line/ }).click();
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await forged.getByRole('button', { name: /^Copy/ }).click();
      await expect
        .poll(() => page.evaluate('navigator.clipboard.readText()'))
        .toMatch(/^test one\\u\{d\}\\u\{a\}.*2026-11-22 forged\\u\{a\}$/);
      expect(await page.getByRole('main').innerText()).not.toMatch(/(?![\t\n])[\p{Cc}\p{Bidi_Control}]/u);
      const tones: Record<string, string> = {
        DEBUG: 'success',
        INFO: 'info',
        WARN: 'warning',
        ERROR: 'danger',
        FATAL: 'none',
      };
      for (const [level, tone] of Object.entries(tones)) {
        const one = lines(page).filter({ has: page.getByText(level, { exact: true }) });
        expect((await one.first().getAttribute('data-tone')) ?? 'none', level).toBe(tone);
      }
      expect(await seriousOn(page)).toEqual([]);
    }));

  it('cuts what is long at 200 characters and opens it with what belongs to it', () =>
    at.visiting('/admin/logs?log=long+word', async (page) => {
      const row = lines(page).first();
      await row.getByText('long word').waitFor();
      expect((await row.innerText()).includes('the end')).toBe(false);
      await row.getByRole('button', { name: /^Show all of line/ }).click();
      await row.getByText('the end').waitFor();
      await row.getByText('Category User').waitFor();
      expect(await row.getByRole('link', { name: 'Request mia1-4711' }).getAttribute('href')).toBe(
        '#/admin/audit-requests?all=1&requestId=mia1-4711',
      );
      await row.getByRole('button', { name: /^Show less of line/ }).click();
      expect((await row.innerText()).includes('the end')).toBe(false);
    }));

  it('is filtered by what the address says, and says at the field what cannot be asked', () =>
    at.visiting('/admin/logs', async (page) => {
      await page.getByLabel('Level', { exact: true }).selectOption('ERROR');
      await search(page);
      await expect.poll(() => count(page)).toBe(9);
      expect(hashOf(page)).toBe('#/admin/logs?level=ERROR');
      await page.getByLabel('Category', { exact: true }).selectOption({ label: 'Cron' });
      await page.getByLabel('Level', { exact: true }).selectOption('');
      await search(page);
      await expect.poll(() => count(page)).toBe(1);
      expect(hashOf(page)).toBe('#/admin/logs?category=5');
      await page.getByRole('textbox', { name: 'Text', exact: true }).fill('to');
      await search(page);
      await page.getByText('Text must be 3 to 200 characters long').waitFor();
      expect(hashOf(page)).toBe('#/admin/logs?category=5');
      await page.goBack();
      await expect.poll(() => count(page)).toBe(9);
      await page.goto(`${at.origin}/?seated#/admin/logs?idRun=77`);
      await expect.poll(() => count(page)).toBe(1);
      await page.goto(`${at.origin}/?seated#/admin/logs?log=nowhere+told`);
      await page.getByText('No data found').waitFor();
    }));

  it('narrows to a range that is chosen on its histogram', () =>
    at.visiting('/admin/logs', async (page) => {
      const plot = page.getByRole('slider', { name: 'Lines over time' });
      await page.locator('[data-part=histogram] [role=slider] > span').first().waitFor();
      await plot.focus();
      for (const key of ['ArrowLeft', 'Home']) await page.keyboard.press(key);
      expect(await plot.getAttribute('aria-valuetext')).toMatch(/\d{4}-\d\d-\d\d .*: .*\d+ WARN/);
      await page.keyboard.press('Enter');
      await expect.poll(() => hashOf(page)).toMatch(/startDate=[^&]+&endDate=/);
    }));

  it('says how far a search has got that takes long, and goes on from there', () =>
    at.visiting('/admin/logs', async (page) => {
      const SINCE = '2026-11-20T12:00:00.000Z';
      await page.route(/\/api\/admin\/logs\?(?!.*endDate).*log=told/, async (route) => {
        const answer = await route.fetch();
        const headers = { ...answer.headers(), 'x-searched-since': SINCE, 'x-total-relation': 'gte' };
        await route.fulfill({ response: answer, headers });
      });
      await page.goto(`${at.origin}/?seated#/admin/logs?log=told+4`);
      await page.getByText('Looked through so far').waitFor();
      expect(await seriousOn(page)).toEqual([]);
      await button(page, 'Search older lines').click();
      await expect.poll(() => hashOf(page)).toContain(`endDate=${encodeURIComponent(SINCE)}`);
      await expect.poll(() => page.getByText('Looked through so far').count()).toBe(0);
    }));

  it('shows a line among those around it, by an address of its own', () =>
    at.visiting('/admin/logs?log=told+20', async (page) => {
      const link = lines(page).first().getByRole('button', { name: /^\d+$/ });
      const number = await link.innerText();
      await link.click();
      const dialog = page.getByRole('dialog', { name: `Line ${number}` });
      await dialog.getByText(/told 20\b/).waitFor();
      await dialog.getByText(/told 1$/).waitFor();
      expect(await dialog.locator('[aria-current=true]').innerText()).toBe(number);
      expect(await seriousOn(page)).toEqual([]);
      const address = page.url();
      await page.keyboard.press('Escape');
      await expect.poll(() => hashOf(page)).toBe('#/admin/logs?log=told+20');
      await page.goto(address.replace(/line=\d+/, 'line=999999').replace('?seated', '?other'));
      await page.getByText('This line is not kept any more.').waitFor();
    }));

  it('counts nothing where it could not be refreshed, and can be asked for again', () =>
    at.visiting('/admin/logs', async (page) => {
      await showing(page).waitFor();
      const json = { code: 400, data: null, error: 'The database is away.' };
      await page.route(/\/api\/admin\/logs\?/, (route) => route.fulfill({ status: 400, json }));
      await button(page, 'Refresh').click();
      await page.getByText('The database is away.').waitFor();
      await page.getByText('No data found').waitFor();
      expect(await showing(page).count()).toBe(0);
      expect(await page.getByRole('navigation', { name: /^Pages/ }).count()).toBe(0);
      await page.unrouteAll();
      await button(page, 'Try again').click();
      await showing(page).waitFor();
    }));

  it('leaves as a file that no spreadsheet runs', () =>
    at.visiting('/admin/logs?log=cmd', async (page) => {
      await showing(page).waitFor();
      await page.getByRole('button', { name: 'Export' }).click();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: 'CSV' }).click(),
      ]);
      const [head, row = ''] = readFileSync(await file.path(), 'utf8').split('\r\n');
      expect(head).toBe('\ufeff#,LOG,LEVEL,DATE,CATEGORY,"REQUEST ID",RUN');
      expect(row).toContain('cmd|');
      expect(row).not.toMatch(/(?:^|,)"?=/);
    }));
});

describe('while it goes on', () => {
  it('is searched anew as the countdown says, with the filters off', () =>
    at.visiting(
      '/admin/logs',
      async (page) => {
        await showing(page).waitFor();
        await page.clock.install();
        const left = page.getByRole('textbox', { name: 'Next in (s)' });
        expect(await page.getByRole('textbox', { name: 'Interval (s)' }).inputValue()).toBe('10');
        await page.getByRole('switch', { name: 'Auto-refresh' }).click();
        await expect.poll(() => left.inputValue()).toBe('10');
        expect(await button(page, 'Search').isDisabled()).toBe(true);
        expect(await page.getByRole('textbox', { name: 'Text', exact: true }).isDisabled()).toBe(true);
        const before = await count(page);
        await tell({ text: 'just now' });
        await page.clock.fastForward(3_000);
        await expect.poll(() => left.inputValue()).toBe('9');
        await page.clock.runFor(9_000);
        await expect.poll(() => count(page)).toBeGreaterThan(before);
        await page.getByRole('textbox', { name: 'Interval (s)' }).fill('5');
        await expect.poll(() => left.inputValue()).toBe('5');
        await page.getByRole('textbox', { name: 'Interval (s)' }).fill('0');
        await page.getByText('Interval must be a whole number of seconds from 1 to 3600').waitFor();
        await page.getByRole('switch', { name: 'Auto-refresh' }).click();
        expect(await left.inputValue()).toBe('');
        expect(await button(page, 'Search').isEnabled()).toBe(true);
      },
      { own: true },
    ));

  it('is followed line by line', () =>
    at.visiting('/admin/logs?level=WARN', async (page) => {
      await button(page, 'Live tail').click();
      await expect.poll(() => hashOf(page)).toBe('#/admin/logs?level=WARN&tail=1');
      const tail = page.getByRole('region', { name: 'Live tail' });
      await tail.getByText(/told 42$/).waitFor();
      await tell({ text: 'a warning, this moment', level: 40 }, { text: 'a word, this moment' });
      await tail.getByText('a warning, this moment').waitFor();
      expect(await tail.getByText('a word, this moment').count()).toBe(0);
      expect(await seriousOn(page)).toEqual([]);
      await button(page, 'Live tail').click();
      await showing(page).waitFor();
    }));
});
