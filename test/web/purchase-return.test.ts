import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { heading, signInOn } from '#test/support/sign-in.ts';
import { loadAnew, testSite } from '#test/support/site.ts';
import { FINISHING, gives, message, person, refusal, row, visitor } from './features.support.ts';

/** The browser comes back from the payment provider. */

const { site } = await testSite();

describe('the way back', () => {
  const counting = async (page: Page, path: string, data: string): Promise<readonly string[]> => {
    const calls: string[] = [];
    await page.route(`**${path}?*`, (route) => {
      calls.push(new URL(route.request().url()).search);
      return gives(data)(route);
    });
    return calls;
  };

  it('finishes the payment once, and takes it out of the address', async () => {
    let calls: readonly string[] = [];
    const back = '/?token=EC1&PayerID=P#/features';
    await person(site, '/#/login', {}, async ({ page }) => {
      calls = await counting(page, '/api/user/purchase-success', 'Payment completed');
      await loadAnew(site.origin, page, back);
      await message(page, 'Payment completed');
      expect(await page.getByText(FINISHING).count()).toBe(0);
      expect(page.url()).toBe(`${site.origin}/#/features`);
      await page.reload();
      await heading(page, 'Features');
      await row(page, 'Basic').waitFor();
    });
    expect(calls).toEqual(['?token=EC1']);
  });

  it('cancels where cancel stands, also when it arrives at the first page', async () => {
    let calls: readonly string[] = [];
    await person(site, '/#/login', {}, async ({ page }) => {
      calls = await counting(page, '/api/user/purchase-error', 'Payment cancelled');
      await loadAnew(site.origin, page, `/?cancel=1&token=EC2`);
      await message(page, 'Payment cancelled');
      await expect.poll(() => page.url().replace(/[#/]+$/, '')).toBe(site.origin);
    });
    expect(calls).toEqual(['?token=EC2']);
  });

  it.each(['/?token=EC3&PayerID=P#/features', '/?token=EC3'])(
    'from %s keeps the payment through sign-in',
    async (path) => {
      const email = `away${path.length}@example.org`;
      await site.product.signIn(email);
      let calls: readonly string[] = [];
      await visitor(site, '/#/login', {}, async ({ page }) => {
        calls = await counting(page, '/api/user/purchase-success', 'Payment completed');
        await loadAnew(site.origin, page, path);
        await heading(page, 'Sign in');
        await message(page, 'Sign in to finish your payment');
        expect(calls).toEqual([]);
        await signInOn(page, email);
        await message(page, 'Payment completed');
        await heading(page, 'Features');
        expect(await page.getByText('Sign in to finish your payment').count()).toBe(0);
        expect(page.url()).toBe(`${site.origin}/#/features`);
      });
      expect(calls).toEqual(['?token=EC3']);
    },
  );

  it.each(['/?cancel=1&token=EC5#/features', '/?cancel=1&token=EC5'])('from %s asks to sign in to cancel', (path) =>
    visitor(site, '/#/login', {}, async ({ page }) => {
      await loadAnew(site.origin, page, path);
      await heading(page, 'Sign in');
      await message(page, 'Sign in to cancel your payment');
    }),
  );

  it.each([
    ['the clock', `e30.${Buffer.from('{"exp":1}').toString('base64url')}.x`],
    ['the server', `e30.${Buffer.from('{"exp":9999999999}').toString('base64url')}.x`],
  ])('keeps the payment where the session has ended meanwhile by %s', async (by, token) => {
    const email = `late-${by.replace(' ', '-')}@example.org`;
    await site.product.signIn(email);
    await person(site, '/#/login', {}, async ({ page }) => {
      await page.evaluate(`localStorage.setItem('authToken', '${token}')`);
      await loadAnew(site.origin, page, '/?token=EC6#/features');
      await heading(page, 'Sign in');
      await message(page, 'Sign in to finish your payment');
      const calls = await counting(page, '/api/user/purchase-success', 'Payment completed');
      await signInOn(page, email);
      await message(page, 'Payment completed');
      expect(calls).toEqual(['?token=EC6']);
    });
  });

  it('says why it did not work, and lets what may pass be tried again', () =>
    person(site, '/#/login', {}, async ({ page }) => {
      let tries = 0;
      const text = 'The payment provider does not answer; try again in a moment.';
      await page.route('**/api/user/purchase-success?*', (route) =>
        ++tries === 1
          ? route.fulfill({ status: 503, json: refusal(503, 'provider_away', text) })
          : gives('Payment completed')(route),
      );
      await loadAnew(site.origin, page, `/?token=EC4#/features`);
      await message(page, text);
      await page.getByRole('button', { name: 'Try again' }).click();
      await message(page, 'Payment completed');
      expect(tries).toBe(2);
    }));

  it.each(['/?cancel=1#/features', '/?token=../admin#/features', '/?cancel=1'])(
    'at %s names no payment: says so, asks nothing, and is taken out of the address',
    (path) =>
      person(site, '/#/login', {}, async ({ page }) => {
        const completed = await counting(page, '/api/user/purchase-success', 'Payment completed');
        const cancelled = await counting(page, '/api/user/purchase-error', 'Payment cancelled');
        await loadAnew(site.origin, page, path);
        await message(page, 'The address does not say which payment it is about');
        await expect.poll(() => page.url()).not.toMatch(/cancel|token/);
        expect([completed, cancelled]).toEqual([[], []]);
      }),
  );
});
