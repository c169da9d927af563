import { afterAll, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { TEST_PASSWORD } from '#test/support/product-in-memory.ts';
import { heading, signInOn, submit } from '#test/support/sign-in.ts';
import { openSite } from '#test/support/site.ts';
import { seated, someone } from './payments.support.ts';
import { sound } from './sound.support.ts';

/** The own data as a file, and the own account deleted and kept. */

const db = await testDatabase('sample');
const site = await openSite(db);
afterAll(site.close);

const statusWith = async (token: string): Promise<number> => {
  const headers = { authorization: `Bearer ${token}` };
  return (await site.product.app.inject({ url: '/api/v1/movie/tt0068646', headers })).statusCode;
};

it('the own data is downloaded', async () => {
  const seat = await someone(site, 'curious@example.org');
  await seated(site, seat, '/profile', async (page) => {
    await heading(page, 'Account');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^kinodex-my-data-\d{4}-\d\d-\d\d\.json$/);
    const text = `${Buffer.concat(await (await file.createReadStream()).toArray())}`;
    expect(JSON.parse(text)).toMatchObject({ account: { email: seat.email }, payments: [], auditedRequests: [] });
    await page.getByRole('status').getByText('Your data is downloaded').waitFor();
  });
});

it('an account is deleted with the password, and kept by signing in', async () => {
  const email = 'leaving@example.org';
  const session = await site.product.signIn(email);
  const headers = { authorization: `Bearer ${session}` };
  const { token } = (await site.product.app.inject({ url: '/api/user/token', headers })).json().data;
  await site.visiting('/login?returnUrl=%2Fprofile', async ({ page }) => {
    await signInOn(page, email);
    await heading(page, 'Account');
    expect(await page.getByRole('button', { name: 'Keep my account' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Delete account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete account' });
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
    await dialog.getByText('Password is required').waitFor();
    await dialog.getByLabel('Password', { exact: true }).fill('wrong one');
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
    await dialog.getByText('The current password is wrong.').waitFor();
    await sound(page, 'delete');
    expect(await statusWith(token)).toBe(200);
    await dialog.getByLabel('Password', { exact: true }).fill(TEST_PASSWORD);
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
    await heading(page, 'Sign in');
    await page.getByText('Sign in before then to keep it.').waitFor();
    site.product.tokens.invalidate();
    expect(await statusWith(token)).toBe(401);
    await signInOn(page, email);
    await heading(page, 'Account');
    await page.getByText('Its API tokens are refused already.').waitFor();
    await sound(page, 'leaving');
    await submit(page, 'Keep my account').click();
    await page.getByRole('status').getByText('Your account stays').waitFor();
    await page.getByRole('button', { name: 'Keep my account' }).waitFor({ state: 'detached' });
    site.product.tokens.invalidate();
    expect(await statusWith(token)).toBe(200);
  });
});
