import { connect } from 'node:net';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Database } from '#server/platform/db/database.ts';
import type { VisitOptions } from '#test/support/browser.ts';
import { heading, signInOn } from '#test/support/sign-in.ts';
import { openSite, type Site } from '#test/support/site.ts';

/** The audit and the dashboard as an administrator sees them, after a day with strangers. */

/** A busy machine takes a while to draw. */

export const SCRIPT = '<script>alert(1)</script>';
export const QUOTES = `/api/v1/hostile/';echo'$(id)\`id\`"\\;echo`;
/** Targets and headers of requests; each is answered with a status 4xx. */
export const HOSTILE = [
  [`/api/v1/hostile/${SCRIPT}`, [`User-Agent: ${SCRIPT}<img src=x onerror=alert(2)>`]],
  [QUOTES, [`User-Agent: ${QUOTES}`]],
  ['/api/v1/hostile/a%0d%0aSet-Cookie:%20x=y', ['User-Agent: crlf']],
  ['/api/v1/hostile/%E2%80%AEgpj.exe', ['User-Agent: \u202egnp.exe']],
  [`/api/v1/hostile/${'long'.repeat(1_500)}`, [`User-Agent: ${'v'.repeat(8_000)}`]],
] as const;

/** Sends bytes as they are, which no HTTP client would, and waits for the answer. */
const raw = (origin: string, target: string, headers: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    let answer = '';
    const { port, hostname } = new URL(origin);
    const socket = connect(Number(port), hostname, () =>
      socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers.join('\r\n')}\r\n\r\n`),
    );
    socket.on('data', (chunk) => {
      answer += String(chunk);
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });

export interface Watch {
  readonly site: Site;
  /** A page of the administration; fails when a dialog of the browser opens on it. */
  readonly on: (path: string, look: (page: Page) => Promise<void>, options?: VisitOptions) => Promise<void>;
}

/** The site with an administrator who has signed in, the hostile requests and 45 harmless ones. */
export const openWatch = async (db: Database): Promise<Watch> => {
  const site = await openSite(db);
  await site.product.signIn('admin@example.org', { admin: true });
  const first = await site.visit('/login');
  await signInOn(first.page, 'admin@example.org');
  await heading(first.page, 'Dashboard');
  const stored = await first.page.evaluate<string>('JSON.stringify(localStorage)');
  await first.done();
  for (const [target, headers] of HOSTILE)
    expect(await raw(site.origin, target, headers)).toMatch(/^HTTP\/1.1 40[0-9]/);
  for (let each = 0; each < 45; each++) await site.product.get('/api/v1/usage');
  const on: Watch['on'] = async (path, look, options = {}) => {
    const visit = await site.outside(options);
    await visit.page.evaluate(`Object.assign(localStorage, ${stored})`);
    const dialogs: string[] = [];
    visit.page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await visit.page.goto(`${site.origin}/#${path}`);
    await look(visit.page);
    expect(dialogs).toEqual([]);
    await visit.done();
  };
  return { site, on };
};

/** The rows of the table, once they have come. */
export const rows = (page: Page): Locator => page.locator('[data-part=list][aria-busy=false] tbody tr');

/** What 'Showing X / total' says, once the rows have come. */
export const showing = async (page: Page): Promise<readonly number[]> => {
  await rows(page).first().waitFor();
  const text = (await page.getByText(/^Showing /).textContent()) ?? '';
  return (text.match(/\d+/g) ?? []).map(Number);
};
