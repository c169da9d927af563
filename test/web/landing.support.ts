import type { Page } from 'playwright-core';
import type { VisitOptions } from '#test/support/browser.ts';
import { heading } from '#test/support/sign-in.ts';
import type { Site, SitePage } from '#test/support/site.ts';

/** Steps at the first page. */

export const TITLE = 'Every title. Every credit. One call.';

/** Looks at the first page, without motion unless `options` say otherwise. */
export const lookAtLanding = async (
  site: Site,
  look: (visit: SitePage) => Promise<void>,
  options?: VisitOptions,
): Promise<void> => {
  const visit = await site.visit('/', options);
  await heading(visit.page, TITLE);
  await look(visit);
  await visit.done();
};

export const consoleOf = (page: Page) => page.getByRole('region', { name: 'Console' });
export const figures = (page: Page) => consoleOf(page).getByRole('status').filter({ hasText: ' ms' });
/** The console shows an answer with this status. */
export const answered = (page: Page, status: number): Promise<void> =>
  figures(page)
    .filter({ hasText: new RegExp(`^\\s*${status}\\s`) })
    .waitFor();
