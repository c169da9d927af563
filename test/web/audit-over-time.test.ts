import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { hashOf } from '#test/support/sign-in.ts';
import { openWatch, showing, type Watch } from './audit.support.ts';

/** The audit over time, as it goes on, and as a file. */

const db = await testDatabase('sample');
let at: Watch;

beforeAll(async () => {
  at = await openWatch(db);
});
afterAll(() => at?.site.close());

describe('the histogram', () => {
  const plot = (page: Page) => page.getByRole('slider', { name: 'Requests over time' });
  const slots = (page: Page) => page.locator('[data-part=histogram] [role=slider] > span');
  const range = (page: Page) => {
    const query = new URLSearchParams(hashOf(page).split('?')[1]);
    return ['startDate', 'endDate'].map((name) => Date.parse(query.get(name) ?? ''));
  };

  it('counts what the list shows, by class, also for who cannot see it', () =>
    at.on('/admin/audit-requests?all=1&status=4xx', async (page) => {
      const [, total = 0] = await showing(page);
      await slots(page).first().waitFor();
      const cells = page.locator('[data-part=histogram] tbody tr');
      const sums = await cells.evaluateAll((rows) =>
        rows.reduce(
          (all, row) =>
            [...row.querySelectorAll('td')].map((cell, place) => (all[place] ?? 0) + Number(cell.innerText)),
          [] as number[],
        ),
      );
      expect(sums).toEqual([0, 0, total, 0]);
    }));

  it('takes a range that is drawn over it for the list, and Back gives it up', () =>
    at.on('/admin/audit-requests', async (page) => {
      await slots(page).first().waitFor();
      const { x, y, width } = (await plot(page).boundingBox()) ?? { x: 0, y: 0, width: 0 };
      const many = await slots(page).count();
      await page.mouse.move(x + 1, y + 40);
      await page.mouse.down();
      await page.mouse.move(x + width / 2, y + 40);
      await page.mouse.up();
      await expect.poll(() => hashOf(page)).toContain('endDate=');
      const [start = 0, end = 0] = range(page);
      expect([new Date(start).getHours(), end - start > 0, (end + 1) % 1_000]).toEqual([0, true, 0]);
      expect(many).toBeGreaterThan(1);
      await page.goBack();
      await expect.poll(() => hashOf(page)).not.toContain('endDate=');
    }));

  it('is led by keys, and says where they are', () =>
    at.on('/admin/audit-requests?all=1', async (page) => {
      await slots(page).first().waitFor();
      await plot(page).focus();
      await page.keyboard.press('ArrowLeft');
      expect(await plot(page).getAttribute('aria-valuetext')).toMatch(/\d{4}-\d\d-\d\d .*: \d+ 2xx/);
      await page.keyboard.press('Shift+ArrowLeft');
      await page.keyboard.press('Escape');
      expect(await plot(page).getAttribute('aria-valuetext')).toBe('no range chosen');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Enter');
      await expect.poll(() => hashOf(page)).toMatch(/startDate=[^&]+&endDate=/);
      expect((await showing(page))[1]).toBeGreaterThan(0);
    }));
});

describe('the list', () => {
  it('leaves as a file with all its pages, tokens masked and nothing that a spreadsheet would run', () =>
    at.on('/admin/audit-requests?all=1', async (page) => {
      const [, total = 0] = await showing(page);
      await page.getByRole('button', { name: 'Export' }).click();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: 'CSV' }).click(),
      ]);
      expect(file.suggestedFilename()).toMatch(/^kinodex-audit-\d{4}-\d\d-\d\d\.csv$/);
      const lines = readFileSync(await file.path(), 'utf8')
        .trimEnd()
        .split('\r\n');
      expect(lines[0]).toBe('\ufeffIP,TOKEN,URI,DATE,TIME,CODE,METHOD,"REQUEST ID","TOKEN ID"');
      expect(lines.length - 1).toBeGreaterThanOrEqual(total);
      const text = lines.join('\n');
      expect(text).toContain(`kdx_••••${at.site.product.token.slice(-4)}`);
      expect(text).not.toContain(at.site.product.token);
    }));

  it('asks again by itself while that is switched on, and says that it does', () =>
    at.on(
      '/admin/audit-requests?all=1',
      async (page) => {
        const [, before = 0] = await showing(page);
        await page.clock.install();
        await page.getByRole('switch', { name: 'Auto-refresh' }).click();
        await page.getByRole('main').getByText('Live', { exact: true }).waitFor();
        await at.site.product.get('/api/v1/usage');
        await page.clock.fastForward(10_500);
        await expect.poll(async () => (await showing(page))[1]).toBeGreaterThan(before);
      },
      { own: true },
    ));
});
