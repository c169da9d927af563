import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { standsStill } from '#test/support/browser.ts';
import { testDatabase } from '#test/support/database.ts';
import { type Administration, button, openAdministration } from './admin.support.ts';
import { cardOf, fieldOf, movieData } from './records.support.ts';

/** Pictures that editors give, as they are seen on the site. */

const db = await testDatabase('sample');
let at: Administration;
beforeAll(async () => {
  at = await openAdministration(db);
});
afterAll(() => at?.close());

const ID = 'tt0068646';
/** One that nobody gives a picture here. */
const OTHER = 'tt0071562';

/** Gives the record a picture of one colour, as an editor's program does. */
const give = (page: Page, colour: string): Promise<number> =>
  page.evaluate(`(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1000, height: 1500 });
    const pen = canvas.getContext('2d');
    pen.fillStyle = '${colour}';
    pen.fillRect(0, 0, 1000, 1500);
    const form = new FormData();
    form.append('file', await new Promise((done) => canvas.toBlob(done, 'image/png')), 'x.png');
    const headers = { Authorization: 'Bearer ' + localStorage.authToken };
    return (await fetch('/api/admin/imdb/${ID}/image', { method: 'POST', headers, body: form, credentials: 'omit' })).status;
  })()`);

/** The colour in the middle of the record's picture, once it is shown: red, green, blue. */
const colourOf = (page: Page): Promise<readonly number[]> =>
  page.evaluate(`(() => {
    const picture = document.querySelector('img[data-shown=true][src*="${ID}"]');
    if (!picture) return [];
    const pen = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d');
    pen.drawImage(picture, picture.naturalWidth / 2, picture.naturalHeight / 2, 1, 1, 0, 0, 1, 1);
    return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3).map((one) => Math.round(one / 51) * 51);
  })()`);

it('a picture that is given takes the place of the drawn one at once, also after another one', () =>
  at.visiting(movieData(ID), async (page) => {
    const poster = page.getByRole('img', { name: 'Poster of The Godfather' });
    await cardOf(page, 'The Godfather').waitFor();
    await expect.poll(() => colourOf(page)).toHaveLength(3);
    await standsStill(page);
    await expect.poll(() => poster.boundingBox()).not.toBeNull();
    const before = await poster.boundingBox();
    for (const [colour, seen] of [
      ['#ff0000', [255, 0, 0]],
      ['#0000ff', [0, 0, 255]],
    ] as const) {
      expect(await give(page, colour)).toBe(200);
      await button(page, 'Search').click();
      await expect.poll(() => colourOf(page)).toEqual(seen);
    }
    await expect.poll(() => poster.boundingBox()).toEqual(before);
    expect(await poster.evaluate((one) => (one as unknown as { currentSrc: string }).currentSrc)).toMatch(
      /w=342&v=\d+$/,
    );
    // To somebody else: what a browser has seen under this address without a version it may show for a minute more.
    await at.visiting('/', (other) => expect.poll(() => colourOf(other)).toEqual([0, 0, 255]));
  }));

it.each([1440, 1000, 768, 390])('a card stays where it is at %d px while the place for a picture is loaded', (width) =>
  at.visiting('/admin/movie-data', async (page) => {
    await page.setViewportSize({ width, height: 900 });
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/assets/PictureEditor*.js', (route) => released.then(() => route.continue()));
    await page.route('**/editor?*', (route) => released.then(() => route.continue()));
    await page.evaluate(`location.hash = '${movieData(OTHER)}'`);
    const placed = () =>
      Promise.all(
        [fieldOf(page, 'Title'), page.locator('[data-part="record"]')].map(async (one) => {
          const { y = 0, height = 0 } = (await one.boundingBox()) ?? {};
          return Math.round(y + height);
        }),
      );
    await fieldOf(page, 'Plot').waitFor();
    await standsStill(page);
    const before = await placed();
    expect(await page.locator('[data-part="drop"]').count()).toBe(0);
    release();
    await page.locator('[data-part="drop"]').waitFor();
    await page.locator('[data-part="origin"]').first().waitFor();
    expect(await placed()).toEqual(before);
  }),
);
