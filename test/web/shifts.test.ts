import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { standsStill } from '#test/support/browser.ts';
import { heading } from '#test/support/sign-in.ts';
import { testSite } from '#test/support/site.ts';

/** Nothing on any page moves by itself while it loads. */

const { site } = await testSite();

const SIZES = [
  ['desktop', { width: 1440, height: 900 }],
  ['phone', { width: 390, height: 844 }],
] as const;
const PAGES = [
  ['nobody', '/', 'Every title. Every credit. One call.'],
  ['nobody', '/login', 'Sign in'],
  ['nobody', '/register', 'Register'],
  ['nobody', '/nowhere', 'Not here'],
  ['user', '/token', 'API token'],
  ['user', '/profile', 'Account'],
  ['user', '/features', 'Features'],
  ['user', '/payments', 'Payments'],
  ['admin', '/admin/dashboard', 'Dashboard'],
  ['admin', '/admin/products-roles', 'Products and roles'],
  ['admin', '/admin/manager', 'Requests manager'],
  ['admin', '/admin/audit-requests', 'Audit requests'],
  ['admin', '/admin/movie-data', 'Movie data'],
  ['admin', '/admin/movie-data?id=tt0068646', 'Movie data'],
  ['admin', '/admin/movie-data?id=tt0068646&tab=actors', 'Movie data'],
  ['admin', '/admin/movie-data?id=tt0903747&tab=seasons', 'Movie data'],
  ['admin', '/admin/movie-data?id=tt9999998', 'Movie data'],
  ['admin', '/admin/name-data?id=nm0000199&all=1', 'Name data'],
  ['admin', '/admin/name-data?id=nm0000199&tab=filmography', 'Name data'],
  ['admin', '/admin/user-info', 'User info'],
  ['admin', '/admin/profile', 'Profile'],
] as const;

const WATCH = `
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) if (!one.hadRecentInput)
      window.shifts.push([one.value, ...one.sources.map(({ node, previousRect, currentRect }) =>
        ((node?.parentElement ?? node)?.className ?? '') + ' from ' + previousRect.y + ' to ' + currentRect.y)]);
  }).observe({ type: 'layout-shift', buffered: true });
`;

const sessions: Record<string, string> = {};
beforeAll(async () => {
  sessions.user = await site.product.signIn('user@example.org');
  sessions.admin = await site.product.signIn('admin@example.org', { admin: true });
});

/** Signed in from the first byte, as somebody who comes back. */
const beSomebody = (who: string): string => {
  const user = JSON.stringify({ email: `${who}@example.org`, role: who.toUpperCase() });
  // The empty page between two addresses has no storage.
  return `if (location.protocol !== 'about:') { localStorage.setItem('authToken', '${sessions[who]}'); localStorage.setItem('authUser', '${user}'); }`;
};

/** Every call has been answered, and what came has been drawn. */
const settled = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle');
  await page.locator('main:not([aria-busy])').waitFor();
  await standsStill(page);
};

describe.each(SIZES)('on a %s', (_size, viewport) => {
  it.each(PAGES)('%s sees %s without anything moving', async (who, path, title) => {
    const { page, done } = await site.visit('/login', { viewport, reducedMotion: 'reduce' });
    await heading(page, 'Sign in');
    await page.addInitScript(WATCH + (who === 'nobody' ? '' : beSomebody(who)));
    // What takes its time on the way is where pages move.
    await page.route('**/api/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.continue();
    });
    await page.goto('about:blank');
    await page.goto(`${site.origin}/#${path}`);
    await heading(page, title);
    await settled(page);
    const shifts = await page.evaluate<readonly (readonly [number, ...string[]])[]>('window.shifts');
    expect(
      shifts.reduce((sum, [value]) => sum + value, 0),
      JSON.stringify(shifts),
    ).toBeLessThanOrEqual(0.02);
    await done();
  });
});
