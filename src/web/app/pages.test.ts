import { createMemoryHistory, createRouter } from '@tanstack/react-router';
import { expect, it, vi } from 'vitest';
import { PAGES } from '#contracts/pages.ts';

it('is a table of the pages that the server sends browsers to, and of no other', async () => {
  // What is stored and what the reader prefers are followed from the first import on.
  const location = { origin: 'http://127.0.0.1' };
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location, matchMedia: () => new EventTarget() }));
  const { pages } = await import('./pages.ts');
  vi.unstubAllGlobals();
  const { routesByPath } = createRouter({ routeTree: pages, history: createMemoryHistory() });
  // The administration's own address leads on to its first page.
  expect(Object.keys(routesByPath).toSorted()).toEqual(['/admin', ...Object.keys(PAGES)].toSorted());
});
