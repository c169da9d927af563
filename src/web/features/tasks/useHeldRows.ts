import { type FocusEvent, useEffect, useRef, useState } from 'react';
import type { Task } from '#contracts/task.ts';
import { isSought } from '#contracts/task-filter.ts';
import { inOrder } from '#contracts/task-order.ts';
import { heldRows } from './order.ts';
import { filterOf, type TasksView } from './view.ts';

/** The rows of the list in their order, which stays as it is while a pointer or the keyboard is in it. */
export const useHeldRows = (tasks: readonly Task[], view: TasksView) => {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const before = useRef<{ readonly view: TasksView; readonly ids: readonly number[] }>({ view, ids: [] });
  const sought = inOrder(tasks).filter(isSought(filterOf(view)));
  const isHeld = (pointed || focused) && before.current.view === view;
  const rows = isHeld ? heldRows(before.current.ids, tasks, sought) : sought;
  useEffect(() => {
    before.current = { view, ids: rows.map(({ idTask }) => idTask) };
  });
  return {
    rows,
    /** For the element around the list. */
    hold: {
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      // A click leaves the focus where it was, but nobody reads there any more.
      onFocus: ({ target }: FocusEvent) => setFocused(target.matches(':focus-visible')),
      onBlur: () => setFocused(false),
    },
  };
};
