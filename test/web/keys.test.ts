import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { faultsOn } from '#test/support/axe.ts';
import { testSite } from '#test/support/site.ts';
import { excess, type Seat, said, seated, shot, someone } from './payments.support.ts';

/** The keys of a person, at the browser. */

const { site } = await testSite();
const dialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const press = (page: Page, name: string): Promise<void> =>
  dialog(page).getByRole('button', { name, exact: true }).click();
const field = (page: Page, name: string) => dialog(page).getByLabel(name, { exact: true });
const row = (page: Page, name: string) =>
  page
    .getByRole('table', { name: 'Keys' })
    .getByRole('row')
    .filter({ has: button(page, `More for ${name}`) });
const action = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true });
/** Chooses from the menu of a key. */
const choose = async (page: Page, name: string, key: string): Promise<void> => {
  await button(page, `More for ${key}`).click();
  await action(page, name).click();
};

/** How far what stands in the dialog reaches beyond it. */
const BEYOND = `(() => {
  const inner = document.querySelector('[role=dialog] figure').parentElement;
  return Math.max(...[...inner.children].map((one) => one.scrollWidth)) - inner.clientWidth;
})()`;

interface Shown {
  readonly name: string;
  readonly token: string;
}
const keysOf = async ({ session }: Seat): Promise<readonly Shown[]> => {
  const answer = await site.product.app.inject({
    url: '/api/user/keys',
    headers: { authorization: `Bearer ${session}` },
  });
  return answer.json<{ data: readonly Shown[] }>().data;
};
const tokenOf = async (seat: Seat, name: string): Promise<string> =>
  (await keysOf(seat)).find((key) => key.name === name)?.token ?? '';
/** What the data API answers to a token. */
const codeOf = async (token: string): Promise<number> =>
  (await site.product.app.inject({ url: '/api/v1/genres', headers: { authorization: `Bearer ${token}` } })).statusCode;

