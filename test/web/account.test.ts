import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { clientCallOf } from '#contracts/client-calls.ts';
import { LANGUAGES, writeCall } from '#contracts/ready-calls.ts';
import { seriousOn } from '#test/support/axe.ts';
import { TEST_PASSWORD } from '#test/support/product-in-memory.ts';
import { fill, heading, signInOn, submit } from '#test/support/sign-in.ts';
import { type SitePage, testSite } from '#test/support/site.ts';

/** The pages of a signed-in person: the API token with its console, and the account. */

const { db, site } = await testSite();
let last = 0;

/** A person of the test's own, signed in and looking at a page. */
const asSomebody = async (path: '/token' | '/profile', look: (visit: SitePage, email: string) => Promise<void>) => {
  const email = `person${++last}@example.org`;
  await site.product.signIn(email);
  await site.visiting(`/login?${new URLSearchParams({ returnUrl: path })}`, async (visit) => {
    await signInOn(visit.page, email);
    await heading(visit.page, path === '/token' ? 'API token' : 'Account');
    await look(visit, email);
  });
};

const main = (page: Page) => page.getByRole('main');
const shownToken = async (page: Page): Promise<string> => {
  await main(page).getByRole('button', { name: 'Reveal token' }).click();
  const text = await main(page)
    .getByText(/^kdx_\w{38}$/)
    .innerText();
  await main(page).getByRole('button', { name: 'Hide token' }).click();
  return text;
};
/** The console has an answer like this. */
const answered = (page: Page, figures: RegExp): Promise<void> =>
  main(page).getByRole('status').filter({ hasText: figures }).waitFor();
const statusWith = async (token: string): Promise<number> => {
  const url = '/api/v1/movie/tt0068646';
  return (await site.product.app.inject({ url, headers: { authorization: `Bearer ${token}` } })).statusCode;
};

describe('a new person', () => {
  it('gets from Register to a 200 of the API in three interactions', () =>
    site.visiting('/register', async ({ page }) => {
      let interactions = 0;
      const interact = (act: () => Promise<void>): Promise<void> => {
        interactions += 1;
        return act();
      };
      await interact(() => fill(page, 'first@example.org', 'secret 1', 'secret 1'));
      await interact(() => submit(page, 'Register').click());
      await heading(page, 'API token');
      await page.getByText('Never used yet · 1,000 of 1,000 requests left today').waitFor();
      await page.getByText('No requests in the last 30 days').waitFor();
      await interact(() => submit(page, 'Send').click());
      await answered(page, /^\s*200\s*[\d.,]+ ms/);
      expect(interactions).toBeLessThanOrEqual(4);
      await main(page).getByText('"The Godfather"').first().waitFor();
      await main(page).getByRole('tab', { name: 'Headers' }).click();
      await main(page).getByText('x-ratelimit-remaining').locator('xpath=../dd').getByText('999').waitFor();
      // The figures of the page follow by themselves.
      await page.getByText(/^Last used .+ from 127\.0\.0\.1 · 999 of 1,000 requests left today$/).waitFor();
      const table = page.getByRole('table', { name: 'Requests per day', exact: true });
      await table.getByText('1', { exact: true }).waitFor();
    }));
});

