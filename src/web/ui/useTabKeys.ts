import { type RefObject, useEffect, useRef } from 'react';
import { isForPage, tabAfter } from './tab-keys.ts';

interface Given<Name extends string> {
  readonly names: readonly Name[];
  readonly open: Name;
  readonly onOpen: (name: Name) => void;
  /** Whether keys lead from tab to tab at all. */
  readonly on: boolean;
}

/** Opens the tab before or after by its key; a focus that stood in the tabs comes with it. */
export const useTabKeys = <Name extends string>(root: RefObject<HTMLElement | null>, given: Given<Name>): void => {
  const { open, on } = given;
  const now = useRef(given);
  now.current = given;
  const follows = useRef(false);
  useEffect(() => {
    if (!on) return;
    const listen = (event: KeyboardEvent): void => {
      if (!isForPage(event)) return;
      const to = tabAfter(event.key, now.current.names, now.current.open);
      if (to === null) return;
      event.preventDefault();
      follows.current = root.current?.contains(document.activeElement) ?? false;
      now.current.onOpen(to);
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [on, root]);
  useEffect(() => {
    if (!follows.current) return;
    follows.current = false;
    root.current?.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus({ preventScroll: true });
  }, [open, root]);
};
