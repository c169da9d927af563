import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { seriousOn } from '#test/support/axe.ts';
import { testSite, turn } from '#test/support/site.ts';
import { bought, excess, line, type Seat, seated, shot, someone } from './payments.support.ts';

/** Products and roles, as administrators keep them. */

const { site } = await testSite();
let admin: Seat;

beforeAll(async () => {
  admin = await someone(site, 'keeper@example.org', true);
});

const PAGE = '/admin/products-roles';
const dialog = (page: Page) => page.getByRole('dialog');
const field = (page: Page, name: string) => dialog(page).getByRole('textbox', { name, exact: true });
const press = (page: Page, name: string): Promise<void> =>
  dialog(page).getByRole('button', { name, exact: true }).click();
const list = (page: Page, name: string) => page.getByRole('table', { name, exact: true });
const product = (page: Page, name: string) =>
  list(page, 'Products')
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: `Edit product ${name}` }) });
const role = (page: Page, name: string) => list(page, 'Roles').getByRole('row').filter({ hasText: name });

const onSale = async (): Promise<readonly string[]> => {
  const answer = await site.product.app.inject('/api/public/features');
  return answer.json<{ data: readonly { readonly name: string }[] }>().data.map(({ name }) => name);
};

describe('a product', () => {
  it('is made inactive, previewed, switched on, moved and deleted', () =>
    seated(site, admin, PAGE, async (page) => {
      await product(page, 'Basic').waitFor();
      await page.getByRole('button', { name: 'New product' }).click();
      expect(await dialog(page).getByRole('switch', { name: 'Active' }).isDisabled()).toBe(true);
      await dialog(page).getByText('New products start inactive').waitFor();
      const named = (await dialog(page).innerText()).match(/^(?:Priority|Price|Period|Roles)/gm);
      expect(named).toEqual(['Priority', 'Price', 'Period', 'Roles']);
      await field(page, 'Name').fill('Studio');
      await field(page, 'Description').fill('For a studio.');
      await field(page, 'Notice').fill('Cancel whenever.');
      await field(page, 'Price (euros)').fill('nine');
      await press(page, 'Save');
      await dialog(page).getByText('Price (euros) must be euros with two decimals at most').waitFor();
      await field(page, 'Price (euros)').fill('12,50');
      await field(page, 'Priority').fill('9');
      await dialog(page).getByRole('combobox', { name: 'Roles' }).or(field(page, 'Roles')).click();
      const fixed = page.getByRole('option', { name: /^ADMIN/ });
      if (await fixed.count()) expect(await fixed.getAttribute('data-combobox-disabled')).toBe('true');
      await page.getByRole('option', { name: /^PRO/ }).click();
      await dialog(page).getByRole('figure').getByText('€12.50 / month').waitFor();
      await dialog(page).getByRole('figure').getByText('250,000 requests a day').waitFor();
      await shot(page, 'product-new');
      await press(page, 'Save');
      await page.locator('[data-part=alerts]').getByText('Product Studio saved').waitFor();
      await product(page, 'Studio').getByText('NO').waitFor();
      expect(await onSale()).toEqual(['Free', 'Basic', 'Pro']);

      await product(page, 'Studio').getByRole('button', { name: 'Edit product Studio' }).click();
      await dialog(page).getByRole('switch', { name: 'Active' }).click();
      await press(page, 'Save');
      await product(page, 'Studio').getByText('YES').waitFor();
      await expect.poll(onSale).toEqual(['Free', 'Basic', 'Pro', 'Studio']);

      await product(page, 'Studio').getByRole('button', { name: 'Move Studio up' }).click();
      await expect.poll(onSale).toEqual(['Free', 'Basic', 'Studio', 'Pro']);
      expect(await list(page, 'Products').getByRole('button', { name: 'Move Free up' }).isDisabled()).toBe(true);

      await product(page, 'Studio').getByRole('button', { name: 'Delete product Studio' }).click();
      expect(await dialog(page).innerText()).toContain('Are you sure you want to delete product Studio');
      expect(await dialog(page).locator('strong').innerText()).toBe('Studio');
      await press(page, 'Delete');
      await product(page, 'Studio').waitFor({ state: 'detached' });
      await expect.poll(onSale).toEqual(['Free', 'Basic', 'Pro']);
    }));

  it('that is paid for warns before a new price and before it is deleted', async () => {
    await bought(site, await someone(site, 'holder@example.org'), 'Pro');
    await seated(site, admin, PAGE, async (page) => {
      await product(page, 'Pro').getByText('1 active payment').waitFor();
      await product(page, 'Pro').getByRole('button', { name: 'Edit product Pro' }).click();
      expect(await field(page, 'Price (euros)').inputValue()).toBe('39.00');
      expect(await dialog(page).getByText('at the old price').count()).toBe(0);
      await field(page, 'Price (euros)').fill('49');
      await dialog(page).getByText('1 active payment at the old price').waitFor();
      await press(page, 'Cancel');
      await press(page, 'Discard');
      await dialog(page).first().waitFor({ state: 'detached' });
      await product(page, 'Pro').getByRole('button', { name: 'Delete product Pro' }).click();
      await dialog(page).getByText('1 active payment of it').waitFor();
      await press(page, 'Cancel');
      await product(page, 'Pro').waitFor();
    });
  });

  it('shows at its field what the server refuses', () =>
    seated(site, admin, PAGE, async (page) => {
      await product(page, 'Basic').getByRole('button', { name: 'Edit product Basic' }).click();
      await field(page, 'Period (days)').fill('0');
      await press(page, 'Save');
      await dialog(page).getByText('Period (days) must be a whole number from 1 to 3660').waitFor();
    }));
});

