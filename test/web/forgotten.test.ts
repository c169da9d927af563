import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { TEST_PASSWORD } from '#test/support/product-in-memory.ts';
import { hashOf, heading, submit } from '#test/support/sign-in.ts';
import { openSite } from '#test/support/site.ts';
import { startSmtp } from '#test/support/smtp.ts';
import { sound } from './sound.support.ts';

/** Forgotten passwords and addresses to be confirmed, by real mail. */

const smtp = await startSmtp();
const db = await testDatabase('sample');
await db.query(`insert into configuration (key, value1, description) values ('EMAIL_CONFIRMATION', '1', '')`);
const site = await openSite(db, { SMTP_URL: smtp.url, MAIL_FROM: 'Films <films@example.org>' });
afterAll(site.close);
const NEXT = 'battery staple';

/** The page of the site that the next mail leads to, without its origin. */
const nextLink = (): Promise<string> =>
  new Promise((resolve) =>
    smtp.onTaken(({ text }) => {
      const [, origin, path] = /(https?:\/\/[^/\s]+)\/#(\/\S+)/.exec(text) ?? [];
      if (origin === site.origin && path) resolve(path);
    }),
  );
const fill = async (page: Page, password: string): Promise<void> => {
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Repeat password').fill(password);
};

describe('a forgotten password', () => {
  it('is asked for at the sign-in, and chosen by the link in the mail, once', async () => {
    const email = 'forgetful@example.org';
    await site.product.signIn(email);
    const link = nextLink();
    await site.visiting('/login', async ({ page, asked }) => {
      await page.getByRole('link', { name: 'Forgotten password?' }).click();
      await heading(page, 'Forgotten password');
      await submit(page, 'Send the link').click();
      await page.getByText('Email is required').waitFor();
      await sound(page, 'forgotten');
      await page.getByLabel('Email').fill(email);
      await submit(page, 'Send the link').click();
      await page.getByRole('status').getByText(`If there is an account for ${email}`).waitFor();
      await sound(page, 'forgotten-sent');
      const path = await link;
      await page.goto(`${site.origin}/#${path}`);
      await page.getByRole('definition').getByText(email, { exact: true }).waitFor();
      await fill(page, '123');
      await submit(page, 'Save password').click();
      await page.getByText('Password must be at least 6 characters').first().waitFor();
      await sound(page, 'reset');
      await fill(page, NEXT);
      await submit(page, 'Save password').click();
      await heading(page, 'Sign in');
      await page.getByText('Your new password is set.').waitFor();
      // The code stands in no address that a server, a proxy or the browser's history keeps.
      const code = new URLSearchParams(path.split('?')[1]).get('link') ?? 'none';
      expect(asked.filter((url) => url.split('#')[0]?.includes(code))).toEqual([]);
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(NEXT);
      await submit(page, 'Sign in').click();
      await heading(page, 'API token');
      await page.goto(`${site.origin}/#${path}`);
      await page.getByRole('alert').getByText('This link cannot be used').waitFor();
      await sound(page, 'reset-refused');
    });
  });

  it('gets a link from an administrator', async () => {
    const email = 'handed@example.org';
    await site.product.signIn(email);
    await site.product.accounts.createUser({ email: 'boss@example.org', password: TEST_PASSWORD, admin: true });
    await site.visiting('/login', async ({ page }) => {
      await page.getByLabel('Email').fill('boss@example.org');
      await page.getByLabel('Password', { exact: true }).fill(TEST_PASSWORD);
      await submit(page, 'Sign in').click();
      await page.waitForURL(/dashboard/);
      await page.goto(`${site.origin}/#/admin/user-info?email=${email}`);
      await page.getByRole('button', { name: 'Password link' }).click();
      const dialog = page.getByRole('dialog', { name: 'A link for a new password' });
      await dialog.getByText(`${site.origin}/#/reset?email=handed`).waitFor();
      await sound(page, 'handed');
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
    });
  });
});

it('who registers confirms the address where that is wanted, and has the link sent again', async () => {
  const email = 'new@example.org';
  const first = nextLink();
  await site.visiting('/register', async ({ page }) => {
    await page.getByLabel('Email').fill(email);
    await fill(page, NEXT);
    await submit(page, 'Register').click();
    await heading(page, 'API token');
    await page.getByText('This token works once you have confirmed your address').waitFor();
    await sound(page, 'unconfirmed');
    await first;
    const again = nextLink();
    await page.getByRole('button', { name: 'Send the link again' }).click();
    await page.getByText(`A link is on its way to ${email}`).waitFor();
    await page.goto(`${site.origin}/#${await again}`);
    await heading(page, 'Confirm your address');
    await sound(page, 'confirm');
    await page.getByRole('button', { name: 'This address is mine' }).click();
    await page.getByText('The address is confirmed.').waitFor();
    await sound(page, 'confirmed');
    await page.getByRole('link', { name: 'To your API token' }).click();
    await heading(page, 'API token');
    expect(hashOf(page)).toBe('#/token');
    expect(await page.getByText('This token works once').count()).toBe(0);
  });
});
