import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { hashOf, heading, storage } from '#test/support/sign-in.ts';
import {
  ADMIN,
  type Administration,
  button,
  dialog,
  fact,
  input,
  masked,
  openAdministration,
} from './admin.support.ts';

/** The requests manager and the own profile. */

const db = await testDatabase('sample');
let at: Administration;

beforeAll(async () => {
  at = await openAdministration(db);
});
afterAll(() => at?.close());

describe('the requests manager', () => {
  it('gives a token its requests back after a question that says how many', async () => {
    const token = await at.person('spent@example.org', 2);
    const other = await at.person('other@example.org', 5);
    for (const wanted of [200, 200, 429]) expect(await at.ask(token)).toBe(wanted);
    expect(await at.ask(other)).toBe(200);
    await at.visiting('/admin/manager', async (page) => {
      const tokens = page.getByRole('table', { name: 'Requests by token' });
      const spent = tokens.getByRole('row').filter({ hasText: 'spent@example.org' });
      await spent.getByText('2 / 2').waitFor();
      await spent.getByText('1 refused').waitFor();
      await spent.getByRole('button', { name: 'Clear token and all ips requests' }).click();
      await dialog(page).getByText('clear 2 requests of today from all addresses').waitFor();
      await dialog(page).getByRole('button', { name: 'Cancel' }).click();
      expect(await at.ask(token)).toBe(429);
      await spent.getByRole('button', { name: 'Clear token and all ips requests' }).click();
      await dialog(page).getByText('clear 2 requests').waitFor();
      await dialog(page).getByRole('button', { name: 'Clear', exact: true }).click();
      await page.getByText('Token requests cleared: 2 requests from 1 address').waitFor();
      await spent.waitFor({ state: 'detached' });
      expect(await at.ask(token)).toBe(200);
      await page.goto(
        `${at.origin}/?seated#/admin/manager?${new URLSearchParams({ token: String(await at.idOf(other)) })}`,
      );
      await tokens.getByText('other@example.org').waitFor();
      await expect.poll(() => input(page, 'token').inputValue()).toBe(masked(other));
      expect(await tokens.getByRole('row').count()).toBe(2);
      await tokens.getByRole('link', { name: 'User info' }).click();
      await heading(page, 'User info');
      await fact(page, 'Email').getByText('other@example.org').waitFor();
    });
  });

  it('clears a token from one address, and an address of every token', async () => {
    const token = await at.person('one@example.org');
    await at.person('two@example.org');
    await at.counted('one@example.org', '198.51.100.1', 3);
    await at.counted('one@example.org', '198.51.100.2', 4);
    await at.counted('two@example.org', '198.51.100.2', 5);
    await at.visiting('/admin/manager', async (page) => {
      const pairs = page.getByRole('table', { name: 'IP/token relation' });
      const from = (ip: string) => pairs.getByRole('row').filter({ hasText: ip });
      await button(page, `More for ${masked(token)} from 198.51.100.1`).click();
      await page.getByRole('menuitem', { name: 'User info' }).click();
      await heading(page, 'User info');
      await fact(page, 'Email').getByText('one@example.org').waitFor();
      await page.goBack();
      await button(page, `More for ${masked(token)} from 198.51.100.1`).click();
      await page.getByRole('menuitem', { name: 'Audit' }).click();
      await heading(page, 'Audit requests');
      expect(hashOf(page)).toMatch(new RegExp(`[?&]token=${await at.idOf(token)}(&|$)`));
      await page.goBack();
      const clear = () => dialog(page).getByRole('button', { name: 'Clear', exact: true }).click();
      await from('198.51.100.1').getByRole('button', { name: 'Clear token requests' }).click();
      await dialog(page).getByText('clear 3 requests of today').waitFor();
      await clear();
      await page.getByText('Token requests of this address cleared: 3 requests').waitFor();
      await from('198.51.100.1').waitFor({ state: 'detached' });
      await from('198.51.100.2').first().getByRole('button', { name: 'Clear ip requests' }).click();
      await dialog(page).getByText('clear 9 requests of today').waitFor();
      await clear();
      await page.getByText('Ip requests cleared: 9 requests of 2 tokens').waitFor();
      await input(page, 'ip').fill('198.51.100.2');
      await button(page, 'Search').click();
      await page.getByText('No data for requests by token').waitFor();
      await page.getByText('No Ip/token relation found').waitFor();
      expect(hashOf(page)).toBe('#/admin/manager?ip=198.51.100.2');
    });
  });

  it('keeps what a deleted user has used, and leads to nobody from there', async () => {
    await at.person('leaving@example.org', 1);
    await at.counted('leaving@example.org', '198.51.100.77', 3);
    await at.product.users.remove('leaving@example.org');
    await at.visiting('/admin/manager?ip=198.51.100.77&page=abc&pairs=99&evil=1', async (page) => {
      const row = page
        .getByRole('table', { name: 'Requests by token' })
        .getByRole('row')
        .filter({ hasText: 'deleted-' });
      await row.getByText('user deleted').waitFor();
      expect(await row.getByText('over the limit').count()).toBe(0);
      await page.getByRole('table', { name: 'IP/token relation' }).getByText('198.51.100.77').waitFor();
      expect(await page.getByRole('main').getByRole('link', { name: 'User info' }).count()).toBe(0);
      await page.getByRole('button', { name: /^More for .* from 198\.51\.100\.77$/ }).click();
      await page.getByRole('menuitem', { name: 'Audit' }).waitFor();
      expect(await page.getByRole('menuitem', { name: 'User info' }).count()).toBe(0);
    });
  });

  it('says at the field what is no address, and asks nothing', () =>
    at.visiting('/admin/manager?ip=zz', async (page) => {
      await page.getByText('IP must be an IPv4 or IPv6 address').waitFor();
      await page.getByText('A filter cannot be used as it is. Mend it and search again.').first().waitFor();
      expect(await page.getByLabel('IP', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    }));

  it('asks again every ten seconds while that is switched on', () =>
    at.visiting(
      '/admin/manager',
      async (page) => {
        await page.getByRole('switch', { name: 'Auto-refresh' }).waitFor();
        await page.clock.install();
        await page.getByRole('switch', { name: 'Auto-refresh' }).click();
        await at.person('live@example.org');
        await at.counted('live@example.org', '198.51.100.9', 6);
        await page.clock.fastForward(10_500);
        await page.getByRole('table', { name: 'Requests by token' }).getByText('live@example.org').waitFor();
      },
      { own: true },
    ));
});

describe('the profile', () => {
  it('turns the theme at once, and keeps it and the page size when it is saved', () =>
    at.visiting('/admin/profile', async (page) => {
      await page.getByText(ADMIN).waitFor();
      const dark = page.locator('html[data-mantine-color-scheme=dark]');
      const kept = page.waitForResponse((answer) => answer.request().method() === 'POST');
      await page.getByRole('switch', { name: 'Dark theme' }).click();
      await dark.waitFor();
      expect((await (await kept).json()).data).toMatchObject({ darkTheme: 1, maxRegs: 20, maxRequests: 0 });
      expect(await storage(page, 'darkTheme')).toBe('1');
      await page.reload();
      await dark.waitFor();
      await page.getByLabel('Max registers').fill('');
      await button(page, 'Save').click();
      await page.getByText('Max registers is required').waitFor();
      await page.getByLabel('Max registers').fill('201');
      await page.getByText('Max registers must be a whole number from 1 to 200').waitFor();
      await page.getByLabel('Max registers').fill('2');
      await page.getByLabel('Max requests').fill('900');
      await button(page, 'Save').click();
      await page.getByText('Profile updated successfully').waitFor();
      expect(await storage(page, 'regsPerPage')).toBe('2');
      const { rows } = await db.query(
        'select max_requests as requests, max_regs as regs, dark_theme as dark from account where email = $1',
        [ADMIN],
      );
      expect(rows).toEqual([{ requests: 900, regs: 2, dark: true }]);
      for (const requests of [1, 2, 3]) {
        await at.person(`row-${requests}@example.org`);
        await at.counted(`row-${requests}@example.org`, '203.0.113.5', requests);
      }
      await page.goto(`${at.origin}/?seated#/admin/manager?ip=203.0.113.5`);
      await page.getByText('Showing 2 / 3').first().waitFor();
      await page.getByRole('button', { name: 'Page 2' }).first().click();
      await page.getByText('Showing 1 / 3').first().waitFor();
    }));

  it('shows in the danger colour what the server says against it', () =>
    at.visiting('/admin/profile', async (page) => {
      const json = { code: 503, data: null, error: 'Not just now', reason: 'unavailable', details: [] };
      await page.route('**/api/admin/profile', (route) =>
        route.request().method() === 'POST' ? route.fulfill({ status: 503, json }) : route.continue(),
      );
      await page.getByText(ADMIN).waitFor();
      await button(page, 'Save').click();
      await page.getByRole('alert').getByText('Not just now').waitFor();
      expect(await storage(page, 'regsPerPage')).toBe('20');
    }));
});