describe('a role', () => {
  it('is made, changed and deleted; its name is taken once', () =>
    seated(site, admin, PAGE, async (page) => {
      await role(page, 'FREE').waitFor();
      await page.getByRole('button', { name: 'New rol' }).click();
      await field(page, 'Rol').fill('basic');
      await field(page, 'Requests').fill('5000');
      await press(page, 'Save');
      await dialog(page).getByText('There is a role with this name already').waitFor();
      expect(await field(page, 'Rol').getAttribute('aria-invalid')).toBe('true');
      await field(page, 'Rol').fill('STUDIO');
      await field(page, 'Description').fill('For studios');
      await press(page, 'Save');
      await role(page, 'STUDIO').getByText('5,000').waitFor();
      await role(page, 'STUDIO').getByText('0 products · 0 users').waitFor();
      await role(page, 'STUDIO').getByRole('button', { name: 'Edit rol STUDIO' }).click();
      await field(page, 'Requests').fill('6000');
      await press(page, 'Save');
      await role(page, 'STUDIO').getByText('6,000').waitFor();
      await role(page, 'STUDIO').getByRole('button', { name: 'Delete rol STUDIO' }).click();
      expect(await dialog(page).innerText()).toContain('Are you sure you want to delete rol STUDIO');
      await press(page, 'Delete');
      await role(page, 'STUDIO').waitFor({ state: 'detached' });
    }));

  it('in use cannot be deleted, and ADMIN not even be tried', () =>
    seated(site, admin, PAGE, async (page) => {
      await role(page, 'BASIC').getByRole('button', { name: 'Delete rol BASIC' }).click();
      await press(page, 'Delete');
      await page.locator('[data-part=alert][data-tone=danger]').getByText('Products or users have this role').waitFor();
      await role(page, 'BASIC').waitFor();
      await role(page, 'ADMIN').waitFor();
      expect(await role(page, 'ADMIN').getByRole('button').count()).toBe(0);
    }));
});

const LOOKS = [
  ['light', 1440],
  ['dark', 390],
  ['light', 390],
  ['dark', 1440],
] as const;

it('has no serious fault in either theme, wide or narrow', () =>
  seated(site, admin, PAGE, async (page) => {
    const sound = async (name: string): Promise<void> => {
      for (const [theme, width] of LOOKS) {
        await page.setViewportSize({ width, height: 900 });
        await turn(page, theme);
        const at = `${name}-${width}-${theme}`;
        await shot(page, at);
        expect(await seriousOn(page), at).toEqual([]);
        expect(await excess(page), at).toBeLessThanOrEqual(0);
      }
    };
    await line(page, 'BASIC').first().waitFor();
    await sound('products');
    await page.getByRole('button', { name: 'Edit product Basic' }).click();
    await dialog(page).getByRole('figure').waitFor();
    await sound('product');
    await press(page, 'Cancel');
    await dialog(page).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Edit rol BASIC' }).click();
    await field(page, 'Rol').waitFor();
    await sound('role');
  }));
