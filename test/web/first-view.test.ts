import { describe, expect, it } from 'vitest';
import { standsStill, type VisitOptions } from '#test/support/browser.ts';
import { heading } from '#test/support/sign-in.ts';
import { testSite } from '#test/support/site.ts';
import { answered, TITLE } from './landing.support.ts';

/** What a visitor sees of the first page while its script is still on the way. */

const { site } = await testSite();

const SIZES = [
  ['desktop', { width: 1440, height: 900 }],
  ['phone', { width: 390, height: 844 }],
] as const;

/** A page at `path` whose script never comes; `stored` lies in the browser's storage before. */
const visitWithoutScript = async (
  path: string,
  stored: Readonly<Record<string, string>> = {},
  options: VisitOptions = {},
) => {
  const visit = await site.outside(options);
  await visit.page.evaluate(`Object.assign(localStorage, ${JSON.stringify(stored)})`);
  await visit.page.route('**/assets/*.js', () => undefined);
  await visit.page.goto(`${site.origin}${path}`, { waitUntil: 'commit' });
  await visit.page.locator('#first-view').waitFor({ state: 'attached' });
  const isStyled = "[...document.querySelectorAll('link[rel=stylesheet]')].every(({ sheet }) => sheet !== null)";
  await expect.poll(() => visit.page.evaluate(isStyled)).toBe(true);
  return visit;
};

/** Where the pieces stand that are there from the first, rounded to px. */
const places = (within: string): string =>
  `[...document.querySelectorAll('${within} :is([href$="#/login"], [href$="#/register"], header > :nth-child(4), h1 span, p[class*=lead], main a, section[aria-label="Console"] button)')]
    .map((one) => [one.textContent, one.getBoundingClientRect()])
    .filter(([, { top }]) => top < 700)
    .map(([text, { x, y, width, height }]) => [text, ...[x, y, width, height].map(Math.round)].join(' '))`;

describe.each(SIZES)('on a %s', (_size, viewport) => {
  it('has every piece of the hero where the script will draw it', async () => {
    const { page, done } = await visitWithoutScript('/', {}, { viewport });
    await heading(page, TITLE);
    await standsStill(page);
    const before = await page.evaluate<readonly string[]>(places('#first-view'));
    expect(before.length).toBeGreaterThan(8);
    await page.unroute('**/assets/*.js');
    await page.reload();
    await answered(page, 200);
    await standsStill(page);
    const after = await page.evaluate<readonly string[]>(places('#root'));
    expect(after).toEqual(expect.arrayContaining([...before]));
    expect(await page.locator('#first-view').count()).toBe(0);
    await done();
  });
});

it('leads to the pages of a visitor before any script has come', async () => {
  const { page, done } = await visitWithoutScript('/#/');
  const link = (name: string) => page.getByRole('link', { name, exact: true }).getAttribute('href');
  expect([await link('Sign in'), await link('Get an API token'), await link('Read the documentation')]).toEqual([
    '#/login',
    '#/register',
    '/docs',
  ]);
  await done();
});

it.each([
  ['another page', '/#/login', {}],
  ['the way back from a payment', '/?token=EC1', {}],
  ['somebody who is signed in', '/', { authUser: '{"email":"a@example.org","role":"USER"}' }],
] as const)('is not shown for %s', async (_what, path, stored) => {
  const { page, done } = await visitWithoutScript(path, stored);
  expect(await page.locator('#first-view').isVisible()).toBe(false);
  await done();
});
