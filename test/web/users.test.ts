import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultsOn } from '#test/support/axe.ts';
import { testDatabase } from '#test/support/database.ts';
import { hashOf, heading } from '#test/support/sign-in.ts';
import { turn } from '#test/support/site.ts';
import { ADMIN, type Administration, button, dialog, openAdministration } from './admin.support.ts';
import { lines } from './records.support.ts';

/** Users as administrators look through them, and the list of what administrators did. */

const db = await testDatabase('sample');
const LONG = `${'a'.repeat(60)}@${'b'.repeat(60)}.very-long-name-of-a-company.example`;
let at: Administration;
beforeAll(async () => {
  at = await openAdministration(db);
  for (const email of ['ann@example.org', 'bob@example.org', LONG]) await at.person(email);
});
afterAll(() => at?.close());

const WIDTHS = [1440, 768, 390, 320];

describe('the list of users', () => {
  it('is filtered by the address, leads to a user, and disables one after a question', () =>
    at.visiting('/admin/dashboard', async (page) => {
      await page.getByRole('button', { name: 'Manage' }).click();
      await page.getByRole('menuitem', { name: 'Users' }).click();
      await heading(page, 'Users');
      await page.getByText('Showing 5 / 5').waitFor();
      await page.getByLabel('Part of the email').fill('bob@');
      await button(page, 'Search').click();
      await page.getByText('Showing 1 / 1').waitFor();
      expect(hashOf(page)).toBe('#/admin/users?text=bob%40');
      const bob = lines(page).filter({ hasText: 'bob@example.org' });
      await bob.getByText('Without a password').waitFor();
      await button(page, 'More for bob@example.org').click();
      await page.getByRole('menuitem', { name: 'Disable' }).click();
      await dialog(page).getByText('Are you sure you want to disable bob@example.org?').waitFor();
      await dialog(page).getByRole('button', { name: 'Cancel' }).click();
      expect((await db.query('select from account where disabled_at is not null')).rowCount).toBe(0);
      await button(page, 'More for bob@example.org').click();
      await page.getByRole('menuitem', { name: 'Disable' }).click();
      await dialog(page).getByRole('button', { name: 'Disable' }).click();
      await page.getByText('User disabled').waitFor();
      await bob.getByText('Disabled', { exact: true }).waitFor();
      await page.getByLabel('State').selectOption('Active');
      await page.getByLabel('Part of the email').fill('');
      await button(page, 'Search').click();
      await page.getByText('Showing 1 / 1').waitFor();
      await page.getByRole('link', { name: ADMIN }).click();
      await heading(page, 'User info');
    }));

  it('says at the field what cannot be asked, and lists nobody until it is mended', () =>
    at.visiting('/admin/users?role=FOO', async (page) => {
      await page.getByText('Role must be one of User, Administrator').waitFor();
      await page.getByText('A filter cannot be used as it is.').waitFor();
      expect(await page.getByLabel('Role', { exact: true }).inputValue()).toBe('FOO');
      expect(await lines(page).count()).toBe(0);
      expect(await page.getByText(/^Showing /).count()).toBe(0);
      await page.getByLabel('Role', { exact: true }).selectOption('Administrator');
      await button(page, 'Search').click();
      await page.getByText('Showing 1 / 1').waitFor();
      for (const [search, said] of [
        ['state=FOO', /^State must be one of Disabled, /],
        ['sort=FOO', /^Order must be one of Newest first, /],
        [`text=${'a'.repeat(255)}`, 'Part of the email must be at most 254 characters'],
      ] as const) {
        await page.goto(`${at.origin}/?seated#/admin/users?${search}`);
        await page.getByText(said).waitFor();
        await expect.poll(() => lines(page).count(), { message: search }).toBe(0);
      }
    }));

  it('says that the last administrator stays', () =>
    at.visiting(`/admin/users?text=${ADMIN}`, async (page) => {
      await button(page, `More for ${ADMIN}`).click();
      await page.getByRole('menuitem', { name: 'Make user' }).click();
      await dialog(page).getByRole('button', { name: 'Make user' }).click();
      await page.getByText('This is the last administrator.').waitFor();
      await lines(page).getByText('Administrator', { exact: true }).waitFor();
    }));

  it('invites somebody by a link that is shown once', () =>
    at.visiting('/admin/users', async (page) => {
      await button(page, 'Invite').click();
      await dialog(page).getByRole('button', { name: 'Invite' }).click();
      await dialog(page).getByText('Email is required').waitFor();
      await dialog(page).getByLabel('Email').fill('carl@example.org');
      await page.keyboard.press('Escape');
      await dialog(page).getByText('Discard what you typed?').waitFor();
      await dialog(page).getByRole('button', { name: 'Go on editing' }).click();
      await dialog(page).getByLabel('Role').selectOption('Administrator');
      await dialog(page).getByRole('button', { name: 'Invite' }).click();
      await dialog(page).getByText('Hand this link to carl@example.org').waitFor();
      expect(await dialog(page).innerText()).toContain('/#/register?email=carl%40example.org&invitation=');
      await dialog(page).getByRole('button', { name: 'Done' }).click();
      await lines(page).filter({ hasText: 'carl@example.org' }).getByText('Administrator').waitFor();
    }));
});

describe('the list of actions', () => {
  it('says who did what, and unfolds to what has changed', () =>
    at.visiting('/admin/actions?about=bob', async (page) => {
      await heading(page, 'Actions');
      const row = lines(page).filter({ hasText: 'Disable a user, or enable one again' });
      await row.getByText(ADMIN).waitFor();
      await row.getByRole('button').first().click();
      await page.getByRole('heading', { name: 'Changed' }).waitFor();
      const state = page.locator('dl > div').filter({ has: page.locator('dt', { hasText: /^state$/ }) });
      expect(await state.locator('dd').innerText()).toMatch(/from\s+INVITED\s+to\s+DISABLED/);
      expect(await faultsOn(page, { without: ['skip-link'] })).toEqual([]);
    }));

  it('keeps a span that ends before it begins from being asked for', () =>
    at.visiting('/admin/actions?startDate=2026-11-21T00:00:00Z&endDate=2026-11-20T00:00:00Z', async (page) => {
      await page.getByText('The end date is before the start date').waitFor();
      await page.getByText('A filter cannot be used as it is.').waitFor();
    }));
});

it.each(['/admin/users', '/admin/actions'])('%s has no fault and nothing beyond the edge at any width', (path) =>
  at.visiting(path, async (page) => {
    await lines(page).first().waitFor();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      for (const theme of ['light', 'dark'] as const) {
        await turn(page, theme);
        await expect
          .poll(() => page.evaluate<number>('document.documentElement.scrollWidth'), { message: String(width) })
          .toBeLessThanOrEqual(width);
        if (width === 1440 || width === 390)
          expect(await faultsOn(page, { without: ['skip-link'] }), `${width} ${theme}`).toEqual([]);
      }
    }
  }),
);
