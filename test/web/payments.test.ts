import { describe, expect, it } from 'vitest';
import { seriousOn } from '#test/support/axe.ts';
import { hashOf, heading } from '#test/support/sign-in.ts';
import { loadAnew, testSite } from '#test/support/site.ts';
import { row } from './features.support.ts';
import {
  beginPurchase,
  bought,
  buy,
  decide,
  excess,
  line,
  press,
  said,
  seated,
  shot,
  someone,
} from './payments.support.ts';

/** Buying through the sandbox, the payments page, and what administrators see of it. */

const { db, site } = await testSite();

/** What the browser has, and these types do not know. */
interface Styled {
  readonly getComputedStyle: (one: unknown) => { readonly color: string };
}

describe('a purchase through the sandbox', () => {
  it('is completed once, however often the return address is loaded, and can be renewed', async () => {
    const buyer = await someone(site, 'approves@example.org');
    await seated(site, buyer, '/features', async (page) => {
      const order = await buy(page, '3');
      await press(page, 'Approve');
      await said(page, 'Payment completed');
      await loadAnew(site.origin, page, `/?token=${order}#/features`);
      await said(page, 'Payment completed');
      await page.getByRole('link', { name: 'Payments' }).click();
      await heading(page, 'Payments');
      await line(page, 'Basic').waitFor();
      expect(await line(page, 'Basic').count()).toBe(1);
      const text = await line(page, order).innerText();
      expect(text).toMatch(/Test payment[\s\S]*9[23] days left[\s\S]*3\s+€27\.00\s+COMPLETED/);
      expect(await line(page, order).getAttribute('data-tone')).toBe('primary');
      expect(await line(page, order).locator('[data-part=badge]').getAttribute('data-tone')).toBe('success');
      await line(page, order).getByRole('link', { name: 'Renew Basic' }).click();
      await row(page, 'Basic').getByText('3 months, €27.00').waitFor();
      expect(hashOf(page)).toMatch(/^#\/features\?plan=\d+&period=3$/);
    });
  });

  it('that is declined says so, and shows in red what became of it', async () => {
    const buyer = await someone(site, 'declines@example.org');
    await seated(site, buyer, '/features', async (page) => {
      const order = await buy(page, '1');
      await press(page, 'Decline');
      await page.locator('[data-part=alert][data-tone=danger]').waitFor();
      await page.goto(`${site.origin}/#/payments`);
      const badge = line(page, order).locator('[data-part=badge]');
      expect([await badge.innerText(), await badge.getAttribute('data-tone')]).toEqual(['CANCELLED', 'danger']);
      expect(
        await line(page, order)
          .getByRole('button', { name: /Receipt/ })
          .count(),
      ).toBe(0);
    });
  });

  it('that is cancelled is CANCELLED, also when the address is loaded again', async () => {
    const buyer = await someone(site, 'cancels@example.org');
    await seated(site, buyer, '/features', async (page) => {
      const order = await buy(page, '1');
      await press(page, 'Cancel');
      await said(page, 'Payment cancelled');
      await loadAnew(site.origin, page, `/?cancel=1&token=${order}#/features`);
      await said(page, 'Payment cancelled');
      await page.goto(`${site.origin}/#/payments`);
      await line(page, order).getByText('CANCELLED').waitFor();
    });
  });
});

describe('the payments page', () => {
  it('says that there are none, and where to go', async () =>
    seated(site, await someone(site, 'none@example.org'), '/payments', async (page) => {
      await page.getByText('No payments yet', { exact: true }).waitFor();
      await page.getByRole('main').getByRole('link', { name: 'See the features' }).click();
      await heading(page, 'Features');
    }));

  it('says in the alert bar why they did not come, and tries again', async () =>
    seated(site, await someone(site, 'fails@example.org'), '/features', async (page) => {
      await heading(page, 'Features');
      const json = { code: 403, data: null, error: 'Not today', reason: 'forbidden', details: [] };
      await page.route('**/api/user/payments', (route) => route.fulfill({ status: 403, json }));
      await page.goto(`${site.origin}/#/payments`);
      await page.locator('[data-part=alert][data-tone=danger]').getByText('Not today').waitFor();
      expect(await page.getByText('No payments yet').count()).toBe(0);
      await page.unroute('**/api/user/payments');
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByText('No payments yet').waitFor();
    }));

  it('checks what has been unfinished for half an hour', async () => {
    const buyer = await someone(site, 'stuck@example.org');
    const order = (await beginPurchase(site, buyer, 'Pro')).searchParams.get('token') ?? '';
    await seated(site, buyer, '/payments', async (page) => {
      const check = line(page, order).getByRole('button', { name: 'Check status of Pro' });
      await line(page, order).getByText('CREATED').waitFor();
      expect(await check.count()).toBe(0);
      await db.query(`update purchase set inserted_at = now() - interval '31 minutes' where order_id = $1`, [order]);
      await page.reload();
      await check.waitFor();
      // The list is asked for after a check, and would show what the provider's message settles meanwhile.
      const listed = page.waitForResponse('**/api/user/payments');
      await check.click();
      await page.locator('[data-part=alert][data-tone=danger]').getByText('The payment is not finished yet').waitFor();
      await listed;
      await decide(site, order, 'approve');
      await check.click();
      await said(page, 'Payment completed');
      await line(page, order).getByText('COMPLETED').waitFor();
    });
  });
});

describe('what is paid for', () => {
  it('stands on the dashboard, the newest first, and leads to the user', async () => {
    const admin = await someone(site, 'watches@example.org', true);
    const [later, soon] = [await someone(site, 'later@example.org'), await someone(site, 'soon@example.org')];
    const [short, long] = [await bought(site, soon, 'Basic'), await bought(site, later, 'Pro', 12)];
    await db.query(
      `update payment set ends_at = now() + interval '6 days 1 hour'
        where purchase_id in (select id from purchase where order_id = $1)`,
      [short],
    );
    await seated(site, admin, '/admin/dashboard', async (page) => {
      await page.getByRole('tab', { name: /^Active paid [1-9]\d*$/ }).click();
      expect(hashOf(page)).toBe('#/admin/dashboard?tab=paid');
      await page.reload();
      await line(page, long).waitFor();
      expect(await line(page, '').first().innerText()).toContain('later@example.org');
      expect(await line(page, short).innerText()).toContain('6 days left');
      const colour = (order: string) =>
        line(page, order)
          .locator('[data-soon]')
          .evaluate((one) => (globalThis as unknown as Styled).getComputedStyle(one).color);
      expect(await colour(short)).toBe('rgb(143, 74, 0)');
      expect(await colour(long)).not.toBe('rgb(143, 74, 0)');
      expect(await line(page, long).innerText()).toMatch(
        /PRO[\s\S]*250,000[\s\S]*later@example\.org[\s\S]*Pro, 12 months, €468\.00[\s\S]*Sandbox/,
      );
      await shot(page, 'paid');
      await line(page, short).focus();
      await page.keyboard.press('Enter');
      await heading(page, 'User info');
      expect(hashOf(page)).toBe('#/admin/user-info?email=soon%40example.org');
      await page.goBack();
      await page.getByRole('tab', { name: /Active paid/, selected: true }).waitFor();
    });
  });

  it('is said to be nothing', async () =>
    seated(site, await someone(site, 'idle@example.org', true), '/admin/profile', async (page) => {
      await page.route('**/api/admin/paid-actives', (route) =>
        route.fulfill({ json: { code: 200, data: [], error: null, page: null, total: null, regs: null } }),
      );
      await page.goto(`${site.origin}/#/admin/dashboard?tab=paid`);
      await page.getByText('No active paid', { exact: true }).waitFor();
      await page.getByRole('tab', { name: 'Active paid 0' }).waitFor();
    }));
});

describe.each([
  ['light', 1440],
  ['dark', 390],
] as const)('in %s at %i px', (theme, width) => {
  const options = { dark: theme === 'dark', colorScheme: theme, viewport: { width, height: 900 } } as const;

  it('payments, paid plans and the sandbox have no serious fault and do not scroll sideways', async () => {
    const seat = await someone(site, `looks${width}@example.org`, true);
    await bought(site, seat, 'Pro', 12);
    await bought(site, seat, 'Pro', 1);
    const link = await beginPurchase(site, seat, 'Basic', 3);
    await seated(
      site,
      seat,
      '/payments',
      async (page) => {
        const sound = async (name: string): Promise<void> => {
          await shot(page, `${name}-${width}-${theme}`);
          expect(await seriousOn(page), name).toEqual([]);
          expect(await excess(page), name).toBeLessThanOrEqual(0);
        };
        await line(page, 'Basic').waitFor();
        await sound('payments');
        await line(page, 'Pro').last().getByRole('button', { name: 'Receipt for Pro' }).click();
        await page.getByRole('region', { name: 'Receipt' }).waitFor();
        await sound('receipt');
        await page.goto(`${site.origin}/#/admin/dashboard?tab=paid`);
        await heading(page, 'Dashboard');
        await line(page, 'Pro').first().waitFor();
        await sound('dashboard');
        await page.goto(link.href);
        await page.getByRole('button', { name: 'Approve' }).waitFor();
        await sound('sandbox');
      },
      options,
    );
  });
});