describe('the token page', () => {
  it('shows no token before Reveal, and copies the real one', () =>
    asSomebody('/token', async ({ page }) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await main(page).getByText('VALID', { exact: true }).waitFor();
      expect(await main(page).innerText()).toMatch(/kdx_••••\w{4}\s/);
      expect(await main(page).innerText()).not.toMatch(/kdx_\w{5}/);
      const token = await shownToken(page);
      const address = `${site.origin}/api/v1/movie/tt0068646`;
      for (const language of LANGUAGES) {
        await main(page).getByRole('tab', { name: language }).click();
        const shown = await main(page).getByRole('tabpanel').first().innerText();
        expect([shown.includes('kdx_••••'), shown.includes(token)]).toEqual([true, false]);
        await main(page).getByRole('button', { name: 'Copy', exact: true }).click();
        const call = writeCall(language, { address, client: clientCallOf(address) }, { text: token });
        await page.waitForFunction(`navigator.clipboard.readText().then((text) => text === ${JSON.stringify(call)})`);
      }
      await main(page).getByRole('tab', { name: 'curl' }).click();
      await main(page).getByLabel('Path to call').fill('/api/v1/search?q=$100 a plate');
      await main(page).getByText(`"${site.origin}/api/v1/search?q=%24100%20a%20plate"`).waitFor();
      await main(page).getByLabel('Path to call').fill('no path');
      await main(page).getByText(`"${site.origin}/api/v1/search?q=%24100%20a%20plate"`).waitFor();
      await main(page).getByRole('tab', { name: 'Client' }).click();
      await main(page).getByText('kinodex.search({ q: "$100 a plate" })').waitFor();
      await main(page).getByLabel('Path to call').fill('/api/user/token');
      await main(page).getByText('kinodex-client has no call for this address.').waitFor();
      await main(page).getByRole('button', { name: 'Copy token' }).click();
      await page.waitForFunction(`navigator.clipboard.readText().then((text) => text === '${token}')`);
    }));

  it('replaces the token after a question; the old one is refused within a second', () =>
    asSomebody('/token', async ({ page }) => {
      const old = await shownToken(page);
      expect(await statusWith(old)).toBe(200);
      await submit(page, 'Invalidate token').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Apps using this token get 401 at once').waitFor();
      const reloaded = page.waitForResponse((answer) => answer.url().endsWith('/api/user/token'));
      await dialog.getByRole('button', { name: 'Invalidate' }).click();
      await page.getByRole('status').getByText('Token invalidated').waitFor();
      expect(await statusWith(old)).toBe(401);
      await dialog.waitFor({ state: 'detached' });
      await reloaded;
      const fresh = await shownToken(page);
      expect(fresh).not.toBe(old);
      expect(await statusWith(fresh)).toBe(200);
    }));

  it('says that a token could not be replaced, and closes the dialog all the same', () =>
    asSomebody('/token', async ({ page }, email) => {
      await submit(page, 'Invalidate token').click();
      const owner = '(select id from account where email = $1)';
      await db.query(`update api_token set valid = false where account_id = ${owner}`, [email]);
      await page.getByRole('dialog').getByRole('button', { name: 'Invalidate' }).click();
      await page.getByRole('alert').getByText('Error invalidating the token').waitFor();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.reload();
      await main(page).getByText('DISABLED', { exact: true }).waitFor();
      expect(await submit(page, 'Invalidate token').isDisabled()).toBe(true);
    }));

  it('shows a 401 of the console and stays signed in; sends the token nowhere else', () =>
    asSomebody('/token', async ({ page, asked }) => {
      const path = main(page).getByLabel('Path to call');
      await path.fill('//example.org/api/v1/usage');
      await submit(page, 'Send').click();
      await page.getByRole('alert').getByText('The path must begin with /api/').waitFor();
      expect(asked.filter((url) => url.includes('example.org'))).toEqual([]);
      // An API token opens no page of the session's own.
      await path.fill('/api/user/token');
      await path.press('Enter');
      await answered(page, /^\s*401/);
      expect(await page.evaluate("localStorage.getItem('authToken')")).not.toBeNull();
    }));

  it('draws the days against the limit and gives the shown rows as CSV', () =>
    asSomebody('/token', async ({ page }, email) => {
      const days = [0, 3].map((back) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10));
      await db.query(
        `insert into request_count (token_id, day, ip, requests, last_at)
           select t.id, day, '203.0.113.7', 1204, now() from unnest($2::date[]) day, api_token t
             join account a on a.id = t.account_id where a.email = $1`,
        [email, days],
      );
      await page.reload();
      await main(page).getByText('Requests per day (UTC), last 30 days').first().waitFor();
      await main(page).getByText('limit 1,000').waitFor();
      const download = page.waitForEvent('download');
      await main(page).getByRole('button', { name: 'Export' }).click();
      await page.getByRole('menuitem', { name: 'CSV' }).click();
      const stream = await (await download).createReadStream();
      const lines = `${Buffer.concat(await stream.toArray())}`.split('\r\n');
      expect(lines).toEqual(['\ufeffDate,Requests', ...days.map((day) => `${day},1204`), '']);
    }));
});

