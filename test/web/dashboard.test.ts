import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seriousOn } from '#test/support/axe.ts';
import { standsStill } from '#test/support/browser.ts';
import { testDatabase } from '#test/support/database.ts';
import { hashOf, heading } from '#test/support/sign-in.ts';
import { loadAnew, turn } from '#test/support/site.ts';
import { openWatch, rows, type Watch } from './audit.support.ts';

/** What an administrator sees first; and who can read that and the audit. */

const db = await testDatabase('sample');
let at: Watch;

beforeAll(async () => {
  at = await openWatch(db);
});
afterAll(() => at?.site.close());

describe('the dashboard', () => {
  it('lists who registered today and leads to the user', () =>
    at.on(
      '/admin/dashboard',
      async (page) => {
        const asked = page.waitForRequest((request) => request.url().includes('/token/registration/'));
        await page.reload();
        // The server's own day: that of the browser is another one for half of the time.
        expect((await asked).url().split('/').at(-1)).toBe(new Date().toISOString().slice(0, 10).replaceAll('-', ''));
        await rows(page).first().waitFor();
        const before = await rows(page).count();
        const added = await at.site.product.app.inject({
          method: 'POST',
          url: '/api/auth/signup',
          payload: { email: 'new@example.org', password: 'a password', confirmPassword: 'a password' },
        });
        expect(added.statusCode, added.body).toBe(200);
        await page.getByRole('button', { name: 'Refresh' }).click();
        await page.getByRole('tab', { name: `Last tokens ${before + 1}` }).waitFor();
        const row = rows(page).filter({ hasText: 'new@example.org' });
        expect(await row.innerText()).toMatch(/kdx_••••\w{4}[\s\S]*\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\s+YES/);
        await row.focus();
        await page.keyboard.press('Enter');
        await heading(page, 'User info');
        expect(hashOf(page)).toBe('#/admin/user-info?email=new%40example.org');
      },
      { timezoneId: 'Pacific/Kiritimati' },
    ));

  it('counts what has an id at other sites, and is clean to axe there', () =>
    at.on('/admin/dashboard', async (page) => {
      await page.getByRole('tab', { name: 'Ids elsewhere' }).click();
      const table = page.getByRole('table', { name: 'Ids elsewhere' });
      await table.getByText('TheTVDB').waitFor();
      expect(await rows(page).first().innerText()).toMatch(/^TMDB\s+[1-9]\d*\s+\d+$/);
      expect(hashOf(page)).toContain('tab=ids');
      expect(await seriousOn(page)).toEqual([]);
    }));

  it('says how the last 24 hours went, each figure on the way to its list', () =>
    at.on('/admin/dashboard', async (page) => {
      const figure = (name: string) =>
        page.locator('[data-part=figures] a').filter({ has: page.getByText(name, { exact: true }) });
      const value = async (name: string) => (await figure(name).locator('span').nth(1).innerText()).replaceAll(',', '');
      await figure('Requests').waitFor();
      expect(Number(await value('Requests'))).toBeGreaterThan(45);
      expect(await value('p95')).toMatch(/^\d+ ms$/);
      expect(await value('Errors 5xx')).toBe('0%');
      expect(await figure('Errors 5xx').innerText()).toMatch(/of the requests; \d+(\.\d+)?% were 4xx/);
      expect(await value('Running tasks')).toBe('0');
      for (const [name, title, hash] of [
        ['Requests', 'Audit', /^#\/admin\/audit-requests\?startDate=[^&]+$/],
        ['p95', 'Audit', /startDate=.+&minTime=300$/],
        ['Errors 5xx', 'Audit', /startDate=.+&status=5xx$/],
        ['Running tasks', 'Tasks in progress', /^#\/admin\/tasks\/in-progress$/],
      ] as const) {
        await figure(name).click();
        await heading(page, title);
        expect(hashOf(page)).toMatch(hash);
        await page.goBack();
      }
    }));

  it('says over the claim, too few, and that the figures could not be read', () =>
    at.on('/admin/profile', async (page) => {
      const hour = { requests: 100, p95: 412.5, clientErrors: 0, serverErrors: 0.004, runs: 0, failed: 0 };
      const hours = Array.from({ length: 24 }, (_, each) => ({
        ...hour,
        date: new Date(each * 3_600_000).toISOString(),
      }));
      const slow = { ...hour, startDate: '2026-11-20T10:00:00Z', endDate: '2026-11-21T10:00:00Z', isWhole: false };
      const answer = (data: unknown) => ({ code: 200, data, error: null, page: null, total: null, regs: null });
      const put = async (data: unknown): Promise<void> => {
        await page.unroute('**/api/admin/dashboard');
        await page.route('**/api/admin/dashboard', (route) =>
          data === null ? route.fulfill({ status: 500 }) : route.fulfill({ json: answer(data) }),
        );
      };
      await put({ ...slow, requests: 9_300_000, running: 2, runs: 41, failed: 1, hours });
      await page.goto(`${at.site.origin}/#/admin/dashboard`);
      await page.getByText('over the claim of 300 ms').waitFor();
      await page.getByText('in 24 hours; times and errors are of the newest in each hour').waitFor();
      await page.getByText('41 runs in 24 hours, 1 failed').waitFor();
      await page.getByText('0.4%', { exact: true }).waitFor();
      await put({ ...slow, requests: 0, p95: null, clientErrors: null, serverErrors: null, running: 0, hours });
      await page.getByRole('button', { name: 'Refresh' }).click();
      await page.getByText('Too few calls with a token to tell').waitFor();
      await put(null);
      await page.reload();
      await page.getByText('The figures of the last 24 hours could not be read.').waitFor();
    }));

  it('draws a page of many, and keeps it over a reload', () =>
    at.on('/admin/profile', async (page) => {
      const registration = (each: number) => ({
        token: `kdx_${String(each).padStart(38, '0')}`,
        email: `${each}@example.org`,
        ip: null,
        registrationDate: '2026-11-21T10:00:00.000Z',
        isValid: 0,
      });
      const data = Array.from({ length: 45 }, (_, each) => registration(each));
      await page.route('**/api/admin/token/registration/**', (route) =>
        route.fulfill({ json: { code: 200, data, error: null, page: null, total: null, regs: null } }),
      );
      await page.goto(`${at.site.origin}/#/admin/dashboard`);
      await page.getByText('Showing 20 / 45', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Page 3' }).click();
      await page.reload();
      await page.getByText('Showing 5 / 45', { exact: true }).waitFor();
      expect(await rows(page).first().innerText()).toMatch(/40@example\.org[\s\S]*NO/);
      for (const [page3, current] of [
        ['99', '3'],
        ['abc', '1'],
        ['-1', '1'],
      ]) {
        await page.goto(`${at.site.origin}/#/admin/dashboard?page=${page3}&evil=1`);
        await page
          .getByRole('button', { name: `Page ${current}` })
          .and(page.locator('[aria-current=page]'))
          .waitFor();
      }
    }));

  it.each(['/admin', '/admin/'])('is where %s leads', (path) =>
    at.on(path, async (page) => {
      await heading(page, 'Dashboard');
      expect(hashOf(page)).toBe('#/admin/dashboard');
    }),
  );

  it('says that nobody did', () =>
    at.on('/admin/profile', async (page) => {
      await page.route('**/api/admin/token/registration/**', (route) =>
        route.fulfill({ json: { code: 200, data: [], error: null, page: null, total: null, regs: null } }),
      );
      await page.goto(`${at.site.origin}/#/admin/dashboard`);
      await page.getByText('No new tokens', { exact: true }).waitFor();
      await page.getByRole('tab', { name: 'Last tokens 0' }).waitFor();
    }));
});

describe('for everybody', () => {
  it('axe finds nothing serious in either theme', () =>
    at.on('/admin/dashboard', async (page) => {
      const sound = async (what: string): Promise<void> => {
        for (const theme of ['light', 'dark'] as const) {
          await turn(page, theme);
          expect(await seriousOn(page), `${what} in ${theme}`).toEqual([]);
        }
      };
      await rows(page).first().waitFor();
      await sound('/admin/dashboard');
      for (const path of ['/admin/audit-requests?all=1&status=4xx', '/admin/audit-requests']) {
        await loadAnew(at.site.origin, page, `/#${path}`);
        await rows(page).first().waitFor();
        await sound(path);
      }
      await rows(page).first().focus();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
      await standsStill(page);
      await sound('detail');
    }));

  it.each(['/admin/dashboard', '/admin/audit-requests'])('%s does not scroll sideways on a phone', (path) =>
    at.on(
      path,
      async (page) => {
        await page.locator('[data-part=cards] > li').first().waitFor();
        await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(390);
      },
      { viewport: { width: 390, height: 800 } },
    ),
  );
});
