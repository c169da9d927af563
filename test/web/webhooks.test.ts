import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { CATALOGUE_CHANGED } from '#server/modules/catalog/catalog.events.ts';
import { takeTurn } from '#server/modules/catalog/turn.store.ts';
import { publish } from '#server/platform/bus/event.ts';
import { faultsOn } from '#test/support/axe.ts';
import { standsStill } from '#test/support/browser.ts';
import { testDatabase } from '#test/support/database.ts';
import { heading } from '#test/support/sign-in.ts';
import { openSite } from '#test/support/site.ts';
import { excess, seated, shot, someone } from './payments.support.ts';

/** The webhooks of a person, at the browser. */

let status = 204;
const heard: string[] = [];
const target = createServer((request, response) => {
  heard.push(request.url ?? '');
  request.resume();
  response.writeHead(status).end();
});
await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
const host = `127.0.0.1:${(target.address() as AddressInfo).port}`;
const db = await testDatabase('sample');
const site = await openSite(db, { WEBHOOK_HOSTS: host });
site.product.feeds.delivery.start();
afterAll(async () => {
  await site.close();
  target.closeAllConnections();
  target.close();
});

const HOOK = `http://${host}/hook`;
const dialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const press = (page: Page, name: string): Promise<void> =>
  dialog(page).getByRole('button', { name, exact: true }).click();
/** Chooses from the menu of a webhook. */
const choose = async (page: Page, name: string, url: string): Promise<void> => {
  await button(page, `More for ${url}`).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
};
const reloadAsks = (page: Page): Promise<boolean> =>
  page.evaluate(`!dispatchEvent(new Event('beforeunload', { cancelable: true }))`);
const field = (page: Page, name: string) => dialog(page).getByLabel(name, { exact: true });

describe('the page of webhooks', () => {
  it('makes a webhook, shows its secret once, tests it, tells of deliveries, and deletes it', async () => {
    const owner = await someone(site, 'hooks@example.org');
    await seated(site, owner, '/keys', async (page) => {
      await heading(page, 'Keys');
      await page.evaluate(`location.hash = '#/webhooks'`);
      await page.getByText('No webhooks').waitFor();
      await button(page, 'New webhook').click();
      await press(page, 'Save');
      await dialog(page).getByText('Address is required').waitFor();
      await field(page, 'Address').fill('https://127.0.0.1/hook');
      await press(page, 'Save');
      await dialog(page).getByText('lead to a public address').waitFor();
      await field(page, 'Address').fill(HOOK);
      await field(page, 'Ids').fill('tt0068646 nonsense');
      await press(page, 'Save');
      await dialog(page).getByText('nonsense is no id').waitFor();
      await field(page, 'Ids').fill('');
      await field(page, 'Changed').check();
      await press(page, 'Save');
      await dialog(page).getByText('It is shown this once').waitFor();
      expect(await faultsOn(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.mouse.click(5, 5);
      expect(await button(page, 'Close dialog').count()).toBe(0);
      await standsStill(page);
      expect(await dialog(page).getByText('It is shown this once').isVisible()).toBe(true);
      await page.evaluate('history.back()');
      const question = page.getByRole('dialog', { name: 'Leave without the secret?' });
      await question.getByRole('button', { name: 'Stay here' }).click();
      await question.waitFor({ state: 'detached' });
      expect(await reloadAsks(page)).toBe(true);
      await press(page, 'I have kept it');
      await dialog(page).waitFor({ state: 'hidden' });
      await page.getByText('ACTIVE', { exact: true }).waitFor();
      expect(await page.content()).not.toContain('whsec_');
      expect(await reloadAsks(page)).toBe(false);

      await choose(page, 'Test', HOOK);
      await page.getByText('The server has answered 204').waitFor();
      status = 500;
      await choose(page, 'Test', HOOK);
      await page.getByText('The server has answered 500').waitFor();

      await db.transaction(async (tx) => {
        await takeTurn(tx);
        await tx.query(`insert into change (kind, record_id, action) values ('movie', 68646, 'update')`);
        await publish(tx, CATALOGUE_CHANGED);
      });
      await expect.poll(() => heard.length).toBeGreaterThanOrEqual(3);
      await choose(page, 'Log', HOOK);
      await dialog(page).getByText('movie.update').waitFor();
      await dialog(page).getByRole('table', { name: 'Deliveries' }).getByText('WAITING').waitFor();
      await dialog(page).getByLabel('State').selectOption('sent');
      await dialog(page).getByText('No such deliveries').waitFor();
      expect(await faultsOn(page)).toEqual([]);
      await press(page, 'Close');

      await choose(page, 'New secret', HOOK);
      await press(page, 'New secret');
      await dialog(page).getByText('It is shown this once').waitFor();
      await press(page, 'I have kept it');
      await choose(page, 'Delete', HOOK);
      await press(page, 'Delete');
      await page.getByText('No webhooks').waitFor();
    });
  });

  it.each([
    [1440, 'light'],
    [1000, 'dark'],
    [768, 'light'],
    [390, 'dark'],
  ] as const)('fits %i px in %s, with much in it', async (width, theme) => {
    const owner = await someone(site, `hooks-${width}-${theme}@example.org`);
    await db.query(
      `insert into webhook (account_id, url, kinds, actions, ids, sealed, disabled_why, disabled_at, cursor, failures, inserted_at)
        select (select id from account where email = $1), u, k, a, i, '\\x00', w, case when w is not null then now() end, 0, f, now() from (values
          ('https://films.example/' || repeat('a-very-long-address-', 12), array['movie'], array['create', 'merge'], array['tt0000001'], null, 5),
          ('https://films.example/gone', '{}'::text[], '{}'::text[], '{}'::text[], 'gone', 0)) v (u, k, a, i, w, f)`,
      [owner.email],
    );
    await db.query(
      `insert into webhook_delivery (webhook_id, change_id, kind, record_id, data, state, attempts, code, problem, ms, inserted_at, due_at)
        select w.id, n, 'movie', n, '{"kind":"movie","imdbId":"tt0068646","action":"update","date":"2026-11-26T10:00:00.000Z","redirectTo":null}',
          case when n % 2 = 0 then 'failed' else 'sent' end, n, case when n % 2 = 0 then null else 204 end,
          case when n % 2 = 0 then 'timeout' end, 10000, now(), now()
        from webhook w cross join generate_series(1, 30) n where w.url like '%gone'
          and w.account_id = (select id from account where email = $1)`,
      [owner.email],
    );
    await seated(
      site,
      owner,
      '/webhooks',
      async (page) => {
        await page.getByText('DISABLED', { exact: true }).waitFor();
        const looksWell = async (name: string): Promise<void> => {
          expect([name, await excess(page)]).toEqual([name, 0]);
          expect(await faultsOn(page)).toEqual([]);
          await shot(page, `webhooks-${name}-${width}-${theme}`);
        };
        await looksWell('list');
        await button(page, 'New webhook').click();
        await field(page, 'Ids').fill('tt0068646 '.repeat(90));
        await looksWell('form');
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Discard' }).click();
        await choose(page, 'Log', 'https://films.example/gone');
        await dialog(page).getByText('GIVEN UP').last().waitFor();
        await looksWell('log');
        await press(page, 'Close');
        await choose(page, 'Delete', 'https://films.example/gone');
        await dialog(page).getByText('Are you sure').waitFor();
        await looksWell('delete');
      },
      { viewport: { width, height: 900 }, dark: theme === 'dark' },
    );
  });
});
