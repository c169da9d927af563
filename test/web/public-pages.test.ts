import { beforeAll, describe, expect, it } from 'vitest';
import { seriousOn } from '#test/support/axe.ts';
import { heading, signInOn } from '#test/support/sign-in.ts';
import { testSite } from '#test/support/site.ts';

/** The pages that everybody sees: how they look to assistive programs, on keyboards and on phones. */

const { site } = await testSite();

beforeAll(async () => {
  await site.product.signIn('admin@example.org', { admin: true });
});

const SIZES = [
  ['desktop', { width: 1440, height: 900 }],
  ['phone', { width: 390, height: 844 }],
] as const;
const PAGES = [
  ['/', 'Every title. Every credit. One call.'],
  ['/login', 'Sign in'],
  ['/register', 'Register'],
  ['/nowhere', 'Not here'],
] as const;

describe.each(SIZES)('on a %s', (size, viewport) => {
  it.each(PAGES)(
    '%s has no serious fault in either theme, and nothing beyond the edge',
    async (path, title) => {
      const { page, done } = await site.visit(path, { viewport });
      for (const theme of ['Light', 'Dark']) {
        await heading(page, title);
        await page.getByText(theme, { exact: true }).click();
        await page.locator(`html[data-mantine-color-scheme=${theme.toLowerCase()}]`).waitFor();
        expect(await seriousOn(page)).toEqual([]);
        const [wide, seen] = await page.evaluate<readonly [number, number]>(
          '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
        );
        expect(wide).toBeLessThanOrEqual(seen);
        if (process.env.SHOTS)
          await page.screenshot({ path: `${process.env.SHOTS}/${size}-${theme}-${path.slice(1) || 'landing'}.png` });
      }
      await done();
    },
    60_000,
  );
});

it('a dark piece of a light page has the dark colours, also in the names that Mantine reads', async () => {
  const { page, done } = await site.visit('/');
  await heading(page, 'Every title. Every credit. One call.');
  const read = (selector: string) =>
    page.evaluate<readonly string[]>(
      `['disabled', 'disabled-color', 'primary-filled'].map((name) =>
        getComputedStyle(document.querySelector('${selector}')).getPropertyValue('--mantine-color-' + name))`,
    );
  expect(await read('[data-island="dark"]')).toEqual(['#0b0b0a', '#96948a', '#4461e8']);
  expect(await read('html')).toEqual(['#edede8', '#66665e', '#2746d1']);
  await done();
});

describe('the keyboard', () => {
  it('reaches the content past the header, and signs in without a pointer', async () => {
    const { page, done } = await site.visit('/login');
    await heading(page, 'Sign in');
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').innerText()).toBe('Skip to content');
    await page.keyboard.press('Enter');
    expect(await page.locator(':focus').getAttribute('id')).toBe('main');
    expect(new URL(page.url()).hash).toBe('#/login');
    await page.keyboard.press('Tab');
    await page.keyboard.type('admin@example.org');
    await page.keyboard.press('Tab');
    await page.keyboard.type('a password');
    await page.keyboard.press('Enter');
    await heading(page, 'Dashboard');
    expect(await page.title()).toBe('Dashboard · Kinodex');
    await done();
  });

  it('opens the menus of the administration, which fold into a sheet on a phone', async () => {
    const { page, done } = await site.visit('/login');
    await signInOn(page, 'admin@example.org');
    await heading(page, 'Dashboard');
    await page.getByRole('button', { name: 'Data' }).focus();
    await page.keyboard.press('Enter');
    const wanted = page.getByRole('menuitem', { name: 'user Info' });
    await wanted.waitFor();
    const isReached = () => wanted.evaluate((item) => item.matches(':focus'));
    for (let left = await page.getByRole('menuitem').count(); left > 0 && !(await isReached()); left--)
      await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await heading(page, 'User info');
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/admin.png` });
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => page.getByRole('button', { name: 'Data' }).isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await page.evaluate('getComputedStyle(document.body).paddingTop')).toBe('50px');
    const sheet = page.getByRole('dialog').getByRole('navigation');
    for (const name of ['Dashboard', 'Manager request', 'user Info', 'Audit', 'Profile', 'Documentation'])
      await sheet.getByRole('link', { name, exact: true }).waitFor();
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/admin-phone.png` });
    await sheet.getByRole('link', { name: 'Audit' }).click();
    await heading(page, 'Audit requests');
    await done();
  });
});
