import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { seriousOn } from '#test/support/axe.ts';
import { testSite, turn } from '#test/support/site.ts';
import { row } from './features.support.ts';
import { beginPurchase, excess, line, said, seated, shot, someone } from './payments.support.ts';

/** Payments that somebody has begun and not finished. */

const { db, site } = await testSite();

/** The button of an order's row, and those of the question that it asks. */
const cancelOf = (page: Page, order: string): Locator =>
  line(page, order).getByRole('button', { name: /^Cancel payment/ });
const question = (page: Page): Locator => page.getByRole('dialog', { name: 'Cancel payment' });
const answer = async (page: Page, name: 'Keep payment' | 'Cancel payment'): Promise<void> => {
  await question(page).getByRole('button', { name, exact: true }).click();
  await question(page).waitFor({ state: 'hidden' });
};
const orderOf = (link: URL): string => link.searchParams.get('token') ?? '';

it('says at the form when there are too many, and one can be cancelled', async () => {
  const buyer = await someone(site, 'begins@example.org');
  const links: URL[] = [];
  for (let at = 0; at < 20; at++) links.push(await beginPurchase(site, buyer, 'Pro'));
  const order = orderOf(links.at(-1) as URL);
  await seated(site, buyer, '/features', async (page) => {
    const purchase = row(page, 'Basic').getByRole('button', { name: /Purchase/ });
    await purchase.click();
    await said(page, 'You have 20 open payments. Finish or cancel one of them under Payments');
    await page.goto(`${site.origin}/#/payments`);
    await cancelOf(page, order).click();
    await answer(page, 'Cancel payment');
    await said(page, 'Payment cancelled');
    await line(page, order).getByText('CANCELLED').waitFor();
    expect(await line(page, order).getByRole('button').count()).toBe(1);
    await page.goto(`${site.origin}/#/features`);
    await purchase.click();
    await page.waitForURL('**/sandbox/checkout?*');
  });
});

describe('the question before a payment is cancelled', () => {
  it('names the order, cancels nothing unless it is told to, and leaves the other rows where they were', async () => {
    const buyer = await someone(site, 'asks@example.org');
    const below = orderOf(await beginPurchase(site, buyer, 'Pro'));
    const order = orderOf(await beginPurchase(site, buyer, 'Basic', 3));
    // Both for so long that they can be checked too: no row has more buttons, nor loses more of them.
    await db.query(`update purchase set inserted_at = now() - interval '31 minutes' where order_id = any ($1)`, [
      [order, below],
    ]);
    for (const width of [1440, 390]) {
      await db.query(`update purchase set status = 'CREATED' where order_id = $1`, [order]);
      const look = async (page: Page): Promise<void> => {
        const asked: string[] = [];
        page.on('request', (request) => asked.push(request.url()));
        await cancelOf(page, order).click();
        expect(await question(page).innerText()).toMatch(
          new RegExp(`Are you sure you want to cancel the payment of Basic\\?\\s+€27\\.00 · Order id ${order}`),
        );
        expect(await page.evaluate('document.activeElement.textContent')).toBe('Keep payment');
        await page.keyboard.press('Enter');
        await question(page).waitFor({ state: 'hidden' });
        expect(asked.filter((url) => url.includes('purchase-error'))).toEqual([]);
        await line(page, order).getByText('CREATED').waitFor();
        // The message above the list moves both rows alike.
        const between = async (): Promise<number> => {
          const [own, next] = [await line(page, order).boundingBox(), await line(page, below).boundingBox()];
          return (next?.y ?? Number.NaN) - (own?.y ?? Number.NaN);
        };
        const before = await between();
        await cancelOf(page, order).click();
        await answer(page, 'Cancel payment');
        await said(page, 'Payment cancelled');
        await line(page, order).getByText('CANCELLED').waitFor();
        expect(await cancelOf(page, order).count()).toBe(0);
        expect(await between()).toBe(before);
        await line(page, below).getByText('CREATED').waitFor();
      };
      await seated(site, buyer, '/payments', look, { viewport: { width, height: 900 } });
    }
  });

  it('names everything that was bought in one order', async () => {
    const buyer = await someone(site, 'two@example.org');
    const order = orderOf(await beginPurchase(site, buyer, 'Pro'));
    await db.query(
      `insert into payment (purchase_id, feature, quantity, period_days, price_cents, role_ids)
        select p.purchase_id, 'Basic', 1, 31, 900, '{}' from payment p join purchase u on u.id = p.purchase_id where u.order_id = $1`,
      [order],
    );
    await seated(site, buyer, '/payments', async (page) => {
      await cancelOf(page, order).first().click();
      expect(await question(page).innerText()).toMatch(/payment of Basic, Pro\?\s+€48\.00 · /);
    });
  });
});

const LOOKS = [
  [1440, 'light'],
  [1000, 'dark'],
  [768, 'light'],
  [390, 'dark'],
] as const;

it('the buttons of a payment are in sight at every width, whatever it is called', async () => {
  const buyer = await someone(site, `${'x'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.example.org`);
  const order = orderOf(await beginPurchase(site, buyer, 'Pro', 12));
  await db.query(
    `update payment set feature = $2, price_cents = 119999988 from purchase u
      where u.id = purchase_id and u.order_id = $1`,
    [order, 'W'.repeat(100)],
  );
  await db.query(`update purchase set inserted_at = now() - interval '31 minutes' where order_id = $1`, [order]);
  await seated(site, buyer, '/payments', async (page) => {
    await cancelOf(page, order).waitFor();
    for (const [width, theme] of LOOKS) {
      const at = `at ${width} px in ${theme}`;
      const inSight = async (button: Locator): Promise<void> => {
        await button.waitFor();
        const box = await button.boundingBox();
        expect((box?.x ?? Number.NaN) + (box?.width ?? Number.NaN), at).toBeLessThanOrEqual(width);
        expect(
          await button.evaluate((one) => one.closest('[data-part=table]')?.getAttribute('data-over') ?? 'false'),
          at,
        ).toBe('false');
      };
      await page.emulateMedia({ colorScheme: theme });
      await page.setViewportSize({ width, height: 900 });
      await turn(page, theme);
      await inSight(cancelOf(page, order));
      await inSight(line(page, order).getByRole('button', { name: /^Check status/ }));
      await cancelOf(page, order).click();
      for (const name of ['Keep payment', 'Cancel payment'])
        await inSight(question(page).getByRole('button', { name, exact: true }));
      expect(await excess(page), at).toBeLessThanOrEqual(0);
      await shot(page, `cancel-${width}-${theme}`);
      expect(await seriousOn(page), at).toEqual([]);
      await question(page).getByRole('button', { name: 'Keep payment', exact: true }).click();
      await question(page).waitFor({ state: 'detached' });
    }
  });
});
