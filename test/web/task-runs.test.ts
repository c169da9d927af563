import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seriousOn } from '#test/support/axe.ts';
import { testDatabase } from '#test/support/database.ts';
import { hashOf, heading } from '#test/support/sign-in.ts';
import { type Administration, button, openAdministration } from './admin.support.ts';
import { tasksOf } from './runs.support.ts';

/** The history of a task's runs, and what each of them has said. */

const db = await testDatabase('sample');
const { task, run, say } = tasksOf(db);
let at: Administration;
beforeAll(async () => {
  at = await openAdministration(db);
});
afterAll(() => at?.close());

const page = (id: number, more = ''): string => `/admin/tasks/runs?id=${id}${more}`;
const rows = (on: Page) => on.getByRole('table', { name: 'Runs', exact: true }).getByRole('row');
const logOf = (on: Page, idRun: number) => on.getByRole('region', { name: `Log of Run ${idRun}` });

it('the runs of a task stand with their ends, are filtered in the address, and lead to what they have said', async () => {
  const id = await task('history');
  const first = await run(id, { status: 'FINISHED', processed: 1_200, total: 1_200, began: 7_200, took: 161 });
  const failed = await run(id, { status: 'ERROR', error: 'The file ended too soon', began: 3_600, took: 4 });
  await say(failed, ['Reads title.basics.tsv.gz']);
  await say(failed, ['It is shorter than it says'], 'WARN');
  await say(failed, ['The file ended too soon'], 'ERROR');
  const going = await run(id, { processed: 5 });
  await at.visiting(page(id), async (on) => {
    await heading(on, 'Runs');
    await on.getByText('history', { exact: true }).waitFor();
    await on.getByText('Showing 3 / 3').waitFor();
    const told = await rows(on).allInnerTexts();
    expect(told.slice(1).map((text) => text.replaceAll(/\s+/g, ' ').trim())).toEqual([
      expect.stringMatching(new RegExp(`^${going} EXECUTING .* – 5 By hand`)),
      expect.stringMatching(new RegExp(`^${failed} ERROR .* 4s 0 By hand .* The file ended too soon$`)),
      expect.stringMatching(new RegExp(`^${first} FINISHED .* 2m 41s 1,200 / 1,200 By hand`)),
    ]);
    // The figures of the chart, for who does not see it.
    expect(await on.getByRole('table', { name: /^How long the last 2 runs/ }).innerText()).toMatch(/2m 41s[\s\S]*\b4s/);
    await on.getByText('Half of them within 4s, 95 of 100 within 2m 41s').waitFor();

    await on.getByLabel('Status').selectOption('ERROR');
    await button(on, 'Search').click();
    await on.getByText('Showing 1 / 1').waitFor();
    expect(hashOf(on)).toMatch(/[?&]status=ERROR(?:&|$)/);
    await on.getByRole('button', { name: /Details/ }).click();
    const log = logOf(on, failed);
    expect((await log.innerText()).replaceAll(/\s+/g, ' ')).toMatch(
      /INFO Reads title\.basics\.tsv\.gz .* WARN It is shorter than it says .* ERROR The file ended too soon/,
    );
    await on.getByRole('textbox', { name: /^Search the log/ }).fill('SHORTER');
    await on.getByText('1 of 3 lines').waitFor();
    expect(await log.getByRole('listitem').count()).toBe(1);
    await on.getByRole('textbox', { name: /^Search the log/ }).fill('nothing');
    await on.getByText('No line holds this.').waitFor();
    await on.getByRole('button', { name: 'Clear filters' }).click();
    await on.getByText('Showing 3 / 3').waitFor();
    await on.getByRole('link', { name: `Run ${first}` }).click();
    await logOf(on, first).getByText('No messages', { exact: true }).waitFor();
    expect(hashOf(on)).toMatch(new RegExp(`[?&]run=${first}(?:&|$)`));
  });
});

it('a long log is read a page at a time, and downloaded whole', async () => {
  const id = await task('long log', 'RATINGS');
  const idRun = await run(id, { status: 'FINISHED' });
  await say(
    idRun,
    Array.from({ length: 450 }, (_, line) => `line ${line + 1}`),
  );
  await at.visiting(page(id, `&run=${idRun}`), async (on) => {
    const log = logOf(on, idRun);
    await log.getByText('line 200', { exact: true }).waitFor();
    const download = on.waitForEvent('download');
    await on.getByRole('button', { name: 'Download log' }).click();
    const stream = await (await download).createReadStream();
    const text = (await stream.toArray()).join('');
    expect([text.split('\n').length, /INFO line 450\n$/.test(text)]).toEqual([451, true]);
    await on
      .getByRole('navigation', { name: `Pages of the log of run ${idRun}` })
      .getByRole('button', { name: 'Last page' })
      .click();
    await log.getByText('line 450', { exact: true }).waitFor();
    expect(await log.getByText('line 400', { exact: true }).count()).toBe(0);
  });
});

it('a run that is on another page of the list shows its log all the same', async () => {
  const id = await task('many runs', 'CAROUSEL');
  const first = await run(id, { status: 'FINISHED', lines: ['the first one'] });
  for (let each = 0; each < 21; each += 1) await run(id, { status: 'FINISHED' });
  await at.visiting(page(id, `&run=${first}`), async (on) => {
    await on.getByText('It is not on this page of the list.').waitFor();
    await logOf(on, first).getByText('the first one').waitFor();
    await on.getByRole('navigation', { name: 'Pages', exact: true }).getByRole('button', { name: 'Page 2' }).click();
    await on.getByText('Showing 2 / 22').waitFor();
    expect(await on.getByText('It is not on this page of the list.').count()).toBe(0);
  });
});

it('an address without a task, with one that is not there or with no such status says so', () =>
  at.visiting('/admin/tasks/runs', async (on) => {
    await on.getByText('The address names no task.').waitFor();
    await on.goto(`${at.origin}/?none#${page(2_000_000)}`);
    await on.getByRole('alert').getByText('There is no such task.').waitFor();
    await on.goto(`${at.origin}/?wrong#${page(1, '&status=GONE')}`);
    await on.getByText(/^Status must be one of/).waitFor();
  }));

it('no width has a serious fault, nor anything beyond the edge', async () => {
  const id = await task(`An/${'endless'.repeat(13)}`, 'IMAGES');
  for (const status of ['FINISHED', 'CANCELLED'] as const) await run(id, { status, processed: 123_456_789 });
  const idRun = await run(id, {
    status: 'ERROR',
    error: `No/${'way'.repeat(80)}`,
    lines: [`Went/${'on'.repeat(300)}`],
  });
  await at.visiting(page(id, `&run=${idRun}`), async (on) => {
    await logOf(on, idRun).getByText(/^Went/).waitFor();
    for (const width of [1440, 1000, 768, 390, 320]) {
      await on.setViewportSize({ width, height: 800 });
      await expect
        .poll(() => on.evaluate<number>('document.documentElement.scrollWidth'), { message: String(width) })
        .toBeLessThanOrEqual(width);
      if (width === 1440 || width === 390) expect(await seriousOn(on), String(width)).toEqual([]);
    }
  });
});
