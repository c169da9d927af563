import type { Locator } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { standsStill } from '#test/support/browser.ts';
import { heading, signInOn, submit } from '#test/support/sign-in.ts';
import { testSite } from '#test/support/site.ts';

/** Messages and the loader: what is told is always to be read, and nothing moves for it. */

const { site } = await testSite();
beforeAll(async () => {
  await site.product.signIn('user@example.org');
  await site.product.signIn('admin@example.org', { admin: true });
});

/** Holds the calls to `path` until it is let go. */
const held = () => {
  let letGo = (): void => {};
  const until = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  return { until, letGo: () => letGo() };
};

it('a message stands above the loader, and moves nothing on the page', async () => {
  await site.visiting('/login', async ({ page }) => {
    await signInOn(page, 'user@example.org');
    await heading(page, 'API token');
    await page.getByText('VALID', { exact: true }).waitFor();
    const top = () => page.evaluate<number>('document.querySelector("h1").getBoundingClientRect().top + scrollY');
    const before = await top();
    await submit(page, 'Invalidate token').click();
    const { until, letGo } = held();
    await page.route('**/api/user/token', async (route) => {
      if (route.request().method() === 'GET') await until;
      await route.continue();
    });
    await page.getByRole('dialog').getByRole('button', { name: 'Invalidate' }).click();
    await page.getByText('Token invalidated').waitFor();
    await page.getByText('Please wait...').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await top()).toBe(before);
    // The loader would take the click if it lay above.
    await page.getByRole('button', { name: 'Close message' }).click();
    await page.getByText('Token invalidated').waitFor({ state: 'detached' });
    letGo();
    await page.getByText('Please wait...').waitFor({ state: 'detached' });
  });
});

it('a message makes way for what has the focus, at either edge of the window', async () => {
  await site.visiting(
    '/login',
    async ({ page }) => {
      await signInOn(page, 'user@example.org');
      await heading(page, 'API token');
      await submit(page, 'Invalidate token').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Invalidate' }).click();
      const message = page.locator('[data-part=alert]', { hasText: 'Token invalidated' });
      await message.waitFor();
      const tab = page.getByRole('navigation', { name: 'Account pages' }).getByRole('link').first();
      const covers = async (what: Locator): Promise<boolean> => {
        const [one, other] = [await message.boundingBox(), await what.boundingBox()];
        if (one === null || other === null) throw new Error('One of them is not there');
        return one.y < other.y + other.height && other.y < one.y + one.height;
      };
      expect(await covers(tab)).toBe(true);
      await tab.focus();
      await expect.poll(() => covers(tab)).toBe(false);
      // There it lies over what stands at the bottom of the window.
      const last = page.getByRole('contentinfo').getByRole('link').first();
      await last.evaluate((link) => link.scrollIntoView({ block: 'end' }));
      expect(await covers(last)).toBe(true);
      await last.focus();
      await expect.poll(() => covers(last)).toBe(false);
      // What has the focus may be scrolled below it, too.
      await page.evaluate('scrollTo(0, 150)');
      await tab.evaluate((link) => link.focus({ preventScroll: true }));
      await page.evaluate('scrollTo(0, 0)');
      await expect.poll(() => covers(tab)).toBe(false);
      await message.getByRole('button', { name: 'Close message' }).focus();
      await page.keyboard.press('Enter');
      await message.waitFor({ state: 'detached' });
      expect(await tab.evaluate((link) => link.matches(':focus'))).toBe(true);
    },
    { viewport: { width: 390, height: 844 } },
  );
});

it('a message lies neither over the end of an administration page nor over that of a dialog', async () => {
  await site.visiting(
    '/login?returnUrl=/admin/manual-update',
    async ({ page }) => {
      await signInOn(page, 'admin@example.org');
      await heading(page, 'Manual update');
      await page.getByRole('button', { name: 'Reprocess', exact: true }).click();
      await page.getByText('No ids selected to reprocess').waitFor();
      await standsStill(page);
      const box = async (what: string) => {
        const found = await page.locator(what).first().boundingBox();
        if (found === null) throw new Error(`${what} is not there`);
        return { bottom: found.y + found.height, height: found.height };
      };
      const { height } = await box('[data-part=stack]');
      const end = await page.evaluate<string>('getComputedStyle(document.getElementById("main")).paddingBlockEnd');
      expect(Number.parseFloat(end)).toBeGreaterThanOrEqual(height);
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByRole('dialog').getByRole('textbox').waitFor();
      await page.evaluate(`document.querySelector('.mantine-Modal-body').style.blockSize = '2000px'`);
      await standsStill(page);
      expect((await box('.mantine-Modal-content')).bottom).toBeLessThanOrEqual(800 - height);
    },
    { viewport: { width: 1280, height: 800 } },
  );
});

