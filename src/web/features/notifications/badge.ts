import { notifications as words } from '#web/words/notifications.ts';

const MANY = 1_000;

/** How many are unread, for the bell: nothing where none is, and +999 from 1000. */
export const badgeOf = (unread: number): string | null => {
  if (unread <= 0) return null;
  return unread >= MANY ? words.many : String(unread);
};
