import { beforeAll, expect, it } from 'vitest';
import { heading, signInOn } from '#test/support/sign-in.ts';
import { testSite } from '#test/support/site.ts';

/** What the terms of the sources want to be said, where it has to be said. */

const { db, site } = await testSite();

beforeAll(async () => {
  await site.product.signIn('admin@example.org', { admin: true });
  await db.query(`insert into title (id, type, title, adult, source, fetched_at)
    values (99999, 'M', 'Borrowed', false, 'tmdb', now())`);
});

it('the footer carries the notice of a source whose data is published', () =>
  site.visiting('/', async ({ page }) => {
    const notices = page.getByRole('contentinfo').getByRole('list', { name: 'Where the data comes from' });
    await notices.waitFor();
    expect(await notices.getByRole('listitem').allInnerTexts()).toEqual([
      'This product uses the TMDB API but is not endorsed or certified by TMDB.',
    ]);
  }));

it('the dashboard warns while something is sold that the terms forbid to sell', () =>
  site.visiting('/login', async ({ page }) => {
    await signInOn(page, 'admin@example.org');
    await heading(page, 'Dashboard');
    const warning = page.getByRole('region', { name: 'Terms of sources' });
    await warning.getByText('Payments are on, and the terms of these published sources forbid').waitFor();
    await warning.getByText('(tmdb): free for non-commercial use with the notice').waitFor();
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/terms.png` });
    await db.query(`update configuration set value1 = 'sample' where key = 'SOURCES_PUBLIC'`);
    await expect
      .poll(() => site.product.app.inject('/api/public/stats').then((answer) => answer.body))
      .not.toContain('TMDB');
    await page.reload();
    await heading(page, 'Dashboard');
    await page.waitForLoadState('networkidle');
    expect(await warning.count()).toBe(0);
    expect(await page.getByText('TMDB').count()).toBe(0);
  }));
