import { createContext, type RefObject } from 'react';

/** The dialog that a form stands in. */
export interface Within {
  readonly opened: boolean;
  /** What Escape and the ✕ do; the form says it. */
  readonly leave: RefObject<(() => void) | null>;
  /** The form asks something itself: Escape is for the question. */
  readonly setAsking: (asking: boolean) => void;
}

export const WithinDialog = createContext<Within | null>(null);
