import { setTimeout as pause } from 'node:timers/promises';
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { startOidc } from '#test/support/oidc-fake.ts';
import { TEST_PASSWORD } from '#test/support/product-in-memory.ts';
import { heading, signInOn, storage } from '#test/support/sign-in.ts';
import { openSite } from '#test/support/site.ts';
import { button } from './admin.support.ts';
import { seated, someone } from './payments.support.ts';
import { sound } from './sound.support.ts';

/** Signing in by a provider, as people do it at the browser. */

const oidc = await startOidc();
const db = await testDatabase('sample');
const site = await openSite(db, { ...oidc.environment, OIDC_NAME: 'Films Inc.' }, [oidc.issuer]);
afterAll(site.close);

const byProvider = (page: Page) => page.getByRole('button', { name: 'Sign in with Films Inc.' });
const part = (page: Page) => page.getByRole('region', { name: 'Other ways to sign in' });
const codeOf = (key: string, steps: number): string =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + steps * 30_000 });

it('somebody new comes in by the provider, to the page that was asked for; no address keeps what it said', async () => {
  oidc.letIn({ sub: 'new', email: 'new@example.org', email_verified: true });
  await site.visiting('/login?returnUrl=%2Fprofile', async ({ page }) => {
    await byProvider(page).waitFor();
    await sound(page, 'provider-button');
    await byProvider(page).click();
    await heading(page, 'Account');
    expect(page.url()).toBe(`${site.origin}/#/profile`);
    expect(JSON.parse((await storage(page, 'authUser')) ?? '')).toEqual({ email: 'new@example.org', role: 'USER' });
    await part(page).getByText('Choose a password first').waitFor();
    expect(await part(page).getByRole('button').count()).toBe(0);
    await sound(page, 'provider-only-way');
  });
});

it('whoever is refused is told why, and gets back', async () => {
  await someone(site, 'known@example.org');
  oidc.letIn({ sub: 'known', email: 'known@example.org', email_verified: true });
  await site.visiting('/login', async ({ page }) => {
    await byProvider(page).click();
    await page.getByRole('alert').getByText('There is an account with your email already.').waitFor();
    await sound(page, 'provider-refused');
    await page.getByRole('link', { name: 'Back to sign in' }).click();
    await byProvider(page).waitFor();
    await page.goto(`${site.origin}/sign-in/return?state=s.1&error=access_denied`);
    await page.getByRole('alert').getByText('begin again').waitFor();
  });
});

it('a provider that is away is said, and passwords go on', async () => {
  const { email } = await someone(site, 'patient@example.org');
  await site.visiting('/login', async ({ page }) => {
    await page.route('**/api/auth/provider', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 503,
            json: { code: 503, reason: 'identity_away', error: 'The provider does not answer; try again in a moment.' },
          })
        : route.continue(),
    );
    await byProvider(page).click();
    await page.getByRole('alert').getByText('The provider does not answer').waitFor();
    await signInOn(page, email);
    await heading(page, 'API token');
  });
});

it('an account is linked, opened by the provider, and opened by it no more', async () => {
  const seat = await someone(site, 'linking@example.org');
  oidc.letIn({ sub: 'linking', email: 'me@provider.example', email_verified: true });
  await seated(site, seat, '/profile', async (page) => {
    await part(page).waitFor();
    await sound(page, 'provider-unlinked');
    await db.query(`update session set signed_in_at = signed_in_at - interval '1 hour'`);
    site.product.sessions.invalidate();
    await button(page, 'Link Films Inc.').click();
    await page.getByLabel('Current password').fill(TEST_PASSWORD);
    // On the way back the list is read before the link is made, and comes after it.
    let isFirst = true;
    await page.route('**/api/user/identities*', async (route) => {
      const isRead = route.request().method() === 'GET';
      const answer = isRead && isFirst ? await route.fetch() : null;
      if (isRead) isFirst = false;
      await pause(answer ? 1_500 : 400);
      await (answer ? route.fulfill({ response: answer }) : route.fallback()).catch(() => {});
    });
    await button(page, 'Link Films Inc.').click();
    await page.getByRole('status').getByText('You can sign in with Films Inc. now').waitFor();
    await part(page).getByText('me@provider.example').waitFor();
    expect(page.url()).toBe(`${site.origin}/#/profile`);
    await sound(page, 'provider-linked');
    await button(page, 'Remove the sign-in of Films Inc.').click();
    const dialog = page.getByRole('dialog', { name: 'Remove the sign-in of Films Inc.' });
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await dialog.getByLabel('Current password').fill(TEST_PASSWORD);
    await sound(page, 'provider-remove');
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('status').getByText('One cannot sign in with it any more').waitFor();
    await button(page, 'Link Films Inc.').waitFor();
  });
});

it('the second factor is asked for after the provider', async () => {
  const seat = await someone(site, 'careful@example.org');
  oidc.letIn({ sub: 'careful', email: 'careful@example.org', email_verified: true });
  const headers = { authorization: `Bearer ${seat.session}` };
  const send = async (method: 'POST' | 'PUT', payload: object) =>
    (await site.product.app.inject({ method, url: '/api/user/second-factor', payload, headers })).json().data;
  const { key } = await send('POST', {});
  await seated(site, seat, '/profile', async (page) => {
    await button(page, 'Link Films Inc.').click();
    await page.getByRole('status').getByText('You can sign in with Films Inc. now').waitFor();
  });
  await send('PUT', { code: codeOf(key, -1) });
  await site.visiting('/login', async ({ page }) => {
    await byProvider(page).click();
    const code = page.getByLabel('Code', { exact: true });
    await code.waitFor();
    await sound(page, 'provider-code');
    await code.fill('000000');
    await button(page, 'Continue').click();
    await page.getByText('The code is wrong, or was used already.').waitFor();
    await code.fill(codeOf(key, 0));
    await page.keyboard.press('Enter');
    await heading(page, 'API token');
    // What cannot be taken back takes password and code, however recent the sign-in is.
    await page.goto(`${site.origin}/#/profile`);
    await button(page, 'Delete account').click();
    const dialog = page.getByRole('dialog', { name: 'Delete account' });
    await dialog.getByLabel('Password', { exact: true }).fill(TEST_PASSWORD);
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
    await dialog.getByLabel('Code', { exact: true }).fill(codeOf(key, 1));
    await sound(page, 'delete-code');
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
    await heading(page, 'Sign in');
    await page.getByText('Your account will be deleted at').waitFor();
  });
});

it('administrators see how people sign in', async () => {
  const boss = await someone(site, 'boss@example.org', true);
  await seated(site, boss, '/admin/users?text=new%40example.org', async (page) => {
    await page.setViewportSize({ width: 1920, height: 900 });
    await page.getByRole('row').filter({ hasText: 'new@example.org' }).getByText('Provider').waitFor();
    await page.getByRole('row').filter({ hasText: 'new@example.org' }).getByText('Active').waitFor();
  });
});
