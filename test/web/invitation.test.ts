import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { seriousOn } from '#test/support/axe.ts';
import { standsStill } from '#test/support/browser.ts';
import { hashOf, heading, submit } from '#test/support/sign-in.ts';
import { loadAnew, testSite } from '#test/support/site.ts';
import { excess, shot } from './payments.support.ts';

/** The link that an operator prints for an account without a password. */

const { db, site } = await testSite();

const REFUSED = 'This link cannot be used: it is used up, too old, replaced by a newer one, or not whole.';
const LEAD = 'Choose a password for your account.';
/** As long as an email can be. */
const LONGEST = `${'x'.repeat(64)}@${['a', 'b'].map((letter) => letter.repeat(63)).join('.')}.${'c'.repeat(49)}.example.org`;

const invite = (email: string): Promise<string> => db.transaction((tx) => site.product.accounts.invite(tx, email));
const pathOf = (link: { readonly email?: string; readonly invitation: string }): string =>
  `/register?${new URLSearchParams(link)}`;
const choose = async (page: Page): Promise<void> => {
  await page.getByLabel('Password', { exact: true }).fill('secret 1');
  await page.getByLabel('Repeat password').fill('secret 1');
  await submit(page, 'Register').click();
};
/** The page says that the link leads nowhere, and has nothing to fill in. */
const isRefused = async (page: Page): Promise<void> => {
  await page.getByRole('alert').getByText(REFUSED).waitFor();
  expect(await page.getByRole('main').locator('input').count()).toBe(0);
};

describe('the link of an operator', () => {
  it('gives an account of the command line its password, once', async () => {
    const email = 'me+films@example.org';
    const invitation = await invite(email);
    const path = pathOf({ email, invitation });
    await site.visiting(path, async ({ page, asked }) => {
      await page.getByText(LEAD).waitFor();
      await page.getByRole('definition').getByText(email, { exact: true }).waitFor();
      expect(await page.getByLabel('Email').count()).toBe(0);
      expect(await page.locator('input[autocomplete=username]').inputValue()).toBe(email);
      await choose(page);
      await heading(page, 'API token');
      // The code stands in no address that a server, a proxy or the browser's history keeps.
      expect(asked.filter((url) => url.split('#')[0]?.includes(invitation))).toEqual([]);
      expect(hashOf(page)).toBe('#/token');
      await page.goto(`${site.origin}/#${path}`);
      await page.getByText('Sign out before you use this link').waitFor();
    });
    await site.visiting(path, async ({ page }) => {
      await isRefused(page);
      await page.getByRole('main').getByRole('link', { name: 'Sign in', exact: true }).click();
      await heading(page, 'Sign in');
    });
  });

  it('leads an administrator to the dashboard', async () => {
    const email = 'chief@example.org';
    const invitation = await invite(email);
    await db.query(`update account set role = 'ADMIN' where email = $1`, [email]);
    await site.visiting(pathOf({ email, invitation }), async ({ page }) => {
      await page.getByText(LEAD).waitFor();
      await choose(page);
      await heading(page, 'Dashboard');
      expect(hashOf(page)).toBe('#/admin/dashboard');
    });
  });

  it('says when it is opened that it cannot be used, and a right one in the same tab can', async () => {
    const email = 'replaced@example.org';
    const [old, latest] = [await invite(email), await invite(email)];
    const links = [
      { email, invitation: old },
      { email: 'somebody.else@example.org', invitation: latest },
      { invitation: latest },
      { email: 'nobody', invitation: latest },
      { email, invitation: 'x'.repeat(101) },
    ];
    await site.visiting(pathOf(links[0] ?? { invitation: '' }), async ({ page }) => {
      for (const link of links) {
        await loadAnew(site.origin, page, `/#${pathOf(link)}`);
        await isRefused(page);
        await page.getByText('Otherwise ask the operator of this site for a new link.').waitFor();
      }
      await page.evaluate(`location.hash = ${JSON.stringify(`#${pathOf({ email, invitation: latest })}`)}`);
      await page.getByText(LEAD).waitFor();
      await page.getByRole('definition').getByText(email, { exact: true }).waitFor();
      await choose(page);
      await heading(page, 'API token');
    });
  });

  it('that is used up while the form is open says so when it is sent', async () => {
    const email = 'twice@example.org';
    const invitation = await invite(email);
    await site.visiting(pathOf({ email, invitation }), async ({ page }) => {
      await page.getByText(LEAD).waitFor();
      await invite(email);
      await choose(page);
      await page.getByRole('alert').getByText('The link is used up or too old').waitFor();
    });
  });

  it('says what is wrong with its address, though that has no field', async () => {
    const email = 'fixed@example.org';
    const invitation = await invite(email);
    await site.visiting(pathOf({ email, invitation }), async ({ page }) => {
      const details = [{ field: 'email', message: 'Taken' }];
      const json = { code: 409, data: null, error: 'This address is taken', reason: 'email_taken', details };
      await page.route('**/api/auth/signup', (route) => route.fulfill({ status: 409, json }));
      await page.getByText(LEAD).waitFor();
      await choose(page);
      await page.getByRole('alert').getByText('This address is taken').waitFor();
    });
  });

  it('leaves the form when nobody can say whether it holds', async () => {
    const email = 'trouble@example.org';
    const link = pathOf({ email, invitation: await invite(email) });
    await site.visiting('/login', async ({ page }) => {
      const json = { code: 503, data: null, error: 'Not now', reason: 'unavailable', details: [] };
      await page.route('**/api/auth/invitation', (route) => route.fulfill({ status: 503, json }));
      await page.goto(`${site.origin}/#${link}`);
      await page.getByText(LEAD).waitFor();
      await choose(page);
      await heading(page, 'API token');
    });
  });
});

it.each([
  [1440, 'light'],
  [1000, 'dark'],
  [768, 'light'],
  [390, 'dark'],
] as const)(
  'at %i px in %s the page of a link has no serious fault and shows an email of any length',
  async (width, theme) => {
    const good = pathOf({ email: LONGEST, invitation: await invite(LONGEST) });
    const visit = await site.visit(good, {
      colorScheme: theme,
      viewport: { width, height: 900 },
      reducedMotion: 'reduce',
    });
    const { page } = visit;
    const sound = async (name: string): Promise<void> => {
      await standsStill(page);
      await shot(page, `${name}-${width}-${theme}`);
      expect(await seriousOn(page), name).toEqual([]);
      expect(await excess(page), name).toBeLessThanOrEqual(0);
    };
    await page.getByText(LEAD).waitFor();
    if (theme === 'dark') {
      await page.evaluate(`localStorage.setItem('darkTheme', '1')`);
      await page.reload();
      await page.getByText(LEAD).waitFor();
    }
    const shown = page.getByRole('definition').getByText(LONGEST, { exact: true });
    expect(await shown.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
    await sound('invited');
    await page.evaluate(`location.hash = '#${pathOf({ email: LONGEST, invitation: 'x' })}'`);
    await isRefused(page);
    await sound('refused');
    await visit.done();
  },
);
