import { redirect } from '@tanstack/react-router';
import { clearMessages, tell } from '#web/lib/messages.ts';
import { parseOffer, returnOf } from '#web/lib/offer-search.ts';
import { destinationOf } from '#web/lib/return-url.ts';
import { dropSession, isExpired } from '#web/lib/session.ts';
import { stored } from '#web/lib/stored.ts';
import { withoutTokens } from '#web/lib/whole-token.ts';
import { auth } from '#web/words/auth.ts';

interface Asked {
  readonly location: { readonly href: string; readonly pathname: string; readonly search: object };
  /** A pointer rests on a link: nothing has been decided yet. */
  readonly preload: boolean;
}

const toLogin = ({ location, preload }: Asked, more: { readonly ended?: string } = {}) => {
  if (!preload) clearMessages();
  return redirect({ to: '/login', search: { returnUrl: location.href, ...more } });
};

/** An address that holds a whole token goes on without it, so that no history and no `returnUrl` keeps it. */
const withoutSecrets = ({ location: { pathname, search } }: Asked): void => {
  const kept = withoutTokens({ ...search });
  if (kept !== null) throw redirect({ to: pathname, search: kept, replace: true });
};

/** Only people; others sign in first and come back. */
export const personOnly = (asked: Asked): void => {
  if (stored().user === null) throw toLogin(asked);
};

/** Only visitors. */
const guestOnly = (): void => {
  if (stored().user !== null) throw redirect({ to: '/' });
};

/** Only visitors; whoever comes back from paying is told what is left to do. */
export const signInOnly = ({
  preload,
  search: { returnUrl },
}: Asked & { readonly search: { readonly returnUrl?: string } }): void => {
  guestOnly();
  const target = destinationOf(returnUrl, 'USER');
  const back = target?.to === '/features' ? returnOf(parseOffer(target.search)) : null;
  if (back !== null && !preload) tell(back.outcome === 'success' ? auth.login.toFinish : auth.login.toCancel);
};

/** Only visitors; whoever opens an operator's link while signed in is told why it leads nowhere. */
export const invitedOnly = ({
  preload,
  search,
}: Asked & { readonly search: { readonly invitation?: string } }): void => {
  if (stored().user !== null && search.invitation !== undefined && !preload) tell(auth.register.leaveFirst);
  guestOnly();
};

/** Only administrators whose session still holds. A missing token counts as expired. */
export const adminOnly = (asked: Asked): void => {
  withoutSecrets(asked);
  const { token, user } = stored();
  if (isExpired(token)) {
    if (!asked.preload) dropSession();
    throw toLogin(asked, token === null ? {} : { ended: '1' });
  }
  if (user?.role !== 'ADMIN') throw redirect({ to: '/' });
};
