import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seriousOn } from '#test/support/axe.ts';
import { standsStill } from '#test/support/browser.ts';
import { testDatabase } from '#test/support/database.ts';
import { hashOf, heading } from '#test/support/sign-in.ts';
import { openWatch, rows, type Watch } from './audit.support.ts';

/** What an administrator sees first; and who can read that and the audit. */

const db = await testDatabase();
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
  it.each(['light', 'dark'])('axe finds nothing serious (%s)', (scheme) =>
    at.on('/admin/dashboard', async (page) => {
      await page.evaluate(`localStorage.setItem('darkTheme', '${scheme === 'dark' ? 1 : 0}')`);
      for (const path of ['/admin/dashboard', '/admin/audit-requests?all=1&status=4xx', '/admin/audit-requests']) {
        await page.goto(`${at.site.origin}/#${path}`);
        await page.reload();
        await page.locator(`html[data-mantine-color-scheme=${scheme}]`).waitFor();
        await rows(page).first().waitFor();
        expect(await seriousOn(page), path).toEqual([]);
      }
      await rows(page).first().focus();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
      await standsStill(page);
      expect(await seriousOn(page), 'detail').toEqual([]);
    }),
  );

  it.each(['/admin/dashboard', '/admin/audit-requests'])('%s does not scroll sideways on a phone', (path) =>
    at.on(
      path,
      async (page) => {
        await page.locator('[data-part=cards] > li').first().waitFor();
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
      },
      { viewport: { width: 390, height: 800 } },
    ),
  );
});
