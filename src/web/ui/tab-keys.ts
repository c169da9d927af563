/** Keys that lead to the tab before and the one after, wherever the focus is. */
export const TAB_KEYS = { '[': -1, ']': 1 } as const;

/** The tab that a key leads to from the open one, around the ends; null where it leads to none. */
export const tabAfter = <Name extends string>(key: string, names: readonly Name[], open: Name): Name | null => {
  const step = TAB_KEYS[key as keyof typeof TAB_KEYS] as number | undefined;
  const at = names.indexOf(open);
  if (step === undefined || at < 0) return null;
  return names.at((at + step) % names.length) ?? null;
};

interface Pressed {
  readonly target: EventTarget | null;
  readonly defaultPrevented: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly getModifierState: (key: string) => boolean;
}

const TAKES_TEXT = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]';
const IS_APART = '[role=dialog], [role=menu], [role=listbox]';

/** Whether a key is meant for the page: not for what is typed in, and not for what has opened over it. */
export const isForPage = (event: Pressed): boolean => {
  const { target, defaultPrevented, ctrlKey, metaKey, altKey } = event;
  // Keyboards that write brackets with AltGr say that Control and Alt are down.
  const isChord = (ctrlKey || metaKey || altKey) && !event.getModifierState('AltGraph');
  if (defaultPrevented || isChord) return false;
  return !(target instanceof Element) || target.closest(`${TAKES_TEXT}, ${IS_APART}`) === null;
};
