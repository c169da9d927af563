import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { faultsOn } from '#test/support/axe.ts';
import { testSite, turn } from '#test/support/site.ts';
import { type Seat, seated, someone } from './payments.support.ts';

/** Lists as files, at the browser. */

const { db, site } = await testSite();
let admin: Seat;
/** Of one task, more than lists count where they are filtered. */
const RUNS = 12_000;

beforeAll(async () => {
  await site.product.tasks.engine.tasks.ensureFirst();
  admin = await someone(site, 'exports@example.org', true);
  await db.query(
    `insert into task_run (task_id, type, reason, status, asked_at)
      select t.id, t.type, 'CRON', 'FINISHED', now() from task t, generate_series(1, $1) where t.id = 1`,
    [RUNS],
  );
  await db.query(
    `insert into notification (message, level) select '=cmd() ' || n, 'WARN' from generate_series(1, 30) n`,
  );
});

const exporter = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Export' });
const choose = (page: Page, format: 'CSV' | 'JSON lines') =>
  page.getByRole('menuitem', { name: new RegExp(`^${format}`) }).click();
const said = (page: Page) => page.locator('[data-part=alert]').last();

/** Every screen with lists, how many it has, and what is asked for with its first. */
const SCREENS = [
  ['/admin/audit-requests?all=1&status=2xx', 1, '/api/admin/audit/export?status=2xx'],
  ['/admin/logs?level=INFO', 1, '/api/admin/logs/export?level=INFO'],
  ['/admin/logging?packageName=kinodex.audit', 1, '/api/admin/logging/export?packageName=kinodex.audit'],
  ['/admin/tasks?active=YES&page=1', 1, '/api/admin/tasks/export?active=true'],
  ['/admin/tasks/runs?id=2&status=ERROR', 1, '/api/admin/task/2/runs/export?status=ERROR'],
  ['/admin/manual-update?state=NEW', 1, '/api/admin/manual-update/export?state=NEW'],
  ['/admin/notifications?read=0', 1, '/api/admin/notifications/export?read=false'],
  ['/admin/configuration?text=FRONT_', 1, '/api/admin/configuration/export?text=FRONT_'],
  ['/admin/configuration/history?key=A', 1, '/api/admin/configuration/history/export?key=A'],
  ['/admin/manager?ip=192.0.2.1', 2, '/api/admin/manager/tokens/export?ip=192.0.2.1'],
  ['/admin/dashboard', 1, '/api/admin/token/registration/'],
  ['/admin/dashboard?tab=paid', 1, '/api/admin/paid-actives/export?'],
  ['/admin/products-roles', 2, '/api/admin/product/export?'],
  ['/admin/user-info?email=exports%40example.org&tab=ip', 1, '/api/admin/user/requests-ip/export?'],
] as const;

it('every list leaves by one button, with the filters of its address', () =>
  seated(site, admin, '/admin/dashboard', async (page) => {
    // What comes of a list that is empty is no matter here: none is.
    await page.route(/\/export\?/, (route) => route.fulfill({ contentType: 'text/csv', body: '\ufeffA\r\n1\r\n' }));
    // A page that is still beginning would lead back to its own address.
    await exporter(page).waitFor();
    for (const [path, many, address] of SCREENS) {
      await page.goto(`${site.origin}/#${path}`);
      // Nothing of the screen before is there.
      await page.reload();
      await expect.poll(() => exporter(page).count(), { message: path }).toBe(many);
      await page.locator('[data-part=list][aria-busy=false]').first().waitFor();
      await exporter(page).first().click();
      const items = page.getByRole('menuitem');
      await items.first().waitFor();
      // An empty list says why there is no file of it.
      if (await page.getByText('Nothing to export: the list is empty.').isVisible()) {
        expect(await items.evaluateAll((all) => all.map((one) => one.hasAttribute('data-disabled')))).toEqual([
          true,
          true,
        ]);
        await page.keyboard.press('Escape');
        continue;
      }
      const [request] = await Promise.all([
        page.waitForRequest((asked) => asked.url().includes(address)),
        choose(page, 'CSV'),
      ]);
      expect(request.url().slice(site.origin.length)).toContain(address);
      expect(request.url()).toContain('format=csv');
      expect(request.headers().authorization).toBe(`Bearer ${admin.session}`);
      await said(page).getByText('has 1 row.').waitFor();
    }
  }));

it('is downloaded whole, named by its list and the day, and says how much it holds', () =>
  seated(site, admin, '/admin/notifications', async (page) => {
    await exporter(page).click();
    await page.getByText('All 30 rows that match').waitFor();
    const [file] = await Promise.all([page.waitForEvent('download'), choose(page, 'CSV')]);
    expect(file.suggestedFilename()).toMatch(/^kinodex-notifications-\d{4}-\d\d-\d\d\.csv$/);
    const lines = readFileSync(await file.path(), 'utf8').split('\r\n');
    expect(lines.slice(0, 2)).toEqual([
      '\ufeffMESSAGE,"MESSAGE DETAIL",DATE,LEVEL,READ,ID',
      expect.stringMatching(/^"'=cmd\(\) 30",,\d{4}.+Z,WARN,false,\d+$/),
    ]);
    await said(page).getByText(`${file.suggestedFilename()} has 30 rows.`).waitFor();
    // Who has pressed it is there still.
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Export');
  }));

