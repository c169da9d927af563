import { expect, it } from 'vitest';
import { faultsOn } from '#test/support/axe.ts';
import { shot, testDocs } from './docs.support.ts';

/** The reference of a façade in a browser: its own document, and its own way to send the token. */

const { docs, visit } = await testDocs();

it('shows what clients of OMDb call, and calls it with the token of who is signed in', async () => {
  const { page, asked, idle, done } = await visit('/docs/omdb', { authToken: docs.session });
  await page.getByRole('heading', { name: 'Kinodex for clients of OMDb' }).waitFor();
  await page.getByText('Your token is filled in.').waitFor();
  expect(await faultsOn(page)).toEqual([]);
  await shot(page, 'omdb');
  expect(asked.filter((url) => url.endsWith('openapi.json'))).toEqual([`${docs.origin}/omdb/openapi.json`]);
  await idle();
  await page.getByText('A title, a season, an episode').first().click();
  await page.getByRole('button', { name: 'Test Request (get /omdb/)' }).first().click();
  const called = page.waitForResponse(/\/omdb\/\?/);
  await page.getByRole('button', { name: /^Send/ }).first().click();
  const answer = await called;
  expect([answer.status(), new URL(answer.url()).searchParams.get('apikey')]).toEqual([
    200,
    expect.stringMatching(/^kdx_/),
  ]);
  expect(await answer.json()).toMatchObject({ Title: 'The Godfather', Response: 'True' });
  await page.getByText('200 OK').waitFor();
  await done();
});
