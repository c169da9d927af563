import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { elsewhere } from '#test/support/site.ts';
import { FEW, loaded, shot, testDocs } from './docs.support.ts';

const { docs, visit } = await testDocs();

describe("the reader's own token", () => {
  /** The reference with the calls of a movie alone, at which the token is filled in as at any other. */
  const at = (authToken: string) => visit('/docs', { authToken }, {}, FEW);
  const filled = (page: Page) => page.getByText('Your token is filled in.').waitFor();
  const shown = (token: string) =>
    `(document.body.innerText + [...document.querySelectorAll('input')].map((one) => one.value)).includes('${token}')`;

  it('is filled in, kept nowhere, and gone with the session', async () => {
    const { page, asked, done } = await at(docs.session);
    await loaded(page);
    const mine = await docs.product.app.inject({
      url: '/api/user/token',
      headers: { authorization: `Bearer ${docs.session}` },
    });
    const { token } = mine.json<{ data: { token: string } }>().data;
    await filled(page);
    await page.waitForFunction(shown(token));
    await shot(page, 'token');
    const kept = await page.evaluate<string>(
      `(async () => {
        const bases = await Promise.all((await indexedDB.databases()).map(({ name }) => new Promise((resolve) => {
          const open = indexedDB.open(name);
          open.onsuccess = () => {
            const stores = [...open.result.objectStoreNames];
            if (stores.length === 0) return resolve([]);
            const reads = stores.map((store) => new Promise((told) => {
              const all = open.result.transaction(store).objectStore(store).getAll();
              all.onsuccess = () => told(all.result);
            }));
            resolve(Promise.all(reads));
          };
        })));
        return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href, bases]);
      })()`,
    );
    expect(kept).toContain(docs.session);
    expect(kept).not.toContain(token);
    expect(asked.join()).not.toContain(token);
    await elsewhere(page, `localStorage.removeItem('authToken')`);
    await page.waitForFunction(`!${shown(token)}`);
    await done();
  });

  it('is what Test Request calls with: a reader who is signed in gets a 200 without typing anything', async () => {
    const { page, idle, done } = await at(docs.session);
    await loaded(page);
    await filled(page);
    await idle();
    await page.getByText('Movies', { exact: true }).first().click();
    await page.getByRole('button', { name: 'Test Request (get /api/v1/movie/{imdbId})' }).first().click();
    const called = page.waitForResponse(/\/api\/v1\/movie\//);
    await page.getByRole('button', { name: /^Send/ }).first().click();
    expect((await called).status()).toBe(200);
    await page.getByText('200 OK').waitFor();
    await done();
  });

  it('is asked for by nobody without a session that holds', async () => {
    const { page, asked, done } = await at('e30.eyJleHAiOjF9.over');
    await loaded(page);
    await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor();
    expect(asked.filter((url) => url.endsWith('/api/user/token'))).toEqual([]);
    await done();
  });

  it('is not given to a session that the server refuses, which stays stored', async () => {
    const refused = `${docs.session.split('.').slice(0, 2).join('.')}.${'A'.repeat(43)}`;
    const { page, done } = await at(refused);
    await loaded(page);
    await page.getByText('The session has ended').waitFor();
    expect(await page.evaluate(`localStorage.getItem('authToken')`)).toBe(refused);
    await done();
  });
});
