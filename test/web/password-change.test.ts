import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { heading, signInOn, storage, submit } from '#test/support/sign-in.ts';
import { type SitePage, testSite } from '#test/support/site.ts';

/** A new password ends the session that it was asked in; nobody at the browser notices. */

const { site } = await testSite();

/** A person of the test's own, looking at the account page. */
const atAccount = async (email: string): Promise<SitePage> => {
  await site.product.signIn(email);
  const visit = await site.visit('/login?returnUrl=%2Fprofile');
  await signInOn(visit.page, email);
  await heading(visit.page, 'Account');
  return visit;
};
const field = (page: Page, label: string) => page.getByRole('main').getByLabel(label, { exact: true });
const change = async (page: Page, password: string): Promise<void> => {
  for (const label of ['Password', 'Confirm password']) await field(page, label).fill(password);
  await submit(page, 'Save').click();
};

it('goes on in this tab and in another, with calls on their way too, while the old token is refused', {
  timeout: 60_000,
}, async () => {
  const { page, done: leave } = await atAccount('goes-on@example.org');
  const old = await storage(page, 'authToken');
  const other = await page.context().newPage();
  await other.goto(`${site.origin}/#/profile`);
  await heading(other, 'Account');
  // The server has changed the password, and its answer is still on the way.
  const [done, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route('**/api/user/account', async (route) => {
    const response = await route.fetch();
    done.resolve();
    await answer.promise;
    await route.fulfill({ response });
  });
  await change(page, 'a new password');
  await done.promise;
  const refused = other.waitForResponse((one) => one.url().endsWith('/api/user/token') && one.status() === 401);
  await other.getByRole('link', { name: 'API token', exact: true }).click();
  await refused;
  answer.resolve();
  await page.getByRole('status').getByText('Password updated').waitFor();
  await other.getByRole('main').getByText('VALID', { exact: true }).waitFor();
  const fresh = await storage(page, 'authToken');
  expect(await storage(other, 'authToken')).toBe(fresh);
  expect(fresh).not.toBe(old);
  const statusOf = async (token: string | null): Promise<number> => {
    const headers = { authorization: `Bearer ${token}` };
    return (await site.product.app.inject({ url: '/api/user/token', headers })).statusCode;
  };
  expect([await statusOf(old), await statusOf(fresh)]).toEqual([401, 200]);
  await page.getByRole('link', { name: 'API token', exact: true }).click();
  await page.getByRole('main').getByText('VALID', { exact: true }).waitFor();
  await leave();
});

it('shows at the field that a password is too common, until it is changed', async () => {
  const { page, done } = await atAccount('common@example.org');
  await change(page, 'iloveyou');
  const said = page.getByText('Password is one of the most common ones; choose another');
  await said.waitFor();
  await field(page, 'Password').and(page.locator(':focus')).waitFor();
  await page.keyboard.type(' so much');
  await said.waitFor({ state: 'detached' });
  await done();
});

it('is not lost without a question once it is typed', async () => {
  const { page, done } = await atAccount('asks@example.org');
  await field(page, 'Password').fill('typed but not sent');
  const question = page.getByRole('dialog', { name: 'Discard what you typed?' });
  await page.evaluate("location.hash = '#/token'");
  await question.getByRole('button', { name: 'Go on editing' }).click();
  await question.waitFor({ state: 'detached' });
  expect(await field(page, 'Password').inputValue()).toBe('typed but not sent');
  await page.evaluate("location.hash = '#/token'");
  await question.getByRole('button', { name: 'Discard' }).click();
  await heading(page, 'API token');
  await done();
});
