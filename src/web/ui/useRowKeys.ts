import { type KeyboardEvent, type MouseEvent, useState } from 'react';
import { rowAfter } from './row-keys.ts';

/** Whether the event belongs to a control inside the row, and so is not the row's. */
const isOfControl = (target: EventTarget, row: Element): boolean => {
  const control = target instanceof Element ? target.closest('a, button, input, select, textarea, label') : null;
  return control !== null && row.contains(control);
};

/** What makes a row reachable: one tab stop for all, arrows between them, Enter and a click open. */
export const useRowKeys = (rows: number, onOpen: (at: number) => void) => {
  const [current, setCurrent] = useState(0);
  const stop = Math.min(current, rows - 1);

  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>, at: number): void => {
    if (event.target !== event.currentTarget) return;
    if (event.key === 'Enter') onOpen(at);
    const to = rowAfter(event.key, at, rows);
    if (to === null) return;
    event.preventDefault();
    const all = event.currentTarget.parentElement?.querySelectorAll<HTMLElement>(':scope > tr[tabindex]');
    all?.[to]?.focus();
  };
  const onClick = (event: MouseEvent<HTMLTableRowElement>, at: number): void => {
    const selects = window.getSelection()?.type === 'Range';
    if (!selects && !isOfControl(event.target, event.currentTarget)) onOpen(at);
  };
  return (at: number) => ({
    tabIndex: at === stop ? 0 : -1,
    onFocus: () => setCurrent(at),
    onKeyDown: (event: KeyboardEvent<HTMLTableRowElement>) => onKeyDown(event, at),
    onClick: (event: MouseEvent<HTMLTableRowElement>) => onClick(event, at),
  });
};