it('messages above a dialog are reached by Tab, and leave most of it free', async () => {
  await site.visiting(
    '/login',
    async ({ page }) => {
      await signInOn(page, 'user@example.org');
      await heading(page, 'API token');
      await page.route('**/api/user/token', (route) =>
        route.request().method() === 'DELETE' ? route.abort() : route.continue(),
      );
      const dialog = page.getByRole('dialog');
      await submit(page, 'Invalidate token').click();
      await dialog.getByRole('button', { name: 'Invalidate' }).click();
      await dialog.waitFor({ state: 'detached' });
      await submit(page, 'Invalidate token').click();
      const close = page.getByRole('button', { name: 'Close message' });
      await close.waitFor();
      const hasFocus = (what: Locator): Promise<boolean> => what.evaluate((one) => one.matches(':focus'));
      const [first, last] = [dialog.getByRole('button').first(), dialog.getByRole('button').last()];
      await last.focus();
      for (const [key, what] of [
        ['Tab', close],
        ['Tab', first],
        ['Shift+Tab', close],
        ['Shift+Tab', last],
        ['Tab', close],
      ] as const) {
        await page.keyboard.press(key);
        await expect.poll(() => hasFocus(what)).toBe(true);
      }
      const taken = await page.evaluate<number>(`(() => {
        const [line, stack] = ['alert', 'stack'].map((part) => document.querySelector('[data-part=' + part + ']'));
        const copies = Array.from({ length: 12 }, () => line.cloneNode(true));
        line.after(...copies);
        const share = stack.getBoundingClientRect().height / innerHeight;
        for (const copy of copies) copy.remove();
        return share;
      })()`);
      expect(taken).toBeCloseTo(0.4, 1);
      await page.keyboard.press('Enter');
      await close.waitFor({ state: 'detached' });
      expect(await dialog.evaluate((one) => one.matches(':focus-within'))).toBe(true);
    },
    { viewport: { width: 390, height: 844 } },
  );
});

it('suggestions are awaited by their field alone', async () => {
  await site.visiting('/login?returnUrl=/admin/user-info', async ({ page }) => {
    await signInOn(page, 'admin@example.org');
    await heading(page, 'User info');
    await page.locator('main:not([aria-busy])').waitFor();
    const { until, letGo } = held();
    await page.route('**/api/admin/user/suggest**', async (route) => {
      await until;
      await route.continue();
    });
    await page.locator('input[name=email]').pressSequentially('admin');
    await page.locator('input[name=email][aria-busy=true]').waitFor();
    expect(await page.locator('main[aria-busy]').count()).toBe(0);
    letGo();
    await page.getByRole('option').first().waitFor();
    await page.locator('input[name=email][aria-busy=false]').waitFor();
  });
});

it('what is asked for again by itself is awaited by its list alone', async () => {
  await site.visiting(
    '/login?returnUrl=/admin/manager',
    async ({ page }) => {
      await signInOn(page, 'admin@example.org');
      await heading(page, 'Requests manager');
      await page.locator('[data-part=list][aria-busy=false]').first().waitFor();
      await page.clock.install();
      const { until, letGo } = held();
      await page.route('**/api/admin/manager*', async (route) => {
        await until;
        await route.continue();
      });
      await page.getByRole('switch', { name: 'Auto-refresh' }).click();
      await page.clock.fastForward(10_500);
      await page.locator('[data-part=list][aria-busy=true]').first().waitFor();
      await page.clock.fastForward(1_000);
      expect(await page.locator('main[aria-busy]').count()).toBe(0);
      letGo();
      await page.locator('[data-part=list][aria-busy=false]').first().waitFor();
    },
    { own: true },
  );
});

it('figures that follow a call come without a veil', async () => {
  await site.visiting('/login', async ({ page }) => {
    await signInOn(page, 'user@example.org');
    await heading(page, 'API token');
    await page.getByText('VALID', { exact: true }).waitFor();
    const { until, letGo } = held();
    await page.route('**/api/user/token', async (route) => {
      await until;
      await route.continue();
    });
    const asked = page.waitForRequest('**/api/user/token');
    await page.getByRole('button', { name: 'Send' }).click();
    await asked;
    expect(await page.locator('main[aria-busy]').count()).toBe(0);
    letGo();
    await page.getByText('999 of 1,000 requests left today').waitFor();
  });
});
