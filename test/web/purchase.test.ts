import { expect, it } from 'vitest';
import { heading, signInOn } from '#test/support/sign-in.ts';
import { elsewhere, testSite } from '#test/support/site.ts';
import { message, row } from './features.support.ts';

/** The whole way of a purchase through the sandbox, with nothing set. */

const { site } = await testSite();

it('buys three months in the sandbox, and changes nothing when that is cancelled', async () => {
  await site.product.signIn('sandbox@example.org');
  const { page, done } = await site.visit('/login?returnUrl=/features');
  await signInOn(page, 'sandbox@example.org');
  await heading(page, 'Features');
  const buy = async (): Promise<void> => {
    await row(page, 'Basic').getByText('Test payment').waitFor();
    await row(page, 'Basic').getByRole('combobox').selectOption('3');
    await row(page, 'Basic').getByRole('button', { name: 'Purchase €27.00' }).click();
    await page.waitForURL('**/sandbox/checkout?token=*');
  };
  await buy();
  // The provider's page has the colours that were chosen on the site, at once when they change.
  const ground = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
  expect(await ground()).toBe('rgb(247, 247, 244)');
  await elsewhere(page, `localStorage.setItem('darkTheme', '1')`);
  expect(await ground()).toBe('rgb(18, 18, 17)');
  await page.reload();
  expect(await ground()).toBe('rgb(18, 18, 17)');
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/sandbox-dark.png` });
  await page.getByRole('button', { name: 'Cancel' }).click();
  await heading(page, 'Features');
  await message(page, 'Payment cancelled');
  expect(await page.getByText('Current plan').count()).toBe(0);
  // The choice is still there.
  await row(page, 'Basic').getByText('3 months, €27.00').waitFor();
  await buy();
  await page.getByRole('button', { name: 'Approve' }).click();
  await heading(page, 'Features');
  await message(page, 'Payment completed');
  await row(page, 'Basic')
    .getByText(/Current plan until \d{4}-\d\d-\d\d$/)
    .waitFor();
  expect(page.url()).toBe(`${site.origin}/#/features`);
  await done();
});
