import { execFileSync } from 'node:child_process';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { hashOf, heading } from '#test/support/sign-in.ts';
import { HOSTILE, openWatch, QUOTES, rows, SCRIPT, showing, type Watch } from './audit.support.ts';

/** What an administrator reads in the audit. */

const db = await testDatabase('sample');
let at: Watch;

beforeAll(async () => {
  at = await openWatch(db);
});
afterAll(() => at?.site.close());

/** What a shell makes of a command. */
const wordsOf = (command: string): readonly string[] =>
  execFileSync('sh', ['-c', command.replace(/^curl/, "printf '%s\\0'")], { encoding: 'utf8' }).split('\0');
/** Presses Search and waits for the answer. */
const search = async (page: Page): Promise<void> => {
  const answered = page.waitForResponse((answer) => answer.url().includes('/api/admin/audit?'));
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await answered;
};

describe('filters', () => {
  it('stand in the address, with the plus sign encoded, and survive a reload and Back', () =>
    at.on(
      '/admin/audit-requests',
      async (page) => {
        await heading(page, 'Audit requests');
        const [, before = 0] = await showing(page);
        await page.getByLabel('Http Status').fill('4XX');
        await page.getByLabel('Method').selectOption('GET');
        await page.getByLabel('IP', { exact: true }).fill('127.0.0.1');
        await search(page);
        await expect.poll(() => hashOf(page)).toContain('status=4xx');
        expect(hashOf(page)).toMatch(/startDate=[\d-]+T00%3A00%3A00%2B05%3A30&.*status=4xx/);
        const [shown = 0, total = 0] = await showing(page);
        expect([shown, total]).toEqual([5, 5]);
        expect(before).toBeGreaterThan(45);
        expect(await rows(page).locator('[data-part=badge]').allTextContents()).toEqual(
          Array(5).fill(expect.stringMatching(/^4/)),
        );
        await page.reload();
        expect(await showing(page)).toEqual([5, 5]);
        expect(await page.getByLabel('Http Status').inputValue()).toBe('4xx');
        expect(await page.getByLabel('Method').inputValue()).toBe('GET');
        await page.goBack();
        await expect.poll(() => hashOf(page)).not.toContain('status');
        expect(await page.getByLabel('Http Status').inputValue()).toBe('');
      },
      { timezoneId: 'Asia/Kolkata' },
    ));

  it('ask for today at first, and for everything when they are cleared', () =>
    at.on('/admin/audit-requests', async (page) => {
      expect(await page.getByLabel('Start date').inputValue()).toMatch(/T00:00(:00)?$/);
      const asked = page.waitForRequest((request) => request.url().includes('/api/admin/audit?'));
      await page.getByRole('button', { name: 'Clear filters' }).click();
      expect([...new URL((await asked).url()).searchParams.keys()].sort()).toEqual(['page', 'regs']);
      expect(await page.getByLabel('Start date').inputValue()).toBe('');
    }));

  it('have a chip each, which takes it away', () =>
    at.on('/admin/audit-requests?status=4xx&method=GET', async (page) => {
      const chips = page.locator('search li');
      await expect.poll(() => chips.count()).toBe(3);
      expect(await chips.first().innerText()).toMatch(/^Start date: \d{4}-\d\d-\d\d 00:00:00/);
      await page.getByRole('button', { name: /^Http Status: 4xx/ }).click();
      await expect.poll(() => hashOf(page)).toMatch(/startDate=[^&]+&method=GET$/);
      await page.getByRole('button', { name: /^Start date: / }).click();
      await expect.poll(() => hashOf(page)).toBe('#/admin/audit-requests?all=1&method=GET');
      expect(await chips.count()).toBe(1);
    }));

  it('find the request that a line of the log names, also when its address is opened', () =>
    at.on('/admin/audit-requests?all=1', async (page) => {
      const { headers } = await at.site.product.get('/api/v1/search?q=found-by-its-id');
      const id = String(headers['x-request-id']);
      await page.getByLabel('Request id').fill('4711');
      await page.getByRole('button', { name: 'Search', exact: true }).click();
      await page.getByText('Request id must be as the log says it, such as mia1-4711').waitFor();
      // As it is copied, with what stands around it.
      await page.getByLabel('Request id').fill(` ${id} `);
      await search(page);
      await expect.poll(() => hashOf(page)).toBe(`#/admin/audit-requests?all=1&requestId=${id}`);
      for (const _ of ['as it was typed', 'as it was opened']) {
        expect(await showing(page)).toEqual([1, 1]);
        expect(await rows(page).innerText()).toContain('/api/v1/search?q=found-by-its-id');
        expect(await page.getByLabel('Request id').inputValue()).toBe(id);
        await page.reload();
      }
    }));

  it('that cannot be sent say why, and those that match nothing say so', () =>
    at.on('/admin/audit-requests', async (page) => {
      await page.getByLabel('Http Status').fill('ok');
      await page.getByRole('button', { name: 'Search', exact: true }).click();
      await page.getByText('Http Status must be a number such as 404, or a class such as 4xx').waitFor();
      await page.getByLabel('Http Status').fill('');
      await page.getByLabel('Token', { exact: true }).fill('kdx_nobody');
      await search(page);
      await page.getByText('No data', { exact: true }).waitFor();
      expect(await page.getByText(/^Showing /).textContent()).toBe('Showing 0 / 0');
    }));

  it('that an address gets wrong say why at their fields, and nothing is asked', () =>
    at.on('/admin/profile', async (page) => {
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await page.goto(`${at.site.origin}/#/admin/audit-requests?status=zzz&method=BREW&startDate=soon&evil=1`);
      await page.getByText('Http Status must be a number such as 404, or a class such as 4xx').waitFor();
      await page.getByText('Method must be one of GET, HEAD').waitFor();
      await page.getByText('Start date must be a date with a time').waitFor();
      expect(await page.getByLabel('Http Status').inputValue()).toBe('zzz');
      expect(await page.getByLabel('Method').inputValue()).toBe('BREW');
      expect(asked.filter((url) => url.includes('/api/admin/audit'))).toEqual([]);
      await page.getByLabel('Http Status').fill('');
      await page.getByLabel('Method').selectOption('GET');
      await search(page);
      expect((await showing(page))[0]).toBeGreaterThan(0);
      expect(asked.at(-1)).not.toMatch(/evil|zzz|BREW|soon/);
    }));

  it('keep to pages of the size that the profile asks for; a page after the last is the last', () =>
    at.on('/admin/audit-requests?all=1&page=99', async (page) => {
      await expect.poll(() => hashOf(page)).not.toMatch(/page=99$/);
      const [shown = 0, total = 0] = await showing(page);
      expect(total).toBeGreaterThan(40);
      // What the page asks is audited too, so that the total may have grown since it was led here.
      const last = Number(/page=(\d+)$/.exec(hashOf(page))?.[1]);
      expect([Math.ceil(total / 20), Math.ceil((total - 10) / 20)]).toContain(last);
      expect(shown).toBe(Math.min(20, total - 20 * (last - 1)));
      await page.getByRole('button', { name: 'Page 1', exact: true }).first().click();
      await expect.poll(() => rows(page).count()).toBe(20);
      const names = await page.getByRole('navigation').evaluateAll((all) => all.map((one) => one.ariaLabel));
      expect(names).toContain('Pages');
      expect(new Set(names).size).toBe(names.length);
    }));
});

