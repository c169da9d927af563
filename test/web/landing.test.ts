import { describe, expect, it } from 'vitest';
import { seriousOn } from '#test/support/axe.ts';
import { standsStill } from '#test/support/browser.ts';
import { type SitePage, testSite } from '#test/support/site.ts';
import { answered, consoleOf, figures, lookAtLanding, TITLE } from './landing.support.ts';

/** The first page: the console, the measured claim and what the catalogue holds. */

const { site } = await testSite();

const landing = (look: (visit: SitePage) => Promise<void>) => lookAtLanding(site, look);

describe('the console', () => {
  it('answers one example by itself, and says how long it took, there and on the way', () =>
    landing(async ({ page, asked }) => {
      await answered(page, 200);
      await consoleOf(page).getByText('"The Godfather"').first().waitFor();
      expect(await figures(page).innerText()).toMatch(
        /200\s+[\d.]+ ms\s+server <?[\d.]+ ms, network <?[\d.]+ ms\s+[\d.]+ [KM]?B/,
      );
      await consoleOf(page)
        .getByText(/^your last call: [\d.]+ ms$/)
        .waitFor();
      expect(asked.filter((url) => url.includes('/api/public/try/'))).toEqual([
        `${site.origin}/api/public/try/tt0068646?include=genres`,
      ]);
      await consoleOf(page).getByRole('tab', { name: 'Headers' }).click();
      await consoleOf(page).getByText('server-timing').waitFor();
    }));

  it('sends what is set with Ctrl Enter, and shows the same call in each language', () =>
    landing(async ({ page, asked }) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await answered(page, 200);
      await consoleOf(page).getByLabel('actors').check();
      await consoleOf(page).getByLabel('IMDb id').fill('https://www.imdb.com/title/tt0211915/');
      await page.keyboard.press('Control+Enter');
      await consoleOf(page)
        .getByText(/^your last 2 calls/)
        .waitFor();
      expect(asked).toContain(`${site.origin}/api/public/try/tt0211915?include=genres,actors`);
      const call = `${site.origin}/api/v1/movie/tt0211915?include=genres,actors`;
      await consoleOf(page).getByRole('tab', { name: 'curl' }).focus();
      for (const language of ['JavaScript', 'Client', 'Python']) {
        await page.keyboard.press('ArrowRight');
        const panel = consoleOf(page).getByRole('tabpanel', { name: language });
        expect(await panel.innerText()).toContain(language === 'Client' ? 'kinodex.movie({ imdbId' : call);
      }
      await consoleOf(page).getByRole('button', { name: 'Copy', exact: true }).click();
      await consoleOf(page).getByRole('button', { name: 'Copied' }).waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toContain('"Authorization": "Bearer YOUR_TOKEN"');
    }));

  it('says what is no id, stops a call that hangs, and counts down after a refusal', () =>
    landing(async ({ page }) => {
      await answered(page, 200);
      const send = consoleOf(page).getByRole('button', { name: 'Send' });
      await consoleOf(page).getByLabel('IMDb id').fill('Metropolis');
      await send.click();
      await consoleOf(page).getByRole('alert').getByText('An id is tt or nm').waitFor();
      await consoleOf(page).getByLabel('IMDb id').fill('tt0068646');
      await page.route('**/api/public/try/**', () => undefined);
      await send.click();
      await consoleOf(page).getByRole('button', { name: 'Stop' }).click();
      await consoleOf(page).getByText('Stopped').waitFor();
      await page.unroute('**/api/public/try/**');
      await page.route('**/api/public/try/**', (route) =>
        route.fulfill({ status: 429, headers: { 'retry-after': '23' }, json: { code: 429, reason: 'too_many_tries' } }),
      );
      await send.click();
      await consoleOf(page)
        .getByText(/^That was a lot of calls\. Send again in 2[123] seconds\.$/)
        .waitFor();
      await answered(page, 429);
      await page.unroute('**/api/public/try/**');
      await send.click();
      await answered(page, 200);
      expect(await consoleOf(page).getByText('That was a lot of calls').count()).toBe(0);
    }));

  it('takes one press of Tab to pass the JSON, whose lines are reached by arrows', () =>
    landing(async ({ page }) => {
      await answered(page, 200);
      const inTree = () => page.evaluate<boolean>('document.activeElement.closest("[aria-label=Response]") !== null');
      await consoleOf(page).getByRole('tab', { name: 'JSON' }).focus();
      await page.keyboard.press('Tab');
      expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Response');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowLeft');
      expect(await inTree()).toBe(true);
      expect(await page.locator(':focus').getAttribute('aria-expanded')).toBe('false');
      await page.keyboard.press('Tab');
      expect(await inTree()).toBe(false);
    }));

  it('asks for its example when the page has time, and tells the time of the network, not of the page', async () => {
    const { page, asked, done } = await site.outside({ own: true });
    await page.addInitScript(`
      window.waiting = [];
      window.requestIdleCallback = (act) => window.waiting.push(act);
      const send = window.fetch;
      window.fetch = (address, ...rest) => {
        const answer = send(address, ...rest);
        const busy = () => { for (const end = performance.now() + 1500; performance.now() < end; ); };
        if (String(address).includes('/public/try/')) setTimeout(busy);
        return answer;
      };
    `);
    await page.goto(`${site.origin}/`);
    await expect.poll(() => page.evaluate('window.waiting.length')).toBeGreaterThan(0);
    expect(asked.filter((url) => url.includes('/public/try/'))).toEqual([]);
    await page.evaluate('window.waiting.forEach((act) => act())');
    await answered(page, 200);
    const [, ms] = /200\s+([\d.]+) ms/.exec(await figures(page).innerText()) ?? [];
    expect(Number(ms)).toBeLessThan(1400);
    await done();
  });

  it("uses the signed-in person's token, masked on the screen and real in what is copied", async () => {
    const session = await site.product.signIn('console@example.org');
    const { page, done, asked } = await site.outside();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const user = JSON.stringify({ email: 'console@example.org', role: 'USER' });
    await page.evaluate(`localStorage.setItem('authToken', '${session}'); localStorage.setItem('authUser', '${user}')`);
    await page.goto(`${site.origin}/`);
    await consoleOf(page)
      .getByText(/^Use my API token kdx_••••/)
      .waitFor();
    await answered(page, 200);
    await consoleOf(page).getByRole('button', { name: 'Send' }).click();
    await consoleOf(page)
      .getByText(/^your last 2 calls/)
      .waitFor();
    expect(asked).toContain(`${site.origin}/api/v1/movie/tt0068646?include=genres`);
    expect(await consoleOf(page).innerText()).not.toMatch(/kdx_\w/);
    await consoleOf(page).getByRole('button', { name: 'Copy', exact: true }).click();
    await consoleOf(page).getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/Bearer kdx_\w{38}"/);
    await done();
  });
});

