import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { seriousOn } from '#test/support/axe.ts';
import { hashOf, heading, signInOn } from '#test/support/sign-in.ts';
import { testSite } from '#test/support/site.ts';
import { type Seat, said, seated, shot, someone } from './payments.support.ts';

/** What every form of a record does, on the forms of products and roles. */
const { site } = await testSite();
const PAGE = '/admin/products-roles';
let admin: Seat;
let other: Seat;

beforeAll(async () => {
  admin = await someone(site, 'first@example.org', true);
  other = await someone(site, 'second@example.org', true);
});

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const question = (page: Page) => dialog(page, 'Discard what you typed?');
const form = (page: Page) => dialog(page, 'Edit product');
const field = (page: Page, name: string) => page.getByRole('dialog').getByRole('textbox', { name, exact: true });
const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
const edit = (page: Page, name: string) => page.getByRole('button', { name: `Edit ${name}`, exact: true });
/** What has the focus, by its name or its label. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(
    'document.activeElement === document.body ? "body" : (document.activeElement.getAttribute("aria-label") ?? document.activeElement.getAttribute("name") ?? document.activeElement.id ?? document.activeElement.tagName)',
  );
const gone = (page: Page): Promise<void> => page.getByRole('dialog').first().waitFor({ state: 'detached' });
const seat = (who: Seat, look: (page: Page) => Promise<void>, path = PAGE) => seated(site, who, path, look);
const productsNamed = async (name: string): Promise<number> => {
  const headers = { authorization: `Bearer ${admin.session}` };
  const answer = await site.product.app.inject({ url: '/api/admin/product', headers });
  return answer.json<{ data: readonly { name: string }[] }>().data.filter((one) => one.name === name).length;
};

/** What the server says of a role at this moment. */
const describedAs = async (rol: string): Promise<string | undefined> => {
  const headers = { authorization: `Bearer ${admin.session}` };
  const answer = await site.product.app.inject({ url: '/api/admin/role', headers });
  const { data } = answer.json<{ data: readonly { rol: string; description: string }[] }>();
  return data.find((one) => one.rol === rol)?.description;
};

describe('a form that is sent', () => {
  const fillNew = async (page: Page, name: string): Promise<void> => {
    await page.getByRole('button', { name: 'New product' }).click();
    await field(page, 'Name').fill(name);
    await field(page, 'Price (euros)').fill('5');
  };

  it('makes one product of a double click, and of Enter with a click', () =>
    seat(admin, async (page) => {
      let sent = 0;
      page.on('request', (request) => {
        if (request.method() === 'POST' && request.url().endsWith('/api/admin/product')) sent++;
      });
      await fillNew(page, 'Twice');
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).dblclick();
      await said(page, 'Product Twice saved');
      await gone(page);
      await fillNew(page, 'Enter');
      const save = page.getByRole('dialog').getByRole('button', { name: 'Save' });
      const { x, y, width, height } = (await save.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      await page.keyboard.press('Enter');
      await page.mouse.click(x + width / 2, y + height / 2);
      await said(page, 'Product Enter saved');
      await gone(page);
      expect([sent, await productsNamed('Twice'), await productsNamed('Enter')]).toEqual([2, 1, 1]);
    }));

  it('is sent by Ctrl+S, and gives the focus to what is refused', () =>
    seat(admin, async (page) => {
      await edit(page, 'product Basic').click();
      await field(page, 'Period (days)').fill('0');
      await field(page, 'Name').focus();
      await page.keyboard.press('Control+s');
      await page.getByText('Period (days) must be a whole number from 1 to 3660').waitFor();
      expect(await focused(page)).toBe('period');
      await field(page, 'Price (euros)').fill('nine');
      await press(page, 'Save');
      await page.getByText('must be euros with two decimals').waitFor();
      expect(await focused(page)).toBe('price');
      await field(page, 'Price (euros)').fill('9');
      await page.getByText('must be euros with two decimals').waitFor({ state: 'detached' });
    }));

  it('gives the focus back to what has opened it: after Save, Cancel, and Delete, also a refused one', () =>
    seat(admin, async (page) => {
      await edit(page, 'product Pro').click();
      await field(page, 'Notice').fill('Now with a notice.');
      await press(page, 'Save');
      await gone(page);
      await expect.poll(() => focused(page)).toBe('Edit product Pro');
      await edit(page, 'product Basic').click();
      await field(page, 'Name').waitFor();
      await press(page, 'Cancel');
      await expect.poll(() => focused(page)).toBe('Edit product Basic');
      await page.reload();
      const removal = (name: string) => page.getByRole('button', { name: `Delete ${name}`, exact: true });
      await removal('rol BASIC').click();
      await press(page, 'Delete');
      await said(page, 'Products or users have this role');
      await expect.poll(() => focused(page)).toBe('Delete rol BASIC');
      await removal('product Twice').click();
      await press(page, 'Delete');
      await removal('product Twice').waitFor({ state: 'detached' });
      await expect.poll(() => focused(page)).toBe('main');
    }));
});

describe('an empty form', () => {
  it.each([
    ['New product', ['Name is required', 'Price (euros) must be euros with two decimals'], 'name'],
    ['New rol', ['Rol is required', 'Requests must be a whole number'], 'rol'],
  ])('%s: says all that is missing at once, asks nobody and has the focus on the first', (name, faults, first) =>
    seat(admin, async (page) => {
      let sent = 0;
      page.on('request', (request) => {
        if (request.method() === 'POST' && request.url().includes('/api/admin/')) sent++;
      });
      await page.getByRole('button', { name }).click();
      await press(page, 'Save');
      for (const fault of faults) await page.getByRole('dialog').getByText(fault).waitFor();
      expect([await focused(page), sent]).toEqual([first, 0]);
    }),
  );
});