describe('a request in full', () => {
  it('opens by keyboard, leads to the next one, filters by its values and goes with Back', () =>
    at.on('/admin/audit-requests?all=1&status=200&ip=127.0.0.1', async (page) => {
      await rows(page).first().focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      const detail = page.getByRole('dialog', { name: 'Request' });
      await detail.getByText(/^2 of \d+ on this page$/).waitFor();
      await detail.getByText('user-agent', { exact: true }).waitFor();
      await detail.getByText(/^[0-9a-z]+-\d+$/).waitFor();
      await detail.getByRole('button', { name: 'Previous request' }).click();
      await detail.getByText(/^1 of /).waitFor();
      await detail.getByRole('button', { name: 'Filter by GET' }).click();
      await detail.waitFor({ state: 'hidden' });
      expect(hashOf(page)).toContain('method=GET');
      await rows(page).first().press('Enter');
      await detail.getByText('user-agent', { exact: true }).waitFor();
      await page.goBack();
      await detail.waitFor({ state: 'hidden' });
    }));

  it('becomes a command in which nothing that a stranger sent leaves its word', () =>
    at.on('/admin/audit-requests?all=1&status=4xx', async (page) => {
      await rows(page)
        .filter({ hasText: 'echo' })
        .click({ position: { x: 5, y: 5 } });
      const command = await page.locator('pre', { hasText: 'curl --globoff' }).innerText();
      expect(wordsOf(command)).toEqual([
        ...['--globoff', '-X', 'GET', '-H', `user-agent: ${QUOTES}`, `${at.site.origin}${QUOTES}`, ''],
      ]);
    }));

  it('shows the token masked, also in the command', () =>
    at.on('/admin/audit-requests?all=1&status=200', async (page) => {
      const token = at.site.product.token;
      const { idToken } = await at.site.product.tokens.nameOf(token);
      await page.getByLabel('Token', { exact: true }).fill(token);
      await search(page);
      await expect.poll(() => hashOf(page)).toContain(`token=${idToken}`);
      await expect
        .poll(() => page.getByLabel('Token', { exact: true }).inputValue())
        .toBe(`kdx_••••${token.slice(-4)}`);
      await rows(page).first().waitFor();
      expect(await page.locator('[data-part=table] tbody').textContent()).not.toContain(token);
      await rows(page)
        .first()
        .click({ position: { x: 5, y: 5 } });
      const detail = page.getByRole('dialog', { name: 'Request' });
      await detail.getByText(`Bearer kdx_••••${token.slice(-4)}`).waitFor();
      expect(await detail.textContent()).not.toContain(token);
      await detail.getByRole('button', { name: 'Reveal token' }).click();
      await detail.getByText(token, { exact: true }).waitFor();
    }));
});

