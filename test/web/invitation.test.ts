import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { hashOf, heading, submit } from '#test/support/sign-in.ts';
import { openSite, type Site, type SitePage } from '#test/support/site.ts';

/** The link that an operator prints for an account without a password. */

const db = await testDatabase();
let site: Site;

beforeAll(async () => {
  site = await openSite(db);
}, 400_000);
afterAll(() => site?.close());

const visiting = async (path: string, look: (visit: SitePage) => Promise<void>): Promise<void> => {
  const visit = await site.visit(path);
  await look(visit);
  await visit.done();
};

describe('the link of an operator', () => {
  it('gives an account of the command line its password, once', { timeout: 60_000 }, async () => {
    const email = 'me+films@example.org';
    const { accounts } = site.product;
    const invitation = await db.transaction((tx) => accounts.invite(tx, email));
    const path = `/register?${new URLSearchParams({ email, invitation })}`;
    const choose = async (page: Page): Promise<void> => {
      await page.getByLabel('Password', { exact: true }).fill('secret 1');
      await page.getByLabel('Repeat password').fill('secret 1');
      await submit(page, 'Register').click();
    };
    await visiting(path, async ({ page, asked }) => {
      await page.getByText('Choose a password for your account.').waitFor();
      expect(await page.getByLabel('Email').inputValue()).toBe(email);
      expect(await page.getByLabel('Email').isEditable()).toBe(false);
      await choose(page);
      await heading(page, 'API token');
      // The code stands in no address that a server, a proxy or the browser's history keeps.
      expect(asked.filter((url) => url.split('#')[0]?.includes(invitation))).toEqual([]);
      expect(hashOf(page)).toBe('#/token');
      await page.goto(`${site.origin}/#${path}`);
      await page.getByText('Sign out before you use this link').waitFor();
    });
    await visiting(path, async ({ page }) => {
      await choose(page);
      await page.getByRole('alert').getByText('The link is used up or too old').waitFor();
    });
  });
});
