import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { type Administration, button, dialog, openAdministration } from './admin.support.ts';
import { cardOf, fieldOf, movieData } from './records.support.ts';

/** Records as the sources have them. */

const db = await testDatabase('sample');
let at: Administration;
beforeAll(async () => {
  at = await openAdministration(db);
});
afterAll(() => at?.close());

it('what an update would change is seen before, and an update says what it changed', async () => {
  await db.query('update title set rating = 1 where id = 68646');
  await at.visiting(movieData('tt0068646'), async (page) => {
    const rating = () => fieldOf(page, 'Rating').locator('dd').first().innerText();
    expect(await rating()).toBe('1.0');
    await button(page, 'Preview update').click();
    await dialog(page).getByText('What an update would change').waitFor();
    const change = dialog(page).getByRole('listitem').filter({ hasText: 'Rating' });
    await change.waitFor();
    expect(await change.locator('dd').allInnerTexts()).toEqual(['1', '9.2']);
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    expect(await rating()).toBe('1.0');
    await button(page, 'Update').click();
    await page.getByText('tt0068646 updated: 1 change').waitFor();
    await expect.poll(rating).toBe('9.2');
    await button(page, 'Update').click();
    await page.getByText('tt0068646 is as the sources have it').waitFor();
  });
});

it('an actor is updated from the list of actors', async () => {
  await db.query('update person set height = 1 where id = 199');
  await at.visiting(movieData('tt0068646', '&tab=actors'), async (page) => {
    await button(page, 'Update Al Pacino').click();
    await page.getByText('nm0000199 updated: 1 change').waitFor();
    expect((await db.query('select height from person where id = 199')).rows).toEqual([{ height: 168 }]);
    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByTitle('Update Marlon Brando').click();
    await page.getByText('nm0000008 is as the sources have it').waitFor();
  });
});

it('one that is not there is downloaded; where no source knows it, each says why', async () => {
  await at.visiting(movieData('tt9999998'), async (page) => {
    await button(page, 'Download').click();
    await page.locator('[data-part=not-there] li').first().waitFor();
    expect(await page.locator('[data-part=not-there]').innerText()).toContain('Embedded catalogue');
  });
  await at.product.app.inject({
    method: 'DELETE',
    url: '/api/admin/imdb/tt0022100',
    headers: { authorization: `Bearer ${await at.product.signIn('editor@example.org', { admin: true })}` },
  });
  await at.visiting(movieData('tt0022100'), async (page) => {
    await button(page, 'Download').click();
    await cardOf(page, 'M').waitFor();
    await page.getByText('tt0022100 downloaded').waitFor();
  });
});
