import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { heading, signInOn } from '#test/support/sign-in.ts';
import { ADMIN, type Administration, button, dialog, fact, openAdministration, userInfo } from './admin.support.ts';

/** The forms of a user and of the own profile, beside what test/web/forms.test.ts says of all forms. */

const db = await testDatabase('sample');
let at: Administration;

beforeAll(async () => {
  at = await openAdministration(db);
});
afterAll(() => at?.close());

const limit = (page: Page) => page.getByRole('textbox', { name: 'Max requests' });
const theirs = (page: Page, row: string) =>
  page.getByRole('row', { name: new RegExp(`^${row}`) }).locator('[data-name=Theirs]');
const focusOn = (page: Page): Promise<string> => page.evaluate('document.activeElement.textContent.slice(0, 40)');

it('a user whom somebody else has saved meanwhile is shown with both; what is kept is what was changed here', async () => {
  const token = await at.person('shared@example.org', 5);
  await at.visiting(userInfo('shared@example.org', await at.idOf(token)), async (page) => {
    await button(page, 'Edit').click();
    await limit(page).fill('7');
    await at.product.users.change({ token, maxRequests: 9, isValid: 0 });
    await button(page, 'Save').click();
    expect(await theirs(page, 'Max requests').innerText()).toBe('9');
    expect(await theirs(page, 'Valid').innerText()).toBe('NO');
    const yours = page.getByRole('row', { name: /^Valid/ }).locator('[data-name=Yours]');
    expect(await yours.innerText()).toBe('(not changed, theirs is kept)');
    expect(await focusOn(page)).toBe('Somebody else has saved this meanwhile');
    await button(page, 'Keep mine and save').click();
    await page.getByText('User updated successfully').waitFor();
    await fact(page, 'Max requests').getByText('7', { exact: true }).waitFor();
    expect(await fact(page, 'Valid').innerText()).toContain('NO');
    expect(await focusOn(page)).toBe('Edit');
  });
});

it('theirs is taken: the user is shown as they have left it, and nothing is asked', async () => {
  const token = await at.person('taken-over@example.org', 5);
  await at.visiting(userInfo('taken-over@example.org', await at.idOf(token)), async (page) => {
    await button(page, 'Edit').click();
    await limit(page).fill('7');
    await at.product.users.change({ token, maxRequests: 9 });
    await page.keyboard.press('Control+s');
    await button(page, 'Take theirs').click();
    expect(await limit(page).inputValue()).toBe('9');
    await button(page, 'Cancel').click();
    await fact(page, 'Max requests').getByText('9', { exact: true }).waitFor();
  });
});

it('an edit of a user is there again after a session that has ended', async () => {
  const token = await at.person('long@example.org', 5);
  await at.visiting(userInfo('long@example.org', await at.idOf(token)), async (page) => {
    await button(page, 'Edit').click();
    await limit(page).fill('12');
    await page.route('**/api/admin/user', (route) =>
      route.fulfill({
        status: 401,
        json: { code: 401, data: null, error: 'over', reason: 'session_invalid', details: [] },
      }),
    );
    await button(page, 'Save').click();
    await heading(page, 'Sign in');
    await page.unroute('**/api/admin/user');
    await signInOn(page, ADMIN);
    await page.getByText('What you typed before your session ended is here again.').waitFor();
    expect(await limit(page).inputValue()).toBe('12');
    await button(page, 'Save').click();
    await fact(page, 'Max requests').getByText('12', { exact: true }).waitFor();
  });
});

it('what was typed in the own profile is there again after a session that has ended', () =>
  at.visiting('/admin/profile', async (page) => {
    const rows = page.getByRole('textbox', { name: 'Max registers' });
    await rows.fill('37');
    const over = { code: 401, data: null, error: 'over', reason: 'session_invalid', details: [] };
    await page.route('**/api/admin/profile', (route) => route.fulfill({ status: 401, json: over }));
    await button(page, 'Save').click();
    await heading(page, 'Sign in');
    await page.unroute('**/api/admin/profile');
    await signInOn(page, ADMIN);
    await page.getByText('What you typed before your session ended is here again.').waitFor();
    expect(await rows.inputValue()).toBe('37');
    await button(page, 'Save').click();
    await page.getByText('Profile updated successfully').waitFor();
  }));

it('the own profile is shown with both too, and is asked about before it is left', () =>
  at.visiting('/admin/profile', async (page) => {
    const rows = page.getByRole('textbox', { name: 'Max registers' });
    await rows.fill('33');
    const id = (await db.query<{ id: number }>('select id from account where email = $1', [ADMIN])).rows[0]?.id ?? 0;
    await db.query('update account set max_regs = 44, record_version = record_version + 1 where id = $1', [id]);
    await page.evaluate("location.hash = '#/admin/manager'");
    await dialog(page).getByText('Discard what you typed?').waitFor();
    await dialog(page).getByRole('button', { name: 'Go on editing' }).click();
    await button(page, 'Save').click();
    expect(await theirs(page, 'Max registers').innerText()).toBe('44');
    await button(page, 'Keep mine and save').click();
    await page.getByText('Profile updated successfully').waitFor();
    expect((await db.query<{ n: number }>('select max_regs as n from account where id = $1', [id])).rows[0]?.n).toBe(
      33,
    );
    expect(await rows.inputValue()).toBe('33');
  }));

it('the first dialog of a page gives the focus back, and so does another try', async () => {
  const token = await at.person('cleared@example.org', 5);
  await at.ask(token);
  await at.written();
  await at.visiting(`/admin/manager?token=${await at.idOf(token)}`, async (page) => {
    const clear = page
      .getByRole('table')
      .first()
      .getByRole('button', { name: /^Clear/ })
      .first();
    const name = await clear.innerText();
    await clear.click();
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => focusOn(page)).toBe(name);
    await page.route('**/api/admin/manager?*', (route) => route.fulfill({ status: 400, body: 'no' }));
    await page.reload();
    await page.getByRole('button', { name: 'Try again' }).first().waitFor();
    await page.unroute('**/api/admin/manager?*');
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await clear.waitFor();
    expect(await page.evaluate('document.activeElement === document.body')).toBe(false);
  });
});
