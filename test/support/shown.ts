import type { Page, Request } from 'playwright-core';
import { onTestFailed, TestRunner } from 'vitest';

/** Ms for a page to say what it shows; one that hangs does not. */
const LONGEST = 5_000;
/** Characters of it. */
const MOST = 3_000;

const textOf = (page: Page): Promise<string> => {
  const { promise: late, resolve } = Promise.withResolvers<string>();
  const timer = setTimeout(resolve, LONGEST, 'nothing: it does not answer');
  const text = page.evaluate<string>('document.body.innerText').catch(String);
  return Promise.race([text, late]).finally(() => clearTimeout(timer));
};

/**
 * Has a test that fails say what its page shows, what it still waits for and what went wrong there: a locator that was
 * waited for in vain says none of it.
 */
export const tellWhenFailed = (page: Page, problems: readonly string[]): void => {
  // What opens a page for all tests of a file is in none of them, and fails by its own words.
  if (TestRunner.getCurrentTest() === undefined) return;
  const open = new Set<Request>();
  page.on('request', (request) => open.add(request));
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => open.delete(request));
  onTestFailed(async () => {
    if (page.isClosed()) return;
    const size = page.viewportSize();
    console.error(
      [
        `${page.url()} shows, at ${size?.width} × ${size?.height}:`,
        (await textOf(page)).slice(0, MOST),
        `It waits for: ${[...open].map((request) => request.url()).join(', ') || 'nothing'}`,
        `Problems: ${problems.join('; ') || 'none'}`,
      ].join('\n'),
    );
  });
};
