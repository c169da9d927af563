import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { faultsOn } from '#test/support/axe.ts';
import { testDatabase } from '#test/support/database.ts';
import { TEST_PASSWORD } from '#test/support/product-in-memory.ts';
import { heading } from '#test/support/sign-in.ts';
import { turn } from '#test/support/site.ts';
import { ADMIN, type Administration, button, openAdministration } from './admin.support.ts';

/** An administrator turns the second factor on, signs in by it, and turns it off. */

const db = await testDatabase('sample');
let at: Administration;
beforeAll(async () => {
  at = await openAdministration(db);
});
afterAll(() => at?.close());

const codeOf = (key: string, steps: number): string =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + steps * 30_000 });

it('is turned on with a code, wanted at the next sign-in, and turned off', () =>
  at.visiting('/admin/profile', async (page) => {
    await heading(page, 'Profile');
    await button(page, 'Turn on').click();
    await button(page, 'Show the key').waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('second-factor');
    await button(page, 'Show the key').click();
    await page.getByRole('img', { name: 'The key as a QR code' }).waitFor();
    const part = page.getByRole('region', { name: 'Second factor' });
    const key = (await part.locator('code').innerText()).trim();
    for (const [width, theme] of [
      [1440, 'light'],
      [390, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await turn(page, theme);
      expect(await faultsOn(page, { without: ['skip-link'] }), `${width} ${theme}`).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    }
    await button(page, 'Turn on').click();
    await page.getByText('Code is required').waitFor();
    await page.getByLabel('Code', { exact: true }).fill('000000');
    await button(page, 'Turn on').click();
    await page.getByText('The code is wrong, or was used already.').waitFor();
    await page.getByLabel('Code', { exact: true }).fill(codeOf(key, -1));
    await button(page, 'Turn on').click();
    await page.getByText('The second factor is turned on.').waitFor();
    const codes = (await part.locator('code').innerText()).match(/\w{5}-\w{5}/g) ?? [];
    expect(codes).toHaveLength(10);
    expect(await faultsOn(page, { without: ['skip-link'] })).toEqual([]);
    expect(await page.evaluate('document.activeElement.innerText')).toBe('The second factor is turned on.');
    await page.evaluate(`location.hash = '#/admin/manager'`);
    const question = page.getByRole('dialog', { name: 'Leave without the recovery codes?' });
    await question.waitFor();
    expect(await faultsOn(page, { without: ['skip-link'] })).toEqual([]);
    await question.getByRole('button', { name: 'Stay here' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await part.locator('code').innerText()).toContain(codes[0]);
    await button(page, 'I have kept them').click();
    await page.getByText('Turned on. 10 recovery codes left.').waitFor();

    await page.evaluate('localStorage.clear()');
    await page.goto(`${at.origin}/?again#/login`);
    await page.getByLabel('Email').fill(ADMIN);
    await page.getByLabel('Password', { exact: true }).fill(TEST_PASSWORD);
    await button(page, 'Sign in').click();
    const code = page.getByLabel('Code', { exact: true });
    await code.waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.dataset.path')).toBe('code');
    expect(await page.getByText('Code is required').count()).toBe(0);
    expect(await faultsOn(page, { without: ['skip-link'] })).toEqual([]);
    await button(page, 'Sign in').click();
    await page.getByText('Code is required').waitFor();
    await code.fill('wrong');
    await button(page, 'Sign in').click();
    await page.getByText('The code is wrong, or was used already.').waitFor();
    await code.fill(codes[0] ?? '');
    await page.keyboard.press('Enter');
    await heading(page, 'Dashboard');

    await page.goto(`${at.origin}/?again#/admin/profile`);
    await page.getByText('Turned on. 9 recovery codes left.').waitFor();
    await button(page, 'Turn off').click();
    await page.getByLabel('Code', { exact: true }).fill(codeOf(key, 0));
    await button(page, 'Turn off').click();
    await page.getByText('Second factor turned off').waitFor();
    await button(page, 'Turn on').waitFor();
  }));
