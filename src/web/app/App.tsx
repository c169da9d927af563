import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { leaveFirstView } from '#web/lib/first-view.ts';
import { clearTrouble, tell } from '#web/lib/messages.ts';
import { createQueries } from '#web/lib/query.ts';
import { keepSession } from '#web/lib/refresh.ts';
import { destinationOf, homeOf, isForGuests, isOpen } from '#web/lib/return-url.ts';
import { useScheme } from '#web/lib/scheme.ts';
import { type Ending, onSignedIn, onSignedOut } from '#web/lib/session.ts';
import { onStored, stored } from '#web/lib/stored.ts';
import { shell } from '#web/words/shell.ts';
import { router } from './router.ts';
import { cssVariablesResolver, islandStyles, theme } from './theme.ts';

const queries = createQueries();

/**
 * What one person was shown is not kept for the next, also when they changed in another tab. A page for people only forgets
 * it when it is gone: as long as it is there it would ask again, without a token.
 */
const watchPerson = (): (() => void) => {
  let email = stored().user?.email;
  let isLeaving = false;
  const clear = (): void => {
    isLeaving = false;
    queries.clear();
  };
  const stops = [
    onStored(() => {
      const now = stored().user?.email;
      if (now === email) return;
      email = now;
      isLeaving = now === undefined && !isOpen(router.state.location.pathname);
      if (!isLeaving) clear();
    }),
    router.subscribe('onRendered', () => isLeaving && clear()),
  ];
  return () => {
    for (const stop of stops) stop();
  };
};

/**
 * To the login page; from there back to this page when it was not the person who left. What the page that was left had to
 * say of calls without a session is not said there; the server's own sentence is.
 */
const leave = async (ending: Ending, said: string | null): Promise<void> => {
  const { pathname, href } = router.state.location;
  const staysOpen = pathname === '/login' || (ending === 'elsewhere' && isOpen(pathname));
  if (staysOpen) return;
  const search = ending === 'ended' ? { returnUrl: href, ...(said === null && { ended: '1' }) } : {};
  await router.navigate({ to: '/login', search });
  clearTrouble();
  if (said !== null) tell(said, 'danger');
};

/** Somebody signed in in another tab: the forms for guests have done their part here too. */
const moveOn = (): void => {
  const { user } = stored();
  const { pathname, search } = router.state.location;
  if (user === null || !isForGuests(pathname)) return;
  const target = destinationOf(search.returnUrl, user.role) ?? { to: homeOf(user.role) };
  void router.navigate({ ...target, replace: true });
};

/** What went wrong is over for whoever tries again or goes to another page; what went well is still told there. */
const forgetTrouble = (): (() => void) => {
  document.addEventListener('submit', clearTrouble, { capture: true });
  const stop = router.subscribe('onBeforeNavigate', ({ pathChanged }) => pathChanged && clearTrouble());
  return () => {
    document.removeEventListener('submit', clearTrouble, { capture: true });
    stop();
  };
};

const focusedDialog = (): Element | null => document.activeElement?.closest('[role=dialog]') ?? null;

/**
 * Names the page in the title, and begins reading there when it came after another one: but not where a dialog has been
 * opened while it came, such as the palette.
 */
const announce = (): (() => void) => {
  let left: Element | null = null;
  const stops = [
    router.subscribe('onBeforeNavigate', () => {
      left = focusedDialog();
    }),
    router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
      leaveFirstView();
      const heading = router.state.location.pathname === '/' ? undefined : document.querySelector('h1')?.textContent;
      document.title = heading ? `${heading} · ${shell.product}` : shell.product;
      const isTaken = focusedDialog() !== null && focusedDialog() !== left;
      if (fromLocation && pathChanged && !isTaken) document.getElementById('main')?.focus({ preventScroll: true });
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
};

export const App = () => {
  useEffect(() => {
    const stops = [keepSession(), onSignedOut(leave), onSignedIn(moveOn), watchPerson(), forgetTrouble(), announce()];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} forceColorScheme={useScheme()}>
      <style>{islandStyles}</style>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
};
