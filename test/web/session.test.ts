import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { standsStill } from '#test/support/browser.ts';
import { hashOf, heading, signInOn, storage } from '#test/support/sign-in.ts';
import { type SitePage, testSite } from '#test/support/site.ts';

/** How a session goes on and how it ends, and when the page says that it is busy. */

const { site } = await testSite();

beforeAll(async () => {
  await site.product.signIn('user@example.org');
});
const tokenThatEnds = (seconds: number): string =>
  `e30.${Buffer.from(JSON.stringify({ exp: Math.floor(Date.now() / 1000) + seconds })).toString('base64url')}.x`;

describe('the end of a session', () => {
  const seated = async (page: Page, token: string, role = 'ADMIN'): Promise<void> =>
    page.evaluate(
      `Object.assign(localStorage, ${JSON.stringify({
        authToken: token,
        authUser: JSON.stringify({ email: 'x@example.org', role }),
        darkTheme: '1',
      })})`,
    );

  it('clears everything, turns the light on and leads to sign-in when somebody leaves', () =>
    site.visiting('/login', async ({ page }) => {
      await signInOn(page, 'user@example.org');
      await heading(page, 'API token');
      await page.evaluate("localStorage.setItem('anything', 'else')");
      await page.getByText('Dark', { exact: true }).click();
      await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
      const told = page.waitForResponse((answer) => answer.url().endsWith('/api/auth/signout'));
      await page.getByRole('button', { name: 'Account' }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await heading(page, 'Sign in');
      expect((await told).status()).toBe(200);
      expect(await page.evaluate('localStorage.length')).toBe(0);
      await page.locator('html[data-mantine-color-scheme=light]').waitFor();
    }));

  it('can be asked for before the menu has come', () =>
    site.visiting('/login', async ({ page }) => {
      const { promise: seen, resolve: go } = Promise.withResolvers<void>();
      await page.route('**/assets/AccountMenu-*.js', async (route) => {
        await seen;
        await route.continue();
      });
      await signInOn(page, 'user@example.org');
      await heading(page, 'API token');
      await page.locator('header').getByRole('button', { name: 'Account' }).click();
      go();
      await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
      await page.keyboard.press('Escape');
      await page.locator('header button[aria-expanded=false]:focus').waitFor();
    }));

  it('reaches the other tabs', () =>
    site.visiting('/login', async ({ page }) => {
      await signInOn(page, 'user@example.org');
      await heading(page, 'API token');
      const other = await page.context().newPage();
      await other.goto(`${site.origin}/#/profile`);
      await heading(other, 'Account');
      await page.getByRole('button', { name: 'Account' }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await heading(other, 'Sign in');
    }));

  it('comes with the token for an administrator, who is asked to sign in again', () =>
    site.visiting('/', async ({ page }) => {
      await seated(page, tokenThatEnds(-1));
      await page.goto(`${site.origin}/?again#/admin/dashboard`);
      await page.getByText('Your session has ended.').waitFor();
      expect(await storage(page, 'authToken')).toBeNull();
      await page.locator('html[data-mantine-color-scheme=light]').waitFor();
    }));

  it('comes with a 401 of any call', () =>
    site.visiting('/', async ({ page }) => {
      await seated(page, tokenThatEnds(3_000), 'USER');
      await page.route('**/api/user/**', (route) =>
        route.fulfill({
          status: 401,
          json: { code: 401, data: null, error: 'over', reason: 'session_invalid', details: [] },
        }),
      );
      await page.goto(`${site.origin}/?again#/token`);
      await page.getByRole('alert').getByText('over', { exact: true }).waitFor();
      await heading(page, 'Sign in');
      expect(await storage(page, 'authUser')).toBeNull();
    }));

  it('is said in the words of the server, once, and nothing is asked without a session', () =>
    site.visiting('/login', async ({ page, asked }) => {
      const said = 'You are signed out; sign in again.';
      await signInOn(page, 'user@example.org');
      await heading(page, 'API token');
      await page.evaluate("localStorage.setItem('authToken', localStorage.getItem('authToken') + 'x')");
      await page.goto(`${site.origin}/#/profile`);
      await page.reload();
      await page.goto(`${site.origin}/#/payments`);
      await heading(page, 'Sign in');
      await page.getByRole('alert').getByText(said).waitFor();
      await standsStill(page);
      expect(await page.locator('[data-part=alert]').allTextContents()).toEqual([said]);
      expect(hashOf(page)).toBe('#/login?returnUrl=%2Fpayments');
      // Not at all where a call of the page before is told first that the session has ended.
      expect(asked.filter((url) => url.endsWith('/api/user/payments')).length).toBeLessThanOrEqual(1);
    }));
});

describe('the beginning of a session', () => {
  it('leads the guest pages of other tabs on, each to where it was going', () =>
    site.visiting('/login', async ({ page }) => {
      const others = [
        ['/login?returnUrl=%2Fprofile', 'Sign in', 'Account'],
        ['/login?returnUrl=%2Fadmin%2Fdashboard', 'Sign in', 'API token'],
        ['/register', 'Register', 'API token'],
      ] as const;
      const tabs = [];
      for (const [path, title, target] of others) {
        const tab = await page.context().newPage();
        await tab.goto(`${site.origin}/#${path}`);
        await heading(tab, title);
        tabs.push({ tab, target });
      }
      await signInOn(page, 'user@example.org');
      for (const { tab, target } of tabs) await heading(tab, target);
      expect(tabs.map(({ tab }) => hashOf(tab))).toEqual(['#/profile', '#/token', '#/token']);
    }));
});

describe('a session that is used', () => {
  const MINUTE_MS = 60_000;
  const refreshes = ({ asked }: SitePage) => asked.filter((url) => url.endsWith('/api/auth/refresh')).length;
  /** Signed in, with a clock that the test turns. */
  const begin = async ({ page }: SitePage): Promise<void> => {
    await page.clock.install();
    await page.reload();
    await signInOn(page, 'user@example.org');
    await heading(page, 'API token');
  };

  it('is renewed in its last ten minutes, once', () =>
    site.visiting(
      '/login',
      async (visit) => {
        const { page } = visit;
        await begin(visit);
        await page.clock.fastForward(49 * MINUTE_MS);
        await page.keyboard.press('Shift');
        expect(refreshes(visit)).toBe(0);
        const renewed = page.waitForResponse((answer) => answer.url().endsWith('/api/auth/refresh'));
        await page.clock.fastForward(2 * MINUTE_MS);
        expect((await renewed).status()).toBe(200);
        await page.waitForFunction("localStorage.getItem('authToken') !== null");
        expect(refreshes(visit)).toBe(1);
      },
      { own: true },
    ));

  it('says that it could not be renewed, after three tries, and goes on', () =>
    site.visiting(
      '/login',
      async (visit) => {
        const { page } = visit;
        await begin(visit);
        await page.route('**/api/auth/refresh', (route) => route.fulfill({ status: 503, body: '' }));
        await page.clock.fastForward(51 * MINUTE_MS);
        await page.getByRole('alert').getByText('Error loading token').waitFor();
        expect(refreshes(visit)).toBe(3);
        expect(await storage(page, 'authToken')).not.toBeNull();
      },
      { own: true },
    ));

  it('is over when the server will not renew it', () =>
    site.visiting(
      '/login',
      async (visit) => {
        const { page } = visit;
        await begin(visit);
        const error = 'The session has expired; sign in again.';
        const refused = { code: 401, data: null, error, reason: 'session_expired', details: [] };
        await page.route('**/api/auth/refresh', (route) => route.fulfill({ status: 401, json: refused }));
        await page.clock.fastForward(51 * MINUTE_MS);
        await heading(page, 'Sign in');
        await page.getByRole('alert').getByText(error).waitFor();
        expect(await page.getByText('Error loading token').count()).toBe(0);
        expect(refreshes(visit)).toBe(1);
        expect(await page.evaluate('localStorage.length')).toBe(0);
      },
      { own: true },
    ));
});

describe('the loader', () => {
  it('comes with a counted request and goes with the last answer', () =>
    site.visiting('/login', async ({ page }) => {
      await signInOn(page, 'user@example.org');
      await heading(page, 'API token');
      let answer = (): void => {};
      const held = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route('**/api/user/token', async (route) => {
        await held;
        await route.continue();
      });
      await page.reload();
      await page.locator('main[aria-busy=true]').waitFor();
      await page.getByText('Please wait...').waitFor();
      answer();
      await page.locator('main:not([aria-busy])').waitFor();
      await page.getByText('Please wait...').waitFor({ state: 'detached' });
    }));
});
