import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seriousOn } from '#test/support/axe.ts';
import { testDatabase } from '#test/support/database.ts';
import { hashOf } from '#test/support/sign-in.ts';
import { turn } from '#test/support/site.ts';
import {
  ADMIN,
  type Administration,
  button,
  dialog,
  fact,
  input,
  masked,
  openAdministration,
  userInfo,
} from './admin.support.ts';

/** User info, and what all pages about people look like to an administrator. */

const db = await testDatabase('sample');
let at: Administration;

beforeAll(async () => {
  at = await openAdministration(db);
});
afterAll(() => at?.close());

describe('user info', () => {
  it('marks what is missing, and fills the token of the user who is chosen by email', async () => {
    const token = await at.person('findme@example.org', 250);
    await at.visiting('/admin/user-info', async (page) => {
      await button(page, 'Search').click();
      await page.getByText('Email is required').waitFor();
      await page.getByText('Token is required').waitFor();
      expect(await input(page, 'email').getAttribute('aria-invalid')).toBe('true');
      await input(page, 'email').pressSequentially('findm');
      await page.getByRole('option', { name: 'findme@example.org' }).click();
      expect(await input(page, 'email').inputValue()).toBe('findme@example.org');
      expect(await input(page, 'token').inputValue()).toBe(masked(token));
      await button(page, 'Search').click();
      await fact(page, 'Max requests').getByText('250').waitFor();
      expect(await fact(page, 'Valid').innerText()).toContain('YES');
      expect(await fact(page, 'Role').innerText()).toContain('USER');
      expect(await fact(page, 'Limit').innerText()).toContain('250 requests a day');
      expect(await fact(page, 'Token').innerText()).not.toContain(token);
      expect(hashOf(page)).toBe(`#${userInfo('findme@example.org', await at.idOf(token))}`);
    });
  });

  it('fills the email of a token that is pasted, and says when both match nobody', async () => {
    const token = await at.person('pasted@example.org');
    await at.visiting(userInfo('nobody@example.org', await at.idOf(token)), async (page) => {
      await page.getByText('No token found').waitFor();
      await button(page, 'Clear').click();
      await page.getByText('No token found').waitFor({ state: 'detached' });
      await input(page, 'token').fill(token);
      await expect.poll(() => input(page, 'email').inputValue()).toBe('pasted@example.org');
    });
  });

  it('saves an edit, with what the server refuses at its field, and asks before changes are lost', async () => {
    const token = await at.person('before@example.org');
    await at.person('taken@example.org');
    await at.visiting(userInfo('before@example.org', await at.idOf(token)), async (page) => {
      await button(page, 'Edit').click();
      expect(await button(page, 'Delete').count()).toBe(0);
      const field = page.getByRole('textbox', { name: 'Email', exact: true }).last();
      await field.fill('taken@example.org');
      await page.getByRole('tab', { name: 'Requests by IP' }).click();
      await dialog(page).getByText('Discard what you typed?').waitFor();
      await dialog(page).getByRole('button', { name: 'Go on editing' }).click();
      await button(page, 'Cancel').click();
      await dialog(page).getByRole('button', { name: 'Go on editing' }).click();
      await button(page, 'Save').click();
      await page.getByText('There is an account with this email already.').waitFor();
      expect(await field.getAttribute('aria-invalid')).toBe('true');
      await field.fill('after@example.org');
      await page.getByRole('textbox', { name: 'Max requests' }).fill('7');
      await page.getByRole('switch', { name: 'Valid' }).click();
      await button(page, 'Save').click();
      await page.getByText('User updated successfully').waitFor();
      await fact(page, 'Valid').getByText('NO').waitFor();
      expect(hashOf(page)).toBe(`#${userInfo('after@example.org', await at.idOf(token))}`);
      expect(await at.ask(token)).toBe(401);
      await page.reload();
      await fact(page, 'Max requests').getByText('7', { exact: true }).waitFor();
      await button(page, 'Edit').click();
      await page.getByRole('switch', { name: 'Valid' }).click();
      await button(page, 'Cancel').click();
      await dialog(page).getByRole('button', { name: 'Discard' }).click();
      await button(page, 'Delete').waitFor();
      expect(await fact(page, 'Valid').innerText()).toContain('NO');
      await button(page, 'Clear cache').click();
      await page.getByText('Cache cleared').waitFor();
    });
  });

  it('shows which of several keys a token is of, and switches that one alone', async () => {
    const email = 'several@example.org';
    const first = await at.person(email);
    const leaked = await at.key(email, 'leaked');
    const idOf = { first: await at.idOf(first), leaked: await at.idOf(leaked) };
    await at.visiting(userInfo(email, idOf.leaked), async (page) => {
      await fact(page, 'Key').getByText('leaked').waitFor();
      expect(await fact(page, 'Key').innerText()).toContain('one of 2 keys');
      await fact(page, 'Valid').getByText('This is about this key alone.').waitFor();
      await fact(page, 'Used today').getByText('All keys of the user together.').waitFor();
      await button(page, 'Edit').click();
      await page.getByRole('switch', { name: 'Valid' }).click();
      await button(page, 'Save').click();
      await page.getByText('User updated successfully').waitFor();
      await fact(page, 'Valid').getByText('NO').waitFor();
      expect([await at.ask(leaked), await at.ask(first)]).toEqual([401, 200]);
      await fact(page, 'Key').getByRole('link', { name: 'Default' }).click();
      await fact(page, 'Valid').getByText('YES').waitFor();
      await fact(page, 'Valid').getByText('The first key stands for all').waitFor();
      expect(hashOf(page)).toBe(`#${userInfo(email, idOf.first)}`);
      expect(await input(page, 'token').inputValue()).toBe(masked(first));
      // A token that is pasted is searched for itself, not for the first of its user.
      await button(page, 'Clear').click();
      await input(page, 'token').fill(leaked);
      await expect.poll(() => input(page, 'email').inputValue()).toBe(email);
      await button(page, 'Search').click();
      await fact(page, 'Valid').getByText('NO').waitFor();
      expect(hashOf(page)).toBe(`#${userInfo(email, idOf.leaked)}`);
      await button(page, 'Edit').click();
      await page.getByRole('switch', { name: 'Valid' }).click();
      await button(page, 'Save').click();
      await button(page, 'Edit').waitFor();
      expect(await fact(page, 'Valid').innerText()).toContain('YES');
      expect(await at.ask(leaked)).toBe(200);
    });
  });

  it('removes a user after a question and clears the view, but not the last administrator', async () => {
    const token = await at.person('gone@example.org');
    const own = (await at.product.users.show({ email: ADMIN })).token;
    await at.visiting(userInfo(ADMIN, own), async (page) => {
      const remove = async (email: string): Promise<void> => {
        await button(page, 'Delete').click();
        const question = dialog(page).getByText('Are you sure you want to remove');
        await question.waitFor();
        expect(await question.locator('strong').innerText()).toBe(email);
        await dialog(page).getByRole('button', { name: 'Delete' }).click();
      };
      await remove(ADMIN);
      await page.getByRole('alert').getByText('This is the last administrator.').waitFor();
      await button(page, 'Delete').waitFor();
      await page.goto(`${at.origin}/?seated#${userInfo('gone@example.org', await at.idOf(token))}`);
      await fact(page, 'Email').getByText('gone@example.org').waitFor();
      await remove('gone@example.org');
      await page.getByText('User removed').waitFor();
      await button(page, 'Delete').waitFor({ state: 'detached' });
      expect(hashOf(page)).toBe('#/admin/user-info');
      expect(await input(page, 'email').inputValue()).toBe('');
      expect(await at.ask(token)).toBe(401);
    });
  });

  it('lists the requests of today by token and by address, whatever the address is made of', async () => {
    const token = await at.person('busy@example.org');
    for (const wanted of [200, 200, 200]) expect(await at.ask(token)).toBe(wanted);
    await at.written();
    await at.counted('busy@example.org', '<img src=x onerror=alert(1)>', 1);
    const today = new Date().toISOString().slice(0, 10);
    await at.visiting(userInfo('busy@example.org', await at.idOf(token)), async (page) => {
      await page.getByRole('tab', { name: 'Requests by token' }).click();
      const table = page.getByRole('table', { name: 'Requests by token' });
      await table.getByRole('row', { name: `${today} 4`, exact: true }).waitFor();
      await page.getByText('Requests a day · 4 requests').first().waitFor();
      await page.getByRole('tab', { name: 'Requests by IP' }).click();
      const byIp = page.getByRole('table', { name: 'Requests by IP' }).filter({ hasText: 'SHARE' });
      await byIp.getByText('127.0.0.1').waitFor();
      await byIp.getByText('<img src=x onerror=alert(1)>').waitFor();
      expect(await byIp.locator('img').count()).toBe(0);
      await page.getByLabel('Start date').fill('2020-01-01');
      await page.getByLabel('End date').fill('2020-01-31');
      await page.getByRole('form', { name: 'Days to show' }).getByRole('button', { name: 'Search' }).click();
      await page.getByText('No data found').waitFor();
      await page.reload();
      await page.getByText('No data found').waitFor();
      await page.goBack();
      await page.getByText('127.0.0.1').first().waitFor();
    });
  });
});

