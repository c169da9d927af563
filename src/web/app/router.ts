import { createHashHistory, createRouter } from '@tanstack/react-router';
import { parseSearch, stringifySearch } from '#web/lib/return-url.ts';
import { pages } from './pages.ts';

export const router = createRouter({
  routeTree: pages,
  history: createHashHistory(),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
