import { createHashHistory, createRouter } from '@tanstack/react-router';
import { isHeld } from '#web/lib/back.ts';
import { parseSearch, stringifySearch } from '#web/lib/return-url.ts';
import { pages } from './pages.ts';

/**
 * An address that is typed, or followed by a plain link, comes without its place in the history. Without it the way back
 * to a page that nobody wanted to leave is not found.
 */
const givePlace = (): void => {
  if (window.history.state !== null) return;
  const place = { __TSR_index: router.history.location.state.__TSR_index + 1, __TSR_key: String(Math.random()) };
  History.prototype.replaceState.call(window.history, place, '');
};
// Has to listen before the router does.
window.addEventListener('popstate', (event) => {
  givePlace();
  if (isHeld()) event.stopImmediatePropagation();
});

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
