import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { openSite, type Site } from '#test/support/site.ts';
import { row } from './features.support.ts';
import { beginPurchase, line, PATIENT, said, seated, someone } from './payments.support.ts';

/** Payments that somebody has begun and not finished. */

const db = await testDatabase();
let site: Site;
beforeAll(async () => {
  site = await openSite(db);
}, 400_000);
afterAll(() => site?.close());

it('says at the form when there are too many, and one can be cancelled', PATIENT, async () => {
  const buyer = await someone(site, 'begins@example.org');
  const links: URL[] = [];
  for (let at = 0; at < 20; at++) links.push(await beginPurchase(site, buyer, 'Pro'));
  const order = links.at(-1)?.searchParams.get('token') ?? '';
  await seated(site, buyer, '/features', async (page) => {
    const purchase = row(page, 'Basic').getByRole('button', { name: /Purchase/ });
    await purchase.click();
    await said(page, 'You have 20 open payments. Finish or cancel one of them under Payments');
    await page.goto(`${site.origin}/#/payments`);
    await line(page, order).getByRole('button', { name: 'Cancel payment of Pro' }).click();
    await said(page, 'Payment cancelled');
    await line(page, order).getByText('CANCELLED').waitFor();
    expect(await line(page, order).getByRole('button').count()).toBe(1);
    await page.goto(`${site.origin}/#/features`);
    await purchase.click();
    await page.waitForURL('**/sandbox/checkout?*');
  });
});
