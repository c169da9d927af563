import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seriousOn } from '#test/support/axe.ts';
import { testDatabase } from '#test/support/database.ts';
import { hashOf } from '#test/support/sign-in.ts';
import { openWatch, rows, showing, type Watch } from './audit.support.ts';

/** From "it is slow" to the client and its token. */

const db = await testDatabase('sample');
let at: Watch;

beforeAll(async () => {
  at = await openWatch(db);
  for (let each = 0; each < 5; each++)
    await fetch(`${at.site.origin}/api/v1/movie/tt9999999?none=${each}`, {
      headers: { Authorization: `Bearer ${at.site.product.token}` },
    });
});
afterAll(() => at?.site.close());

const clients = (page: Page) => page.getByRole('region', { name: 'Top clients' });
const byToken = (page: Page) => clients(page).getByRole('table', { name: 'By token' });

it('leads from the list to who asks most, and to a disabled token', () =>
  at.on('/admin/audit-requests', async (page) => {
    await page.getByRole('button', { name: 'Top clients' }).click();
    const row = byToken(page).getByRole('row').nth(1);
    await row.waitFor();
    expect(Number((await row.getByRole('cell').nth(1).innerText()).replaceAll(',', ''))).toBeGreaterThanOrEqual(45);
    expect(hashOf(page)).toContain('clients=requests');
    expect(await seriousOn(page)).toEqual([]);
    await clients(page).getByRole('button', { name: 'Errors 4xx' }).click();
    await expect.poll(() => hashOf(page)).toContain('clients=4xx');
    await expect.poll(() => row.getByRole('cell').nth(2).innerText()).toBe('5');
    await row.getByRole('button', { name: /^Disable the token kdx_/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await page.getByText('Token disabled').waitFor();
    await row.getByText('disabled', { exact: true }).waitFor();
    const disable = row.getByRole('button', { name: /^Disable the token/ });
    expect(await disable.count()).toBe(0);
    await page.reload();
    await row.getByText('disabled', { exact: true }).waitFor();
    expect(await disable.count()).toBe(0);
    const refused = await fetch(`${at.site.origin}/api/v1/usage`, {
      headers: { Authorization: `Bearer ${at.site.product.token}` },
    });
    expect(refused.status).toBe(401);
  }));

it('filters the list by who it names, and stays beside it', () =>
  at.on('/admin/audit-requests?all=1&clients=requests', async (page) => {
    const [, all = 0] = await showing(page);
    await clients(page)
      .getByRole('button', { name: /^Filter by/ })
      .first()
      .click();
    await expect.poll(() => hashOf(page)).toContain('ip=');
    expect(hashOf(page)).toContain('clients=requests');
    await page.goBack();
    await byToken(page)
      .getByRole('button', { name: /^Only the token/ })
      .first()
      .click();
    await expect.poll(() => hashOf(page)).toContain('token=');
    await expect.poll(async () => (await showing(page))[1]).toBeLessThan(all);
    await clients(page).getByRole('button', { name: 'Close top clients' }).click();
    await clients(page).waitFor({ state: 'detached' });
    expect(hashOf(page)).toContain('token=');
  }));

it('finds parts of addresses, and leaves out what one has asked oneself', () =>
  at.on('/admin/audit-requests?all=1', async (page) => {
    await page.getByRole('textbox', { name: 'Address contains' }).fill('none=');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect.poll(async () => (await showing(page))[1]).toBe(5);
    expect(await rows(page).first().innerText()).toContain('tt9999999?none=4');
    await page.getByRole('textbox', { name: 'Address contains' }).fill('x');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText('Address contains must be 2 to 200 characters long').waitFor();
    await page.getByRole('textbox', { name: 'Address contains' }).fill('/api/');
    await page.getByRole('button', { name: 'Without mine' }).click();
    await expect.poll(() => hashOf(page)).toContain('others=1');
    await expect
      .poll(async () => (await rows(page).allInnerTexts()).some((row) => row.includes('/api/admin/')))
      .toBe(false);
  }));
