import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

/** How far Page up and Page down go. */
const PAGE = 8;

/**
 * The keys of a field with options below it: the focus stays in the field, the best option is chosen until another one
 * is, and Enter runs it. `list` is for the element that scrolls.
 */
export const useOptionKeys = <T>(options: readonly T[], onRun: (option: T) => void) => {
  const list = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const many = options.length;
  const chosen = Math.min(at, many - 1);

  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);

  const onKeyDown = (event: KeyboardEvent): void => {
    // Enter may end a word that an input method is composing.
    if (many === 0 || event.nativeEvent.isComposing) return;
    const to = {
      ArrowDown: (chosen + 1) % many,
      ArrowUp: (chosen - 1 + many) % many,
      PageDown: Math.min(chosen + PAGE, many - 1),
      PageUp: Math.max(chosen - PAGE, 0),
    }[event.key];
    const option = options[chosen];
    if (to !== undefined) setAt(to);
    else if (event.key !== 'Enter' || option === undefined) return;
    else onRun(option);
    event.preventDefault();
  };
  return { list, chosen, choose: setAt, onKeyDown };
};