/** Stands for the question where a file is to be: one of the browser's own, which it writes as it would any other. */
const PICKED = `window.showSaveFilePicker = async ({ suggestedName }) => {
  window.picked = suggestedName;
  const folder = await navigator.storage.getDirectory();
  return folder.getFileHandle('picked', { create: true });
}`;
const left = (page: Page): Promise<string | null> =>
  page.evaluate(`(async () => {
    try {
      const folder = await navigator.storage.getDirectory();
      return (await (await folder.getFileHandle('picked')).getFile()).text();
    } catch {
      return null;
    }
  })()`);

it('of a long list is written to the disk while it comes in', () =>
  seated(
    site,
    admin,
    '/admin/tasks/runs?id=1',
    async (page) => {
      await exporter(page).click();
      await page.getByText('All 12,000 rows that match').waitFor();
      await page.evaluate(PICKED);
      await choose(page, 'JSON lines');
      await said(page).getByText('has 12,000 rows.').waitFor();
      expect(await page.evaluate('window.picked')).toMatch(/^kinodex-runs-1-.*\.jsonl$/);
      const lines = (await left(page))?.split('\n') ?? [];
      expect(lines).toHaveLength(RUNS + 1);
      expect(new Set(lines).size).toBe(RUNS + 1);
    },
    { own: true },
  ));

/** A server that sends when it is told to. */
const FED = `(() => {
  const ask = window.fetch;
  window.fetch = (address, options) => {
    if (!String(address).includes('/export?')) return ask(address, options);
    const body = new ReadableStream({
      start: (controller) => {
        window.feed = (text) => controller.enqueue(new TextEncoder().encode(text));
        window.breakOff = () => controller.error(new TypeError('network error'));
      },
    });
    return Promise.resolve(new Response(body));
  };
})()`;
const feed = async (page: Page, text: string): Promise<void> => {
  await expect.poll(() => page.evaluate("'feed' in window")).toBe(true);
  await page.evaluate(`window.feed(${JSON.stringify(text)})`);
};
const ROWS = Array.from({ length: 500 }, (_, at) => `${at}\r\n`).join('');

describe('while it comes in', () => {
  it('says how far it is, and is stopped by the same button; nothing is kept', () =>
    seated(
      site,
      admin,
      '/admin/tasks/runs?id=1',
      async (page) => {
        await page.evaluate(FED);
        await page.evaluate(PICKED);
        await exporter(page).click();
        await choose(page, 'CSV');
        await page.getByRole('button', { name: 'Exporting …, stop' }).waitFor();
        await feed(page, `#\r\n${ROWS}`);
        const stop = page.getByRole('button', { name: /^500 \/ 12,000 rows · [\d.]+ KB, stop$/ });
        await stop.waitFor();
        for (const [scheme, width] of [
          ['light', 1_440],
          ['dark', 390],
        ] as const) {
          await page.setViewportSize({ width, height: 900 });
          await turn(page, scheme);
          expect(await faultsOn(page, { without: ['skip-link'] })).toEqual([]);
        }
        await stop.click();
        await said(page).getByText('The export was stopped; nothing was saved.').waitFor();
        await exporter(page).waitFor();
        await expect.poll(() => left(page)).toBeNull();
      },
      { own: true },
    ));

  it('that breaks off is told, kept nowhere, and tried again', () =>
    seated(
      site,
      admin,
      '/admin/notifications',
      async (page) => {
        const downloads: string[] = [];
        page.on('download', (file) => downloads.push(file.suggestedFilename()));
        await page.evaluate(FED);
        await exporter(page).click();
        await choose(page, 'CSV');
        await feed(page, `#\r\n${ROWS}`);
        await page.getByRole('button', { name: /^500 \/ 500 rows/ }).waitFor();
        await page.evaluate('window.breakOff()');
        const told = page.getByText('The file broke off after 500 rows; nothing was saved.');
        await told.waitFor();
        expect(downloads).toEqual([]);
        await page.getByRole('button', { name: 'Try again' }).click();
        await page.getByRole('button', { name: 'Exporting …, stop' }).waitFor();
        // Whoever leaves stops it, and is told.
        await page.goto(`${site.origin}/#/admin/tasks`);
        await page.getByText('The export was stopped, since its page was left; nothing was saved.').waitFor();
        expect(downloads).toEqual([]);
      },
      { own: true },
    ));

  it('that cannot begin says what the server says', () =>
    seated(site, admin, '/admin/notifications', async (page) => {
      await page.route(/\/export\?/, (route) =>
        route.fulfill({
          status: 503,
          json: { code: 503, data: null, error: 'The database is away.', reason: 'unavailable' },
        }),
      );
      await exporter(page).click();
      await choose(page, 'CSV');
      await said(page).getByText('The database is away.').waitFor();
      await exporter(page).waitFor();
    }));
});
