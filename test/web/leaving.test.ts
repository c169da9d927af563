import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { heading } from '#test/support/sign-in.ts';
import { testSite } from '#test/support/site.ts';
import { type Seat, seated, someone } from './payments.support.ts';

/** What the browser's own buttons do to a form that is half typed: Back, Forward, Reload and the closing of the tab. */

const { site } = await testSite();
let admin: Seat;

beforeAll(async () => {
  admin = await someone(site, 'leaving@example.org', true);
});

const TYPED = 'Half a sen';
const question = (page: Page) => page.getByRole('dialog', { name: 'Discard what you typed?' });
const notice = (page: Page) => page.getByRole('dialog').getByRole('textbox', { name: 'Notice' });
const stay = async (page: Page): Promise<void> => {
  await question(page).getByRole('button', { name: 'Go on editing' }).click();
  await question(page).waitFor({ state: 'detached' });
};
const path = (page: Page): string => new URL(page.url()).hash.split('?')[0] ?? '';
/** By a link, as people come there. */
const follow = async (page: Page, name: string, title: string): Promise<void> => {
  await page.evaluate(`location.hash = '${name}'`);
  await heading(page, title);
};

/** The profile, the manager and then a product that is half typed. */
const typing = (look: (page: Page) => Promise<void>): Promise<void> =>
  seated(site, admin, '/admin/profile', async (page) => {
    await heading(page, 'Profile');
    await follow(page, '#/admin/manager', 'Requests manager');
    await follow(page, '#/admin/products-roles', 'Products and roles');
    await page.getByRole('button', { name: 'Edit product Basic' }).click();
    await notice(page).fill(TYPED);
    await page.evaluate('window.sameDocument = true');
    await look(page);
  });

/** Everything is as it was: the page, its document, its address and what was typed. */
const isKept = async (page: Page): Promise<void> => {
  await expect.poll(() => path(page)).toBe('#/admin/products-roles');
  expect(await notice(page).inputValue()).toBe(TYPED);
  expect(await page.evaluate('window.sameDocument')).toBe(true);
};

/** Pressed once, again before the answer, and taken back before it. */
const PRESSES = [
  'history.back()',
  'history.back(); history.back()',
  'history.back(); setTimeout(() => history.back(), 100)',
  'history.back(); setTimeout(() => history.forward(), 100)',
  'history.go(-2)',
];

describe('Back', () => {
  it('is asked about each time however it is pressed, and whoever stays has what was typed', () =>
    typing(async (page) => {
      for (const press of PRESSES) {
        await page.evaluate(press);
        await question(page).waitFor();
        // Long enough for what is pressed meanwhile.
        await page.waitForTimeout(300);
        await stay(page);
        await isKept(page);
      }
    }));

  it('leads to where it was meant to, and Forward from there, once what was typed is discarded', () =>
    typing(async (page) => {
      await page.evaluate('history.go(-2)');
      await question(page).getByRole('button', { name: 'Discard' }).click();
      await heading(page, 'Profile');
      expect(path(page)).toBe('#/admin/profile');
      await page.evaluate('history.forward()');
      await heading(page, 'Requests manager');
      expect(await page.evaluate('window.sameDocument')).toBe(true);
    }));
});

describe('the closing and the reloading of the tab', () => {
  it('are asked about by the browser only when something was typed', () =>
    typing(async (page) => {
      const asked: string[] = [];
      page.on('dialog', (dialog) => {
        asked.push(dialog.type());
        void dialog.dismiss();
      });
      await page.evaluate('location.reload()');
      await expect.poll(() => asked).toEqual(['beforeunload']);
      await isKept(page);
      await page.close({ runBeforeUnload: true });
      await expect.poll(() => asked).toEqual(['beforeunload', 'beforeunload']);
      await isKept(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      await question(page).getByRole('button', { name: 'Discard' }).click();
      await page.reload();
      await heading(page, 'Products and roles');
      expect(asked).toHaveLength(2);
    }));
});
