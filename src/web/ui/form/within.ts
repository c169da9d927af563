import { createContext, type RefObject, useContext, useLayoutEffect } from 'react';
import type { Leaving } from './useLeaving.ts';

/** The dialog that a form stands in. */
export interface Within {
  readonly opened: boolean;
  /** What Escape and the ✕ do; the form says it. */
  readonly leave: RefObject<(() => void) | null>;
  /** The form asks something itself: Escape is for the question. */
  readonly setAsking: (asking: boolean) => void;
}

export const WithinDialog = createContext<Within | null>(null);

/** Tells the dialog that a form stands in how the form is left; false where there is none. */
export const useWithinDialog = ({ leave, isAsking }: Leaving): boolean => {
  const dialog = useContext(WithinDialog);
  // Before the next key: an Escape right after the question has gone is for the dialog again.
  useLayoutEffect(() => {
    if (dialog === null) return;
    dialog.leave.current = leave;
    dialog.setAsking(isAsking);
    return () => {
      dialog.leave.current = null;
    };
  });
  return dialog !== null;
};