describe('a search that takes long', () => {
  it('says how far it has got, and goes on from there', () =>
    at.on('/admin/audit-requests?all=1', async (page) => {
      const SINCE = '2026-11-20T12:00:00.000Z';
      await page.route(/\/api\/admin\/audit\?(?!.*endDate).*uri=nowhere/, async (route) => {
        const answer = await route.fetch();
        const headers = { ...answer.headers(), 'x-searched-since': SINCE, 'x-total-relation': 'gte' };
        await route.fulfill({ response: answer, headers });
      });
      // The page's own questions have the word in their address, and are answered well.
      await page.goto(page.url().replace('all=1', 'all=1&status=5xx&uri=nowhere'));
      await page.getByText('No request since then matches.').waitFor();
      await page.getByRole('button', { name: 'Search older requests' }).click();
      await expect.poll(() => hashOf(page)).toContain(`endDate=${encodeURIComponent(SINCE)}`);
      await expect.poll(() => page.getByText('Looked through so far').count()).toBe(0);
    }));
});

describe('text of strangers', () => {
  it.each([1440, 390])('is text and nothing else, and keeps within a width of %d', (width) =>
    at.on(
      '/admin/audit-requests?all=1&status=4xx',
      async (page) => {
        const narrow = width === 390;
        const entries = narrow ? page.locator('[data-part=cards] > li') : rows(page);
        await expect.poll(() => entries.count()).toBe(HOSTILE.length);
        const text = await page.locator('[data-part=list]').innerText();
        for (const part of [SCRIPT, 'a%0d%0aSet-Cookie', '%E2%80%AEgpj.exe', 'longlong']) expect(text).toContain(part);
        const detail = page.getByRole('dialog', { name: 'Request' });
        for (let each = 0; each < HOSTILE.length; each++) {
          if (narrow) await entries.nth(each).getByRole('button', { name: 'Open' }).click();
          else await entries.nth(each).click({ position: { x: 5, y: 5 } });
          await detail.getByText('user-agent', { exact: true }).waitFor();
          expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
          expect(
            await detail.evaluate((box) =>
              [...box.querySelectorAll('dl, .mantine-Drawer-body')].some((one) => one.scrollWidth > one.clientWidth),
            ),
          ).toBe(false);
          expect(await detail.locator('img, script').count()).toBe(0);
          await page.keyboard.press('Escape');
          await detail.waitFor({ state: 'hidden' });
        }
      },
      { viewport: { width, height: 800 } },
    ),
  );
});