describe('the account page', () => {
  const type = async (page: Page, password: string, confirm: string): Promise<void> => {
    await main(page).getByLabel('Password', { exact: true }).fill(password);
    await main(page).getByLabel('Confirm password').fill(confirm);
    await submit(page, 'Save').click();
  };
  const canSignIn = async (email: string, password: string): Promise<boolean> => {
    const payload = { email, password };
    return (await site.product.app.inject({ method: 'POST', url: '/api/auth/signin', payload })).statusCode === 200;
  };

  it('shows the address as text, and what is wrong with a password after the first try', () =>
    asSomebody('/profile', async ({ page }, email) => {
      await main(page).getByText(email, { exact: true }).waitFor();
      await submit(page, 'Save').click();
      for (const text of ['Password is required', 'Confirm password is required'])
        await main(page).getByText(text, { exact: true }).waitFor();
      await type(page, '12345', '123');
      for (const text of ['Password', 'Confirm password'])
        await main(page).getByText(`${text} must be at least 6 characters`, { exact: true }).waitFor();
      await type(page, 'secret 1', 'secret 2');
      await main(page).getByText('The passwords differ').waitFor();
    }));

  it('changes the password at once soon after signing in, and ends the other sessions', () =>
    asSomebody('/profile', async ({ page }, email) => {
      const other = await site.visit('/login');
      await signInOn(other.page, email);
      await heading(other.page, 'API token');
      await type(page, 'a new password', 'a new password');
      await page.getByRole('status').getByText('Password updated').waitFor();
      expect(await main(page).getByLabel('Password', { exact: true }).inputValue()).toBe('');
      expect([await canSignIn(email, TEST_PASSWORD), await canSignIn(email, 'a new password')]).toEqual([false, true]);
      await other.page.reload();
      await heading(other.page, 'Sign in');
      await other.done();
      await page.reload();
      await heading(page, 'Account');
    }));

  it('asks for the current password when the sign-in is a while ago, and shows when it is wrong', () =>
    asSomebody('/profile', async ({ page }, email) => {
      await db.query(
        `update session set signed_in_at = now() - interval '16 minutes'
           where account_id = (select id from account where email = $1)`,
        [email],
      );
      site.product.sessions.invalidate();
      const current = main(page).getByLabel('Current password');
      await type(page, 'another password', 'another password');
      await current.and(page.locator(':focus')).waitFor();
      await page.keyboard.type('not this one');
      await page.keyboard.press('Enter');
      await main(page).getByText('The current password is wrong.').waitFor();
      expect(await canSignIn(email, TEST_PASSWORD)).toBe(true);
      await current.fill(TEST_PASSWORD);
      await page.keyboard.press('Enter');
      await page.getByRole('status').getByText('Password updated').waitFor();
      expect(await canSignIn(email, 'another password')).toBe(true);
    }));
});

describe('in both themes', () => {
  const HTML = 'document.documentElement';
  const look = async (page: Page): Promise<void> => {
    for (const theme of ['Light', 'Dark']) {
      await page.getByText(theme, { exact: true }).click();
      await page.locator(`html[data-mantine-color-scheme=${theme.toLowerCase()}]`).waitFor();
      expect(await seriousOn(page)).toEqual([]);
      expect(await page.evaluate(`${HTML}.scrollWidth <= ${HTML}.clientWidth`)).toBe(true);
    }
  };

  it.each([1440, 390])('neither page has a serious fault at %d px, or anything beyond the edge', (width) =>
    asSomebody('/token', async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await submit(page, 'Send').click();
      await page.getByText('Requests per day (UTC)').first().waitFor();
      await look(page);
      await page.getByRole('link', { name: 'Account', exact: true }).click();
      await heading(page, 'Account');
      await look(page);
    }),
  );
});
