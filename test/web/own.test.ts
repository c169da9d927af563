import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { TEST_PASSWORD } from '#test/support/product-in-memory.ts';
import { heading, signInOn, submit } from '#test/support/sign-in.ts';
import { openSite } from '#test/support/site.ts';
import { startSmtp } from '#test/support/smtp.ts';
import { seated, someone } from './payments.support.ts';
import { sound } from './sound.support.ts';

/** The own account: where one is signed in, and another address, by real mail. */

const smtp = await startSmtp();
const db = await testDatabase('sample');
const site = await openSite(db, { SMTP_URL: smtp.url, MAIL_FROM: 'Films <films@example.org>' });
afterAll(site.close);

const signInElsewhere = async (email: string, agent: string): Promise<string> => {
  const payload = { email, password: TEST_PASSWORD };
  const headers = { 'user-agent': agent };
  const answer = await site.product.app.inject({ method: 'POST', url: '/api/auth/signin', payload, headers });
  return answer.json().data.token;
};
const isOver = async (session: string): Promise<boolean> => {
  const headers = { authorization: `Bearer ${session}` };
  return (await site.product.app.inject({ url: '/api/user/token', headers })).statusCode === 401;
};
/** The page that the next mail to an address leads to. */
const linkTo = (email: string): Promise<string> =>
  new Promise((resolve) =>
    smtp.onTaken(({ to, text }) => {
      const path = /\/#(\/new-address\S+)/.exec(text)?.[1];
      if (to.includes(email) && path) resolve(path);
    }),
  );
const sessions = (page: Page) => page.getByRole('list', { name: 'Where you are signed in' }).getByRole('listitem');

it('sessions are told apart and ended, one or all others', async () => {
  const seat = await someone(site, 'many@example.org');
  const [phone, desk] = [
    await signInElsewhere(seat.email, 'Mozilla/5.0 (Linux; Android 16) Chrome/140.0.0.0 Mobile Safari/537.36'),
    await signInElsewhere(seat.email, 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0'),
  ];
  await seated(site, seat, '/profile', async (page) => {
    await heading(page, 'Account');
    await sessions(page).getByText('Firefox on Windows').waitFor();
    expect(await sessions(page).count()).toBe(3);
    expect(await sessions(page).first().getByText('This browser').count()).toBe(1);
    expect(await sessions(page).first().getByRole('button').count()).toBe(0);
    await sound(page, 'own');
    await page.getByRole('button', { name: 'End the session of Chrome on Android' }).click();
    await page.getByRole('status').getByText('Session ended').waitFor();
    await sessions(page).nth(2).waitFor({ state: 'detached' });
    expect([await isOver(phone), await isOver(desk)]).toEqual([true, false]);
    await page.getByRole('button', { name: 'End all others' }).click();
    const dialog = page.getByRole('dialog', { name: 'End all others' });
    await sound(page, 'own-end-all');
    await dialog.getByRole('button', { name: 'End them' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect([await sessions(page).count(), await isOver(desk), await isOver(seat.session)]).toEqual([1, true, false]);
  });
});

it('another address is taken on by the link that it gets, and signed in with', async () => {
  const email = 'former@example.org';
  const next = 'next@example.org';
  await site.product.signIn(email);
  const link = linkTo(next);
  await site.visiting('/login?returnUrl=%2Fprofile', async ({ page }) => {
    await signInOn(page, email);
    await heading(page, 'Account');
    await page.getByLabel('New address').fill('nobody');
    await submit(page, 'Send the link').click();
    await page.getByText('Email must be a valid email address').waitFor();
    await page.getByLabel('New address').fill(email);
    await submit(page, 'Send the link').click();
    await page.getByText('Email is the address of the account already').waitFor();
    await page.getByLabel('New address').fill(next);
    await db.query(`update session set signed_in_at = signed_in_at - interval '16 minutes'`);
    site.product.sessions.invalidate();
    await submit(page, 'Send the link').click();
    await page.getByLabel('Current password').fill(TEST_PASSWORD);
    await sound(page, 'own-address');
    await submit(page, 'Send the link').click();
    await page.getByRole('status').getByText(`A link is on its way to ${next}`).waitFor();
    const path = await link;
    await page.goto(`${site.origin}/#${path}`);
    await heading(page, 'New address');
    await sound(page, 'new-address');
    await page.getByRole('button', { name: 'Take on this address' }).click();
    await page.getByRole('status').getByText(`${email} is now ${next}.`).waitFor();
    await sound(page, 'new-address-done');
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await signInOn(page, next);
    await heading(page, 'API token');
    await page.goto(`${site.origin}/#${path}`);
    await page.getByRole('button', { name: 'Take on this address' }).click();
    await page.getByRole('alert').getByText('This link cannot be used').waitFor();
    await sound(page, 'new-address-refused');
  });
});

it('an administrator hands over a link for another address', async () => {
  const email = 'handed@example.org';
  await site.product.signIn(email);
  const boss = await someone(site, 'boss@example.org', true);
  await seated(site, boss, `/admin/user-info?email=${email}`, async (page) => {
    await page.getByRole('button', { name: 'Address link' }).click();
    const dialog = page.getByRole('dialog', { name: 'A link for another address' });
    await dialog.getByLabel('New email').fill('boss@example.org');
    await dialog.getByRole('button', { name: 'Make the link' }).click();
    await dialog.getByText('There is an account with this email already.').waitFor();
    await sound(page, 'address-link-ask');
    await dialog.getByLabel('New email').fill('taken-on@example.org');
    await dialog.getByRole('button', { name: 'Make the link' }).click();
    await dialog.getByText(`${site.origin}/#/new-address?email=taken-on`).waitFor();
    await sound(page, 'address-link');
  });
});