describe('what was typed', () => {
  it('is asked about before it is lost: by Escape, the cross, Cancel and another page', () =>
    seat(
      admin,
      async (page) => {
        await page.evaluate(`location.hash = '#${PAGE}'`);
        await edit(page, 'product Basic').click();
        await field(page, 'Notice').fill('Half a sen');
        const leaving: readonly (readonly [string, () => Promise<unknown>])[] = [
          ['Escape', () => page.keyboard.press('Escape')],
          ['the cross', () => form(page).getByRole('button', { name: 'Close dialog' }).click()],
          ['Cancel', () => form(page).getByRole('button', { name: 'Cancel', exact: true }).click()],
        ];
        for (const [way, leave] of leaving) {
          await leave();
          await question(page).waitFor();
          await question(page).getByRole('button', { name: 'Go on editing' }).click();
          await question(page).waitFor({ state: 'detached' });
          expect([way, await field(page, 'Notice').inputValue()]).toEqual([way, 'Half a sen']);
        }
        await page.keyboard.press('Escape');
        await question(page).waitFor();
        await shot(page, 'form-leaving');
        expect(await seriousOn(page)).toEqual([]);
        await page.keyboard.press('Escape');
        await question(page).waitFor({ state: 'detached' });
        expect(await field(page, 'Notice').inputValue()).toBe('Half a sen');
        await press(page, 'Cancel');
        await question(page).getByRole('button', { name: 'Discard' }).click();
        await gone(page);
        await expect.poll(() => focused(page)).toBe('Edit product Basic');
        await edit(page, 'product Basic').click();
        expect(await field(page, 'Notice').inputValue()).not.toBe('Half a sen');
        await field(page, 'Notice').fill('Another half');
        await page.evaluate("location.hash = '#/admin/manager'");
        await question(page).getByRole('button', { name: 'Discard' }).click();
        await heading(page, 'Requests manager');
      },
      '/admin/profile',
    ));

  it('is there again after a session that has ended, for the same person', async () => {
    const typist = await someone(site, 'typist@example.org', true);
    await seat(typist, async (page) => {
      await edit(page, 'product Basic').click();
      await field(page, 'Notice').fill('Typed for an hour');
      const headers = { authorization: `Bearer ${typist.session}` };
      await site.product.app.inject({ method: 'POST', url: '/api/auth/signout', headers });
      await press(page, 'Save');
      await heading(page, 'Sign in');
      await page.reload();
      await signInOn(page, typist.email);
      await form(page).getByText('What you typed before your session ended is here again.').waitFor();
      expect(await field(page, 'Notice').inputValue()).toBe('Typed for an hour');
      await press(page, 'Save');
      await said(page, 'Product Basic saved');
      await gone(page);
      await page.reload();
      await edit(page, 'product Basic').waitFor();
      expect([hashOf(page), await page.getByRole('dialog').count()]).toEqual([`#${PAGE}`, 0]);
    });
  });
});

describe('a record that two people save', () => {
  const cell = (page: Page, row: string, column: string) =>
    page.getByRole('row', { name: new RegExp(`^${row}`) }).locator(`[data-name=${column}]`);

  it('shows the second where theirs and yours differ: a product, of which theirs is taken', () =>
    seat(admin, async (mine) => {
      await edit(mine, 'product Pro').click();
      await field(mine, 'Notice').fill('Mine');
      await seat(other, async (theirs) => {
        await edit(theirs, 'product Pro').click();
        await field(theirs, 'Notice').fill('Theirs');
        await field(theirs, 'Price (euros)').fill('41');
        await press(theirs, 'Save');
        await said(theirs, 'Product Pro saved');
      });
      await press(mine, 'Save');
      await mine.getByRole('heading', { name: 'Somebody else has saved this meanwhile' }).waitFor();
      expect(await cell(mine, 'Notice', 'Theirs').innerText()).toBe('Theirs');
      expect(await cell(mine, 'Notice', 'Yours').innerText()).toBe('Mine');
      expect(await cell(mine, 'Price', 'Theirs').innerText()).toBe('€41.00');
      expect(await mine.getByRole('row', { name: /^Name/ }).count()).toBe(0);
      await shot(mine, 'form-difference');
      expect(await seriousOn(mine)).toEqual([]);
      await press(mine, 'Take theirs');
      expect(await field(mine, 'Notice').inputValue()).toBe('Theirs');
      expect(await focused(mine)).toBe('name');
      // Nothing of yours is left to be asked about.
      await mine.keyboard.press('Escape');
      await gone(mine);
    }));

  it('keeps mine over theirs with their version: a role', () =>
    seat(admin, async (mine) => {
      const change = async (page: Page, text: string): Promise<void> => {
        await edit(page, 'rol BASIC').click();
        await field(page, 'Description').fill(text);
      };
      await change(mine, 'Mine');
      await seat(other, async (theirs) => {
        await change(theirs, 'Theirs');
        await press(theirs, 'Save');
        await said(theirs, 'Rol BASIC saved');
      });
      const answered = mine.waitForResponse((answer) => answer.url().endsWith('/api/admin/role') && !answer.ok());
      await press(mine, 'Save');
      expect((await answered).status()).toBe(409);
      expect(await cell(mine, 'Description', 'Theirs').innerText()).toBe('Theirs');
      expect(await cell(mine, 'Description', 'Yours').innerText()).toBe('Mine');
      expect(await mine.getByRole('row', { name: /^Rol/ }).count()).toBe(0);
      expect(await describedAs('BASIC')).toBe('Theirs');
      await press(mine, 'Keep mine and save');
      await said(mine, 'Rol BASIC saved');
      await mine.getByRole('table', { name: 'Roles' }).getByText('Mine', { exact: true }).waitFor();
    }));
});
