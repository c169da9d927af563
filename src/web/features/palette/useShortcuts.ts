import { useEffect, useRef } from 'react';
import { stored } from '#web/lib/stored.ts';
import { hasLetters } from './letters.ts';
import { meaningOf } from './shortcuts.ts';

interface Doing {
  readonly onPalette: () => void;
  readonly onSheet: () => void;
  readonly onGo: (page: string) => void;
}

/** For so long after g a letter leads to a page. */
const CHORD_MS = 1_500;

/** What takes letters itself: fields, and what is open before the page. */
const TAKES = 'input, textarea, select, [contenteditable=true], [role=menu], [role=listbox], [role=combobox]';
const isModal = (): boolean => document.querySelector('[role=dialog][aria-modal=true]') !== null;

/** The first filter of the page gets the focus; on a phone it is unfolded first. */
const toFilter = (): void => {
  const search = document.querySelector('main search');
  search?.querySelector<HTMLElement>(':scope > button[aria-expanded=false]')?.click();
  // It is there once it is unfolded.
  window.setTimeout(() => {
    const fields = search?.querySelectorAll<HTMLElement>(':is(input, select):not(:disabled)') ?? [];
    [...fields].find((field) => field.checkVisibility())?.focus();
  });
};

/** Hears keys on every page of the back-office. */
export const useShortcuts = (doing: Doing): void => {
  const latest = useRef(doing);
  latest.current = doing;
  useEffect(() => {
    let begun = Number.NEGATIVE_INFINITY;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || event.repeat) return;
      const isTaken = event.target instanceof Element && event.target.closest(TAKES) !== null;
      const letters = !isTaken && !isModal() && hasLetters(stored().preferences);
      const meaning = meaningOf(event, { letters, afterG: event.timeStamp - begun < CHORD_MS });
      begun = Number.NEGATIVE_INFINITY;
      if (meaning === null) return;
      event.preventDefault();
      const { onPalette, onSheet, onGo } = latest.current;
      if (meaning.does === 'begin') begun = event.timeStamp;
      else if (meaning.does === 'filter') toFilter();
      else if (meaning.does === 'sheet') onSheet();
      else if (meaning.does === 'go') onGo(meaning.to);
      // What somebody is doing in a dialog stays.
      else if (!isModal()) onPalette();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
};
