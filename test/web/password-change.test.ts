import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { heading, signInOn, storage, submit } from '#test/support/sign-in.ts';
import { openSite, type Site } from '#test/support/site.ts';

/** A new password ends the session that it was asked in; nobody at the browser notices. */

const db = await testDatabase();
let site: Site;

beforeAll(async () => {
  site = await openSite(db);
}, 400_000);
afterAll(() => site?.close());

it('goes on in this tab and in another, with calls that were on their way too, while the old token is refused', async () => {
  const email = 'person@example.org';
  await site.product.signIn(email);
  const { page, done: leave } = await site.visit('/login?returnUrl=%2Fprofile');
  await signInOn(page, email);
  await heading(page, 'Account');

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
  for (const label of ['Password', 'Confirm password'])
    await page.getByRole('main').getByLabel(label, { exact: true }).fill('a new password');
  await submit(page, 'Save').click();
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
