import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { fill, hashOf, heading, signInOn, storage, submit } from '#test/support/sign-in.ts';
import { testSite } from '#test/support/site.ts';

/** Registration, sign-in and guards, as a browser meets them. */

const { site } = await testSite();
let last = 0;

beforeAll(async () => {
  await site.product.signIn('user@example.org');
  await site.product.signIn('admin@example.org', { admin: true });
});
const isFocused = (element: Locator): Promise<boolean> => element.and(element.page().locator(':focus')).isVisible();
const newAddress = (): string => `new${++last}@example.org`;

describe('registering', () => {
  it('shows what is missing after the first try, with the focus on the first bad field', () =>
    site.visiting('/register', async ({ page }) => {
      await heading(page, 'Register');
      expect(await page.getByText('Email is required').count()).toBe(0);
      await submit(page, 'Register').click();
      for (const text of ['Email is required', 'Password is required']) await page.getByText(text).first().waitFor();
      const email = page.getByLabel('Email');
      expect(await isFocused(email)).toBe(true);
      const describedBy = await email.getAttribute('aria-describedby');
      expect(await page.locator(`[id="${describedBy}"]`).innerText()).toBe('Email is required');
      await fill(page, 'nobody', '12345', '12345');
      await page.getByText('Email must be a valid email address').waitFor();
      await page.getByText('Password must be at least 6 characters', { exact: true }).waitFor();
    }));

  it('says on leaving the repeated password that the two differ', () =>
    site.visiting('/register', async ({ page }) => {
      await fill(page, 'a@example.org', 'secret 1', 'secret 2');
      expect(await page.getByText('The passwords differ').count()).toBe(0);
      await page.getByLabel('Email').focus();
      await page.getByText('The passwords differ').waitFor();
    }));

  it('leads straight to the token page, with the session stored and the anti-forgery header sent', () =>
    site.visiting('/register', async ({ page }) => {
      const email = newAddress();
      await fill(page, email, 'secret 1', 'secret 1');
      const sent = page.waitForRequest((request) => request.url().endsWith('/api/auth/signup'));
      await submit(page, 'Register').click();
      const headers = await (await sent).allHeaders();
      const cookies = await page.context().cookies();
      const cookie = cookies.find(({ name }) => name === 'XSRF-TOKEN');
      expect(cookie).toMatchObject({ sameSite: 'Strict', httpOnly: false, path: '/' });
      expect([headers['x-xsrf-token'], headers['content-type']]).toEqual([cookie?.value, 'application/json']);
      await heading(page, 'API token');
      expect(hashOf(page)).toBe('#/token');
      expect(JSON.parse((await storage(page, 'authUser')) ?? '')).toEqual({ email, role: 'USER' });
      expect([await storage(page, 'darkTheme'), await storage(page, 'regsPerPage')]).toEqual(['0', '20']);
      expect(await storage(page, 'authToken')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    }));

  it('shows at the field what the server refuses in it', () =>
    site.visiting('/register', async ({ page }) => {
      await fill(page, newAddress(), 'iloveyou', 'iloveyou');
      await submit(page, 'Register').click();
      const said = page.getByText('Password is one of the most common ones; choose another');
      await said.waitFor();
      const password = page.getByLabel('Password', { exact: true });
      expect(await isFocused(password)).toBe(true);
      await password.fill('iloveyou so much');
      await said.waitFor({ state: 'detached' });
    }));

  it("shows the server's words about an address that is taken, and can be tried again", () =>
    site.visiting('/register', async ({ page }) => {
      await fill(page, 'user@example.org', 'secret 1', 'secret 1');
      await submit(page, 'Register').click();
      const said = page.getByText('There is an account with this email already.');
      await said.waitFor();
      expect(await isFocused(page.getByLabel('Email'))).toBe(true);
      await page.getByLabel('Email').fill(newAddress());
      await said.waitFor({ state: 'detached' });
      expect(await submit(page, 'Register').isEnabled()).toBe(true);
    }));
});

describe('signing in', () => {
  it('wants an email and 6 characters', () =>
    site.visiting('/login', async ({ page }) => {
      await submit(page, 'Sign in').click();
      await page.getByText('Email is required').waitFor();
      await page.getByText('Password must be at least 6 characters').waitFor();
    }));

  it("shows the server's words about a wrong password and signs nobody out", () =>
    site.visiting('/login', async ({ page }) => {
      await fill(page, 'user@example.org', 'wrong password');
      await submit(page, 'Sign in').click();
      await page.getByRole('alert').getByText('Email or password is wrong.').waitFor();
      expect(hashOf(page)).toBe('#/login');
      expect(await page.getByLabel('Email').inputValue()).toBe('user@example.org');
    }));

  it('is off while it is on its way, and says when nobody answers', () =>
    site.visiting('/login', async ({ page }) => {
      let answer = (): void => {};
      const held = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route('**/api/auth/signin', async (route) => {
        await held;
        await route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' });
      });
      await signInOn(page, 'user@example.org');
      await page.locator('main button[type=submit][aria-disabled=true]').waitFor();
      answer();
      await page.getByRole('alert').getByText('Could not contact with server').waitFor();
      expect(await submit(page, 'Sign in').isEnabled()).toBe(true);
    }));

  it.each([['{}'], ['{"code":200,"data":{}}'], ['{"code":200,"data":{"token":"a.b.c","email":"x","role":"USER"}}']])(
    'takes %s for no answer',
    (body) =>
      site.visiting('/login', async ({ page }) => {
        await page.route('**/api/auth/signin', (route) => route.fulfill({ contentType: 'application/json', body }));
        await signInOn(page, 'user@example.org');
        await page.getByRole('alert').getByText('Could not contact with server').waitFor();
        expect(await storage(page, 'authToken')).toBeNull();
        expect(await submit(page, 'Sign in').isEnabled()).toBe(true);
      }),
  );

  it('forgets what went wrong at the next try, also one that cannot be sent, and on another page', () =>
    site.visiting('/login', async ({ page }) => {
      const alert = page.getByRole('alert');
      const json = { code: 429, data: null, error: 'Too many failed tries.', reason: 'too_many_tries', details: [] };
      await page.route('**/api/auth/signin', (route) =>
        route.fulfill({ status: 429, headers: { 'Retry-After': '720' }, json }),
      );
      const refused = async () => {
        await fill(page, 'user@example.org', 'long enough');
        await submit(page, 'Sign in').click();
        await alert.getByText('Too many failed tries. Try again in 12 minutes.').waitFor();
      };
      await refused();
      await page.getByLabel('Password', { exact: true }).fill('x'.repeat(257));
      expect(await page.getByLabel('Password', { exact: true }).inputValue()).toHaveLength(257);
      await submit(page, 'Sign in').click();
      await page.getByText('Password must be at most 256 characters').waitFor();
      expect(await alert.innerText()).toBe('');
      await refused();
      await page.getByRole('main').getByRole('link', { name: 'Register' }).click();
      await heading(page, 'Register');
      expect(await alert.innerText()).toBe('');
    }));

  it('leads to the token page, and an administrator to the dashboard with the front-end settings', async () => {
    await site.visiting('/login', async ({ page }) => {
      await signInOn(page, 'user@example.org');
      await heading(page, 'API token');
      expect(await storage(page, 'configuration')).toBeNull();
    });
    await site.visiting('/login', async ({ page }) => {
      await signInOn(page, 'admin@example.org');
      await heading(page, 'Dashboard');
      await page.waitForFunction("localStorage.getItem('configuration') !== null");
      const map = JSON.parse((await storage(page, 'configuration')) ?? '{}') as Record<string, string>;
      expect(Object.keys(map).length).toBeGreaterThan(0);
      expect(Object.keys(map).filter((key) => !key.startsWith('FRONT_'))).toEqual([]);
      expect(await page.evaluate('getComputedStyle(document.body).paddingTop')).toBe('50px');
    });
  });

  it('shows a password that somebody wants to see', () =>
    site.visiting('/login', async ({ page }) => {
      await page.getByLabel('Password', { exact: true }).fill('see me');
      await page.getByRole('button', { name: 'Show password' }).click();
      expect(await page.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('text');
      expect(await page.getByLabel('Password', { exact: true }).getAttribute('autocomplete')).toBe('current-password');
    }));
});

describe('guards', () => {
  it.each(['/token', '/profile'])('send a visitor of %s to sign in, and then back', (path) =>
    site.visiting(`${path}?x=1`, async ({ page }) => {
      await heading(page, 'Sign in');
      await signInOn(page, 'user@example.org');
      await page.waitForURL(`${site.origin}/#${path}?x=1`);
    }),
  );

  it('send an administrator back to the page that was asked for, and nobody else', async () => {
    await site.visiting('/admin/manager', async ({ page }) => {
      await signInOn(page, 'admin@example.org');
      await page.waitForURL(`${site.origin}/#/admin/manager`);
    });
    await site.visiting('/admin/manager', async ({ page }) => {
      await signInOn(page, 'user@example.org');
      await page.waitForURL(`${site.origin}/#/token`);
    });
  });

  it.each(['//evil.example', 'https://evil.example', 'javascript:alert(1)', '/\\evil.example'])(
    'follow no return address like %s',
    (address) =>
      site.visiting(`/login?returnUrl=${encodeURIComponent(address)}`, async ({ page }) => {
        await signInOn(page, 'user@example.org');
        await page.waitForURL(`${site.origin}/#/token`);
      }),
  );

  it('keep people out of the administration and away from sign-in', () =>
    site.visiting('/login', async ({ page }) => {
      await signInOn(page, 'user@example.org');
      await heading(page, 'API token');
      for (const path of ['/admin/dashboard', '/login', '/register']) {
        await page.goto(`${site.origin}/#${path}`);
        await heading(page, 'Every title. Every credit. One call.');
        expect(hashOf(page)).toBe('#/');
      }
    }));

  it('lead from an unknown address back', () =>
    site.visiting('/nowhere/at-all', async ({ page }) => {
      await heading(page, 'Not here');
      await page.getByRole('link', { name: 'To the first page' }).click();
      await heading(page, 'Every title. Every credit. One call.');
    }));
});

it.each([
  ['/login', 'Sign in', 'signin'],
  ['/register', 'Register', 'signup'],
])('%s says that it takes a moment, and stops saying it', (path, name, call) =>
  site.visiting(path, async ({ page }) => {
    let answer = (): void => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(`**/api/auth/${call}`, async (route) => {
      await held;
      await route.fulfill({ status: 400, json: { code: 400, error: 'Not today', data: null, reason: 'x' } });
    });
    await heading(page, name);
    await fill(page, newAddress(), 'a password', ...(call === 'signup' ? ['a password'] : []));
    await submit(page, name).click();
    await page.getByText('Please wait...').waitFor();
    answer();
    await page.getByText('Not today').waitFor();
    expect(await page.getByText('Please wait...').count()).toBe(0);
  }),
);
