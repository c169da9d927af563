import type { PagePath } from '#web/lib/return-url.ts';

/** The letter that leads to a page after g. */
export const GO: Readonly<Record<string, PagePath>> = {
  d: '/admin/dashboard',
  p: '/admin/products-roles',
  c: '/admin/configuration',
  v: '/admin/logging',
  q: '/admin/manager',
  m: '/admin/movie-data',
  n: '/admin/name-data',
  u: '/admin/user-info',
  e: '/admin/users',
  s: '/admin/actions',
  x: '/admin/manual-update',
  t: '/admin/tasks',
  r: '/admin/tasks/in-progress',
  a: '/admin/audit-requests',
  l: '/admin/logs',
  b: '/admin/notifications',
  o: '/admin/profile',
};

/** The letter of a page; none leads to what has none. */
export const letterOf = (page: string): string | undefined => Object.keys(GO).find((letter) => GO[letter] === page);

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

interface Around {
  /** Whether letters alone do something: not where somebody types, in a menu or a dialog, nor where they are switched off. */
  readonly letters: boolean;
  /** g was pressed a moment ago. */
  readonly afterG: boolean;
}

type Meaning =
  | { readonly does: 'palette' | 'sheet' | 'filter' | 'begin' }
  | { readonly does: 'go'; readonly to: PagePath };

/** What a key means; null where it is nothing of ours. */
export const meaningOf = (pressed: Pressed, { letters, afterG }: Around): Meaning | null => {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = pressed;
  if (key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey) return { does: 'palette' };
  if (!letters || ctrlKey || metaKey || altKey) return null;
  const to = afterG ? GO[key] : undefined;
  if (to !== undefined) return { does: 'go', to };
  if (key === '?') return { does: 'sheet' };
  if (key === '/') return { does: 'filter' };
  return key === 'g' ? { does: 'begin' } : null;
};
