import { redirect } from '@tanstack/react-router';
import { clearMessages } from '#web/lib/messages.ts';
import { dropSession, isExpired } from '#web/lib/session.ts';
import { stored } from '#web/lib/stored.ts';

interface Asked {
  readonly location: { readonly href: string };
  /** A pointer rests on a link: nothing has been decided yet. */
  readonly preload: boolean;
}

const toLogin = ({ location, preload }: Asked, more: { readonly ended?: string } = {}) => {
  if (!preload) clearMessages();
  return redirect({ to: '/login', search: { returnUrl: location.href, ...more } });
};

/** Only people; others sign in first and come back. */
export const personOnly = (asked: Asked): void => {
  if (stored().user === null) throw toLogin(asked);
};

/** Only visitors. */
export const guestOnly = (): void => {
  if (stored().user !== null) throw redirect({ to: '/' });
};

/** Only administrators whose session still holds. A missing token counts as expired. */
export const adminOnly = (asked: Asked): void => {
  const { token, user } = stored();
  if (isExpired(token)) {
    if (!asked.preload) dropSession();
    throw toLogin(asked, token === null ? {} : { ended: '1' });
  }
  if (user?.role !== 'ADMIN') throw redirect({ to: '/' });
};
