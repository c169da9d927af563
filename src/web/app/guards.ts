import { redirect } from '@tanstack/react-router';
import { clearMessages, tell } from '#web/lib/messages.ts';
import { dropSession, isExpired } from '#web/lib/session.ts';
import { stored } from '#web/lib/stored.ts';
import { auth } from '#web/words/auth.ts';

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

/** Only visitors; whoever opens an operator's link while signed in is told why it leads nowhere. */
export const invitedOnly = ({
  preload,
  search,
}: Asked & { readonly search: { readonly invitation?: string } }): void => {
  if (stored().user !== null && search.invitation !== undefined && !preload) tell(auth.register.leaveFirst, 'warning');
  guestOnly();
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
