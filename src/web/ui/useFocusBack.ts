import { useLayoutEffect } from 'react';

/** Longer than a dialog needs to let go of the focus. */
const AFTER_MS = 20;

const isOnPage = (element: Element | null): boolean =>
  element !== null && element !== document.body && element.closest('[role=dialog]') === null;

/** Gives the focus back to what has opened a dialog, or to the page where that is gone. */
export const useFocusBack = (opened: boolean): void =>
  useLayoutEffect(() => {
    if (!opened) return;
    const opener = document.activeElement;
    const below = opener?.closest('[role=dialog]');
    return () => {
      window.setTimeout(() => {
        // Whoever has gone on already is left where they are.
        if (isOnPage(document.activeElement)) return;
        // The dialog below has gone too, and gives it back itself.
        if (below && !below.isConnected) return;
        if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
        if (document.activeElement !== opener || opener === document.body)
          document.getElementById('main')?.focus({ preventScroll: true });
      }, AFTER_MS);
    };
  }, [opened]);