const LOOKS = [
  ['light', { width: 1440, height: 900 }],
  ['dark', { width: 390, height: 844 }],
] as const;

/** Wide and narrow, in a theme each. */
const faultless = async (page: Page): Promise<void> => {
  await page.locator('main:not([aria-busy])').waitFor();
  await page.getByRole('main').getByText('looked-at@example.org').first().waitFor();
  for (const [theme, size] of LOOKS) {
    await page.setViewportSize(size);
    await turn(page, theme);
    const at = `${page.url()} in ${theme} at ${size.width} px`;
    expect(await seriousOn(page), at).toEqual([]);
    const [wide, seen] = await page.evaluate<readonly [number, number]>(
      '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
    );
    expect(wide, at).toBeLessThanOrEqual(seen);
  }
};

it('the three pages have no serious fault and nothing beyond the edge, wide in light or narrow in dark', async () => {
  const token = await at.person('looked-at@example.org', 3);
  await at.key('looked-at@example.org', 'Second');
  await at.counted('looked-at@example.org', '2001:db8:85a3:8d3:1319:8a2e:370:7348', 4);
  await at.visiting(userInfo('looked-at@example.org', await at.idOf(token)), faultless);
  await at.visiting(`/admin/manager?token=${await at.idOf(token)}`, faultless);
  await at.visiting('/admin/profile', async (page) => {
    await page.route('**/api/admin/profile', async (route) => {
      const answer = await route.fetch();
      const json = (await answer.json()) as { readonly data: object };
      await route.fulfill({ json: { ...json, data: { ...json.data, email: 'looked-at@example.org' } } });
    });
    await page.reload();
    await faultless(page);
  });
});
