import { type RefObject, useEffect } from 'react';

const isAfter = (one: Element, other: Element): boolean =>
  (other.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

/**
 * A dialog keeps Tab to itself, but messages stand above it: where Tab would begin the dialog anew, it goes through the
 * buttons of `bar` first.
 */
export const useTabReach = (bar: RefObject<HTMLElement | null>): void =>
  useEffect(() => {
    let before: HTMLElement | null = null;
    /** Where the dialog ends and begins, once Tab has left it. */
    let left: { readonly end: HTMLElement; readonly start: HTMLElement } | null = null;
    const buttons = (): HTMLElement[] => [...(bar.current?.querySelectorAll('button') ?? [])];

    const within = (event: KeyboardEvent): void => {
      if (event.key !== 'Tab') return;
      before = document.activeElement as HTMLElement;
      const all = buttons();
      const at = all.indexOf(before);
      if (at < 0 || !left?.start.isConnected) return;
      event.preventDefault();
      const next = event.shiftKey ? (all[at - 1] ?? left.end) : (all[at + 1] ?? left.start);
      next.focus();
    };
    // The dialog has moved the focus by now.
    const beyond = (event: KeyboardEvent): void => {
      if (event.key !== 'Tab' || !event.defaultPrevented) return;
      const [from, to, all] = [before, document.activeElement, buttons()];
      if (from === null || !(to instanceof HTMLElement) || all.length === 0) return;
      const dialog = to.closest('[role=dialog]');
      if (!dialog?.contains(from) || (event.shiftKey ? isAfter(from, to) : isAfter(to, from))) return;
      left = event.shiftKey ? { end: to, start: from } : { end: from, start: to };
      all.at(event.shiftKey ? -1 : 0)?.focus();
    };
    window.addEventListener('keydown', within, { capture: true });
    window.addEventListener('keydown', beyond);
    return () => {
      window.removeEventListener('keydown', within, { capture: true });
      window.removeEventListener('keydown', beyond);
    };
  }, [bar]);