describe('the page of keys', () => {
  it('makes a key, sets its bounds, rotates it and revokes it', async () => {
    const owner = await someone(site, 'keys@example.org');
    await seated(site, owner, '/keys', async (page) => {
      await row(page, 'Default').getByText('VALID').waitFor();
      await button(page, 'More for Default').click();
      await action(page, 'Rotate').waitFor();
      expect(await action(page, 'Revoke').count()).toBe(0);
      await page.keyboard.press('Escape');
      await page.locator('button[aria-label="More for Default"]:focus').waitFor();

      await button(page, 'New key').click();
      await press(page, 'Save');
      await dialog(page).getByText('Name is required').waitFor();
      await field(page, 'Name').fill('default');
      await press(page, 'Save');
      await dialog(page).getByText('There is a key with this name already').waitFor();
      await field(page, 'Name').fill('Phone');
      await field(page, 'Addresses').fill('127.0.0.1\n192.0.2.0/33');
      await press(page, 'Save');
      await dialog(page).getByText('192.0.2.0/33 is neither an address nor a network').waitFor();
      await expect.poll(() => page.evaluate('document.activeElement.dataset.path')).toBe('addresses');
      await field(page, 'Requests a day').fill('0');
      await press(page, 'Save');
      await dialog(page).getByText('Requests a day must be').waitFor();
      await field(page, 'Requests a day').fill('2');
      await field(page, 'Addresses').fill('127.0.0.1\n2001:db8::/32');
      await press(page, 'Save');
      await said(page, 'Key Phone saved');
      await row(page, 'Phone').getByText('From 127.0.0.1, 2001:db8::/32').waitFor();
      const first = await tokenOf(owner, 'Phone');
      expect([await codeOf(first), await codeOf(first), await codeOf(first)]).toEqual([200, 200, 429]);
      expect(await codeOf(await tokenOf(owner, 'Default'))).toBe(200);
      await page.reload();
      await row(page, 'Phone').getByText('2 of 2 requests today').waitFor();

      await choose(page, 'Usage', 'Phone');
      await dialog(page).getByText('429: 1').waitFor();
      const used = dialog(page).getByRole('table', { name: 'By call' }).getByRole('row').nth(1);
      expect(await used.innerText()).toMatch(/^\/api\/v1\/genres\s+3\s+1\s/);
      await press(page, 'Close');

      await choose(page, 'Edit', 'Phone');
      await field(page, 'Addresses').fill('');
      await field(page, 'Requests a day').fill('');
      await field(page, 'End').fill('2020-01-01T00:00:00');
      await press(page, 'Save');
      await dialog(page).getByText('has passed already').waitFor();
      await field(page, 'End').fill('2099-01-01T00:00:00');
      await press(page, 'Save');
      await row(page, 'Phone').getByText('Until').waitFor();

      await choose(page, 'Rotate', 'Phone');
      expect(await field(page, 'The old token stops').inputValue()).toBe('24h');
      await press(page, 'Rotate');
      await said(page, 'Key Phone has a new token');
      await row(page, 'Phone')
        .getByText(`kdx_••••${first.slice(-4)} serves until`)
        .waitFor();
      const second = await tokenOf(owner, 'Phone');
      expect(second).not.toBe(first);
      expect([await codeOf(first), await codeOf(second)]).toEqual([200, 200]);

      await choose(page, 'Revoke', 'Phone');
      expect(await dialog(page).locator('strong').innerText()).toBe('Phone');
      await press(page, 'Cancel');
      expect(await codeOf(first)).toBe(200);
      await choose(page, 'Revoke', 'Phone');
      await press(page, 'Revoke');
      await said(page, 'Key Phone revoked');
      await row(page, 'Phone').waitFor({ state: 'detached' });
      expect([await codeOf(first), await codeOf(second)]).toEqual([401, 401]);
    });
  });

  it.each([
    ['light', 1280, false],
    ['dark', 1280, true],
    ['phone', 320, false],
  ])('has no fault and room for all of it: %s', async (name, width, dark) => {
    const owner = await someone(site, `keys-${name}@example.org`);
    const make = (payload: object) =>
      site.product.app.inject({
        method: 'POST',
        url: '/api/user/keys',
        headers: { authorization: `Bearer ${owner.session}` },
        payload,
      });
    const addresses = ['127.0.0.1', '192.0.2.0/24', '2001:db8:ffff:ffff::/64'];
    const long = 'A name that is as long as a name of a key may be, or nearly';
    expect(
      (await make({ name: long, addresses, dailyLimit: 100_000, expiresAt: '2099-01-01T00:00:00Z' })).statusCode,
    ).toBe(200);
    expect(await codeOf(await tokenOf(owner, long))).toBe(200);
    const look = async (page: Page) => {
      await button(page, `More for ${long}`).waitFor();
      expect(await excess(page)).toBe(0);
      expect(await faultsOn(page)).toEqual([]);
      await shot(page, `keys-${name}`);
      await button(page, `More for ${long}`).click();
      await action(page, 'Revoke').waitFor();
      expect(await excess(page)).toBe(0);
      expect(await faultsOn(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await action(page, 'Revoke').waitFor({ state: 'detached' });
      await choose(page, 'Usage', long);
      await dialog(page).getByText('200: 1').waitFor();
      expect(await faultsOn(page)).toEqual([]);
      expect(await page.evaluate(BEYOND)).toBe(0);
      await shot(page, `usage-${name}`);
      await press(page, 'Close');
      await dialog(page).waitFor({ state: 'detached' });
      await choose(page, 'Rotate', long);
      await dialog(page).waitFor();
      expect(await faultsOn(page)).toEqual([]);
      await press(page, 'Cancel');
      await dialog(page).waitFor({ state: 'detached' });
      await choose(page, 'Edit', long);
      await field(page, 'Name').waitFor();
      expect(await faultsOn(page)).toEqual([]);
      await shot(page, `key-${name}`);
    };
    await seated(site, owner, '/keys', look, { dark, viewport: { width, height: 900 } });
  });
});
