import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { hashOf } from '#test/support/sign-in.ts';
import { testSite } from '#test/support/site.ts';

/** Where those come to who register instead of signing in. */

const { site } = await testSite();

const register = async (page: Page, email: string): Promise<void> => {
  await page.getByLabel('Email', { exact: true }).fill(email);
  for (const name of ['Password', 'Repeat password'])
    await page.getByLabel(name, { exact: true }).fill('correct horse 1');
  await page.getByRole('main').getByRole('button', { name: 'Register', exact: true }).click();
};

it('whoever registers first comes to the page that was asked for', () =>
  site.visiting('/payments', async ({ page }) => {
    const link = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true });
    await link('Register').click();
    await page.waitForURL(`${site.origin}/#/register?returnUrl=%2Fpayments`);
    await link('Sign in').click();
    await page.waitForURL(`${site.origin}/#/login?returnUrl=%2Fpayments`);
    await link('Register').click();
    await register(page, 'first@example.org');
    await page.waitForURL(`${site.origin}/#/payments`);
  }));

it('the address is typed once, whichever form it is meant for', () =>
  site.visiting('/login', async ({ page }) => {
    const link = (name: string) => page.getByRole('main').getByRole('link', { name }).click();
    const email = page.getByLabel('Email', { exact: true });
    await email.fill('once@example.org');
    await link('Register');
    await page.getByLabel('Repeat password').waitFor();
    expect(await email.inputValue()).toBe('once@example.org');
    await page.getByLabel('Password', { exact: true }).fill('short');
    await page.getByRole('main').getByRole('button', { name: 'Register', exact: true }).click();
    await page.locator('input[name=password][aria-invalid=true]').waitFor();
    await register(page, 'third@example.org');
    await expect.poll(() => hashOf(page)).toBe('#/token');
    await page.evaluate("location.hash = '#/forgotten'");
    // Whoever has entered has left the forms.
    await expect.poll(() => email.inputValue()).toBe('');
  }));

it('nobody is led astray', () =>
  site.visiting(`/register?returnUrl=${encodeURIComponent('//evil.example')}`, async ({ page }) => {
    await register(page, 'second@example.org');
    await expect.poll(() => hashOf(page)).toBe('#/token');
  }));
