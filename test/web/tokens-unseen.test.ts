import { expect, it } from 'vitest';
import { hashOf } from '#test/support/sign-in.ts';
import { testSite } from '#test/support/site.ts';
import { seated, someone } from './payments.support.ts';

/** No screen puts a whole token into an address, a filter field or `returnUrl`. */

const { site } = await testSite();

it.each(['/admin/audit-requests?all=1', '/admin/manager?ip=127.0.0.1', '/admin/user-info?email=a%40b.co'])(
  'a whole token leaves the address of %s, before and after signing in',
  async (path) => {
    const admin = await someone(site, `${path.replaceAll(/\W/g, '')}@example.org`, true);
    const { token } = site.product;
    const address = `${path}&token=${token}`;
    const visited = await site.visit(address);
    await expect.poll(() => hashOf(visited.page)).toContain('returnUrl=');
    expect(decodeURIComponent(hashOf(visited.page))).not.toContain(token);
    await visited.done();
    await seated(site, admin, address, async (page) => {
      await page.locator('search').waitFor();
      await expect.poll(() => hashOf(page)).not.toContain(token);
      expect(hashOf(page)).toContain(path.split('?')[1]);
      for (const field of await page.locator('search input').all()) expect(await field.inputValue()).not.toBe(token);
    });
  },
);

it('a token within a text that is looked for stands in the address as the log has it', async () => {
  const admin = await someone(site, 'within@example.org', true);
  const { token } = site.product;
  await seated(site, admin, '/admin/logs', async (page) => {
    const field = page.getByRole('textbox', { name: 'Text', exact: true });
    await field.fill(`?token=${token}`);
    await field.press('Enter');
    await expect.poll(() => decodeURIComponent(hashOf(page))).toContain(`log=?token=${token.slice(0, 8)}…`);
    await expect.poll(() => field.inputValue()).toBe(`?token=${token.slice(0, 8)}…`);
    expect(decodeURIComponent(hashOf(page))).not.toContain(token);
  });
});
