import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { hashOf, heading } from '#test/support/sign-in.ts';
import { button, dialog } from './admin.support.ts';
import { cardOf, movieData, nameData, openRecords, PERSON, type Records } from './records.support.ts';

/** Records by hand: made, merged, split, and given pictures. */

const db = await testDatabase('sample');
let at: Records;
beforeAll(async () => {
  at = await openRecords(db);
});
afterAll(() => at?.close());

it('a title is made by hand, merged into another and split from it, and Undo brings it back', () =>
  at.visiting('/admin/movie-data', async (page) => {
    await heading(page, 'Movie data');
    await button(page, 'New title').click();
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await dialog(page).getByText('Title is missing').waitFor();
    await dialog(page).getByRole('textbox', { name: 'Title' }).fill('The Harbour at Night');
    await dialog(page).getByRole('textbox', { name: 'Year' }).fill('2026');
    await page.keyboard.press('Control+s');
    await cardOf(page, 'The Harbour at Night').waitFor();
    expect(hashOf(page)).toBe(`#${movieData('tt9000000000')}`);
    // IMDb has nothing under an id that is made here.
    expect(await page.locator('a', { hasText: 'tt9000000000' }).count()).toBe(0);

    await button(page, 'More for The Harbour at Night').click();
    await page.getByRole('menuitem', { name: 'Merge into…' }).click();
    const into = dialog(page).locator('[data-path=into]');
    expect(await dialog(page).getByText('go along').count()).toBe(0);
    await expect.poll(() => into.evaluate((field) => field.matches(':focus'))).toBe(true);
    await into.fill('tt9000000000');
    await dialog(page).getByRole('button', { name: 'Merge' }).click();
    await dialog(page).getByText('This is the same record').waitFor();
    await into.fill('');
    await into.pressSequentially('the godf');
    await page
      .getByRole('option', { name: /The Godfather \(1972\)/ })
      .first()
      .click();
    await dialog(page).getByText('The Godfather (1972), tt0068646').waitFor();
    await dialog(page).getByRole('button', { name: 'Merge' }).click();
    await page.getByText('tt9000000000 merged into tt0068646').waitFor();
    await cardOf(page, 'The Godfather').waitFor();

    await page.goto(`${at.origin}/?merged#${movieData('tt9000000000')}`);
    await page.getByText('tt9000000000 leads to tt0068646.').waitFor();
    await page.goto(`${at.origin}/?target#${movieData('tt0068646', '&tab=history')}`);
    await page.getByText('merged tt9000000000 into this record').waitFor();
    await page.goto(`${at.origin}/?split#${movieData('tt0068646', '&tab=metadata')}`);
    await button(page, 'Split tt9000000000').click();
    await dialog(page).getByRole('button', { name: 'Split', exact: true }).click();
    await page.getByText('tt9000000000 is no longer redirected').waitFor();
    await page.getByText('No other id leads here.').waitFor();
    // The button that asked is gone with its row.
    await page.locator('#main:focus').waitFor();

    const other = page.getByLabel('Another id that leads here');
    const add = page.getByRole('button', { name: 'Add redirect' });
    await other.fill('nm0000001');
    await add.click();
    await page.getByText('The id of a title leads to a title').waitFor();
    await other.fill('tt0068646');
    await add.click();
    await page.getByText('This is the same record').waitFor();
    await other.fill('tt0071562');
    await add.click();
    await page.getByText('is a record itself, which can be merged').waitFor();
    await other.fill('tt0990001');
    await add.click();
    await page.getByText('tt0990001 leads to tt0068646').waitFor();
    await button(page, 'Split tt0990001').waitFor();
    const moved = await at.product.get('/api/v1/movie/tt0990001');
    expect([moved.statusCode, moved.headers.location]).toEqual([308, '/api/v1/movie/tt0068646']);

    await page.goto(`${at.origin}/?again#${movieData('tt9000000000')}`);
    await page.getByText('merged this record').waitFor();
    await page
      .getByRole('button', { name: /^Undo change/ })
      .first()
      .click();
    await cardOf(page, 'The Harbour at Night').waitFor();
  }));

it('a person is given a picture, which is seen at once and taken away again', () =>
  at.visiting(nameData(PERSON), async (page) => {
    const colour = () =>
      page.evaluate(`(() => {
        const image = document.querySelector('[data-part=record] img');
        if (!image?.complete || image.naturalWidth === 0) return null;
        const canvas = document.createElement('canvas');
        canvas.width = canvas.height = 1;
        const context = canvas.getContext('2d');
        context.drawImage(image, 0, 0, 1, 1);
        return [...context.getImageData(0, 0, 1, 1).data].map((one) => one > 128);
      })()`);
    await page.locator('[data-part=record] [data-part=drop]').waitFor();
    expect(await colour()).toBeNull();
    const red = await sharp({ create: { width: 400, height: 500, channels: 3, background: '#f00000' } })
      .png()
      .toBuffer();
    // How far it has been sent is said until there is an answer.
    const letGo = Promise.withResolvers<void>();
    await page.route('**/image', async (route) => {
      await letGo.promise;
      await route.continue();
    });
    await page.locator('input[type=file]').setInputFiles({ name: 'red.png', mimeType: 'image/png', buffer: red });
    await page.getByText(/^Sent \d+ %$/).waitFor();
    letGo.resolve();
    await page.getByText('The picture is kept, 400 × 500 pixels').waitFor();
    await expect.poll(colour).toEqual([true, false, false, true]);
    await page.getByText('locked').first().waitFor();
    await button(page, 'Delete picture').click();
    await dialog(page).getByText('What stood there before comes back').waitFor();
    await dialog(page).getByRole('button', { name: 'Delete picture' }).click();
    await page.getByText(`Picture of ${PERSON} deleted`).waitFor();
    await expect.poll(colour).toBeNull();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'no.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') });
    await page
      .getByText(/picture/i)
      .first()
      .waitFor();
  }));
