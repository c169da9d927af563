import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { standsStill } from '#test/support/browser.ts';
import { heading } from '#test/support/sign-in.ts';
import { loadAnew, type SitePage, testSite } from '#test/support/site.ts';

/** Nothing on any page moves by itself while it loads. */

const { db, site } = await testSite();

const SIZES = [
  ['desktop', { width: 1440, height: 900 }],
  ['phone', { width: 390, height: 844 }],
] as const;
interface Viewport {
  readonly width: number;
  readonly height: number;
}
const PAGES = [
  ['nobody', '/', 'Every title. Every credit. One call.'],
  ['nobody', '/login', 'Sign in'],
  ['nobody', '/register', 'Register'],
  ['nobody', '/nowhere', 'Not here'],
  ['user', '/token', 'API token'],
  ['user', '/keys', 'Keys'],
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

/** What takes its time on the way is where pages move. (Routes of the test would switch the browser's cache off.) */
const SLOW = `{
  const send = window.fetch;
  window.fetch = async (...asked) => {
    const answer = await send(...asked);
    await new Promise((resolve) => setTimeout(resolve, 300));
    return answer;
  };
}`;

const sessions: Record<string, string> = {};
beforeAll(async () => {
  sessions.user = await site.product.signIn('user@example.org');
  sessions.admin = await site.product.signIn('admin@example.org', { admin: true });
});

/** Signed in from the first byte, as somebody who comes back. */
const beSomebody = (who: string): string => {
  const user = JSON.stringify({ email: `${who}@example.org`, role: who.toUpperCase() });
  return `localStorage.setItem('authToken', '${sessions[who]}'); localStorage.setItem('authUser', '${user}');`;
};

/** Every call has been answered, and what came has been drawn. */
const settled = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle');
  await page.locator('main:not([aria-busy])').waitFor();
  await standsStill(page);
};

type Shift = readonly [number, ...string[]];

const visits = new Map<string, SitePage>();
afterAll(async () => {
  for (const { done } of visits.values()) await done();
});

/** The page of somebody who has been here before: one for all that they see at a size. */
const pageOf = async (who: string, viewport: Viewport): Promise<Page> => {
  const name = `${who} ${viewport.width}`;
  const known = visits.get(name);
  if (known) return known.page;
  const visit = await site.visit('/login', { own: true, viewport });
  visits.set(name, visit);
  const { page } = visit;
  await heading(page, 'Sign in');
  await page.addInitScript(WATCH + SLOW + (who === 'nobody' ? '' : beSomebody(who)));
  return page;
};

/** What has moved, and where, until a page has come to rest. */
const shiftsOn = async (
  [who, path, title]: readonly [string, string, string],
  viewport: Viewport,
): Promise<readonly Shift[]> => {
  const page = await pageOf(who, viewport);
  await loadAnew(site.origin, page, `/#${path}`);
  await heading(page, title);
  await settled(page);
  return page.evaluate<readonly Shift[]>('window.shifts');
};
const sum = (shifts: readonly Shift[]): number => shifts.reduce((whole, [value]) => whole + value, 0);

describe.each(SIZES)('on a %s', (_size, viewport) => {
  it.each(PAGES)('%s sees %s without anything moving', async (...page) => {
    const shifts = await shiftsOn(page, viewport);
    expect(sum(shifts), JSON.stringify(shifts)).toBeLessThanOrEqual(0.02);
  });
});

it.each([
  { width: 820, height: 1_180 },
  { width: 390, height: 844 },
  { width: 320, height: 700 },
])('what somebody has asked for finds its place held on the token page: %j', async (viewport) => {
  await db.query(
    `insert into request_count (token_id, day, ip, requests, last_at)
      select t.id, current_date - back, '203.0.113.7', 40, now()
      from generate_series(0, 3) back, api_token t join account a on a.id = t.account_id
      where a.email = 'user@example.org' on conflict do nothing`,
  );
  const shifts = await shiftsOn(['user', '/token', 'API token'], viewport);
  expect(sum(shifts), JSON.stringify(shifts)).toBeLessThan(0.001);
});
