import { expect, it } from 'vitest';
import { testSite } from '#test/support/site.ts';

/** What the first page costs a visitor on the wire, packed as the server packs it. */

const { site } = await testSite();

const LIMITS = { js: 150_000, css: 60_000, awaited: 6 } as const;

it('loads at most 150 KB of scripts and 60 KB of styles, and nothing of the administration', async () => {
  const { page, asked, done } = await site.visit('/');
  await page.getByText('Forever FREE').waitFor();
  await page.waitForLoadState('networkidle');
  const loaded = (kind: string): readonly string[] => [
    ...new Set(asked.map((url) => new URL(url).pathname).filter((path) => path.endsWith(`.${kind}`))),
  ];
  const weight = async (paths: readonly string[]): Promise<number> => {
    const headers = { 'accept-encoding': 'gzip, br' };
    const answers = await Promise.all(paths.map((url) => site.product.app.inject({ url, headers })));
    return answers.reduce((sum, { rawPayload }) => sum + rawPayload.length, 0);
  };
  const [scripts, styles] = [loaded('js'), loaded('css')];
  const [js, css] = [await weight(scripts), await weight(styles)];
  // And the page itself.
  const awaited = await page.evaluate(
    () =>
      1 +
      performance
        .getEntriesByType('resource')
        .filter((one) => (one.toJSON() as { renderBlockingStatus?: string }).renderBlockingStatus === 'blocking')
        .length,
  );
  console.log(
    `The first page: ${js} bytes of scripts, ${css} of styles; ${awaited} requests that the first paint waits for`,
  );
  expect(awaited).toBeGreaterThan(1);
  expect(awaited).toBeLessThanOrEqual(LIMITS.awaited);
  expect([scripts.length > 1, js > 50_000, css > 5_000]).toEqual([true, true, true]);
  expect(js).toBeLessThanOrEqual(LIMITS.js);
  expect(css).toBeLessThanOrEqual(LIMITS.css);
  const theirs = [...scripts, ...styles].filter((url) => /Admin|Dashboard|Audit|Manager|UserInfo|DataTable/.test(url));
  expect(theirs).toEqual([]);
  const codes = await Promise.all(scripts.map((url) => site.product.app.inject({ url })));
  expect(codes.flatMap(({ body }) => body.match(/\/api\/admin\/[\w-]+/g) ?? [])).toEqual([]);
  await done();
});
