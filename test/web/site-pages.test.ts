import { expect, it } from 'vitest';
import { heading } from '#test/support/sign-in.ts';
import { testSite } from '#test/support/site.ts';
import { sound } from './sound.support.ts';

/** Pages about the service: its status, and what its operator says. */

const { db, site } = await testSite();
const TERMS = `# Who may use it

Everybody who **registers**. See [privacy](#/privacy) or [elsewhere](https://films.example/terms).

1. Be kind.
2. Cache.

<script>document.title = 'taken'</script><img src="/x" onerror="document.title='taken'"> [x](javascript:alert)`;

it('the status tells thirty days, in words', async () => {
  for (let each = 0; each < 25; each += 1) await site.product.get('/api/v1/movie/tt0068646');
  await site.visiting('/', async ({ page }) => {
    await page.getByRole('contentinfo').getByRole('link', { name: 'Status' }).click();
    await heading(page, 'Status');
    await page.getByRole('status').getByText('The service answers.').waitFor();
    const rows = page.getByRole('table', { name: 'Day by day' }).getByRole('row');
    expect(await rows.count()).toBe(31);
    expect(await rows.nth(1).innerText()).toMatch(/^\d{4}-\d\d-\d\d\s+FINE\s+[\d,]+ ms\s+0%$/);
    expect(await rows.nth(30).innerText()).toMatch(/QUIET\s+–\s+–$/);
    await sound(page, 'status');
  });
});

it('the status says so where the service does not answer', () =>
  site.visiting('/', async ({ page }) => {
    await page.route('**/api/public/status', (route) => route.fulfill({ status: 503, body: '{}' }));
    await page.goto(`${site.origin}/#/status`);
    await page.getByRole('status').getByText('The service does not answer.').waitFor();
    await sound(page, 'status-down');
  }));

it('terms are linked once they are written, and shown as text, whatever they hold', async () => {
  await site.visiting('/', async ({ page }) => {
    const footer = page.getByRole('contentinfo');
    await footer.getByRole('link', { name: 'Status' }).waitFor();
    expect(await footer.getByRole('link', { name: 'Terms' }).count()).toBe(0);
    await page.goto(`${site.origin}/#/privacy`);
    await page.getByText('There is no such text here.').waitFor();
  });
  await db.query(`update configuration set value1 = $1 where key = 'SITE_TERMS'`, [TERMS]);
  await expect
    .poll(() => site.product.app.inject('/api/public/stats').then((answer) => answer.json().data.texts))
    .toEqual(['terms']);
  await site.visiting('/', async ({ page }) => {
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
    await heading(page, 'Terms');
    const main = page.getByRole('main');
    await main.getByRole('heading', { level: 2, name: 'Who may use it' }).waitFor();
    expect(await main.getByRole('listitem').allInnerTexts()).toEqual(['Be kind.', 'Cache.']);
    const links = await main.getByRole('link').all();
    expect(await Promise.all(links.map((link) => link.getAttribute('href')))).toEqual([
      '#/privacy',
      'https://films.example/terms',
    ]);
    expect(await main.locator('script, img').count()).toBe(0);
    await main.getByText("<script>document.title = 'taken'</script>").waitFor();
    expect(await page.title()).not.toBe('taken');
    await sound(page, 'terms-page');
  });
});