describe('the page', () => {
  it('says what was measured and what the catalogue holds, and moves to the features without leaving', () =>
    landing(async ({ page }) => {
      await page
        .getByText(/Most data in under 300 ms\. (Not enough traffic yet to measure|95 of 100 calls under)/)
        .waitFor();
      await page.getByText(/^[\d,]+ titles, [\d,]+ names, [\d,]+ pictures/).waitFor();
      const contact = page.getByRole('contentinfo').getByRole('link', { name: 'Contact' });
      expect(await contact.getAttribute('href')).toBe('mailto:contact@kinodex.local');
      expect(await page.getByRole('contentinfo').innerText()).toContain('1.0.73');
      await page.getByRole('banner').getByRole('link', { name: 'Features' }).click();
      await page.waitForFunction('document.activeElement.id === "features"');
      expect(await page.evaluate('scrollY')).toBeGreaterThan(300);
      await expect.poll(() => new URL(page.url()).hash.replace('#/', '')).toBe('');
    }));

  it('says that there is no address to write to where the operator has named none', async () => {
    const { page, done } = await site.outside();
    await page.route('**/api/public/stats', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { data: Record<string, unknown> };
      await route.fulfill({ json: { ...body, data: { ...body.data, contactEmail: null } } });
    });
    await page.goto(`${site.origin}/`);
    await page.getByText(/^[\d,]+ titles, [\d,]+ names, [\d,]+ pictures/).waitFor();
    expect(await page.getByRole('link', { name: 'Contact' }).count()).toBe(0);
    await page.getByRole('banner').getByRole('button', { name: 'Contact' }).click();
    await page.getByText('The operator of this site has not named an address to write to yet.').waitFor();
    await done();
  });

  it.each([
    ['desktop', { width: 1440, height: 900 }],
    ['tablet', { width: 768, height: 1024 }],
    ['phone', { width: 390, height: 844 }],
  ] as const)(
    'moves nothing while it loads and has no serious fault in either theme on a %s',
    async (size, viewport) => {
      const { page, done } = await site.outside({ own: true, viewport });
      await page.addInitScript(`
      window.shifts = [];
      new PerformanceObserver((list) => {
        for (const one of list.getEntries()) if (!one.hadRecentInput)
          window.shifts.push([one.value, ...one.sources.map(({ node }) => (node?.parentElement ?? node)?.className ?? '')]);
      }).observe({ type: 'layout-shift', buffered: true });
    `);
      await page.goto(`${site.origin}/`);
      await answered(page, 200);
      await page.getByText('Forever FREE').waitFor();
      await standsStill(page);
      const shifts = await page.evaluate<readonly (readonly [number, ...string[]])[]>('window.shifts');
      expect(
        shifts.reduce((sum, [value]) => sum + value, 0),
        JSON.stringify(shifts),
      ).toBeLessThan(0.02);
      for (const theme of ['Light', 'Dark']) {
        await page.getByRole('contentinfo').getByText(theme, { exact: true }).click();
        await page.locator(`html[data-mantine-color-scheme=${theme.toLowerCase()}]`).waitFor();
        expect(await seriousOn(page)).toEqual([]);
        const wide = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
        expect(wide).toBeLessThanOrEqual(0);
        if (process.env.SHOTS) {
          await page.evaluate('scrollTo(0, 0)');
          const file = `${process.env.SHOTS}/landing-${size}-${theme}.png`;
          await page.screenshot({ path: file, fullPage: true });
        }
      }
      await done();
    },
    60_000,
  );

  it('has words for a browser without JavaScript, and a card for links to it', async () => {
    const { page, done } = await site.visit('/', { javaScriptEnabled: false });
    await page.getByRole('heading', { level: 1, name: TITLE }).waitFor();
    expect(await page.getByRole('link', { name: 'documentation' }).getAttribute('href')).toBe('/docs');
    const image = await page.locator('meta[property="og:image"]').getAttribute('content');
    for (const path of [new URL(image ?? '', site.origin).pathname, '/favicon.svg', '/robots.txt'])
      expect((await site.product.app.inject(path)).statusCode, path).toBe(200);
    await done();
  });
});
