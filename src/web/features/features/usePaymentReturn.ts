import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { payments, purchaseError, purchaseSuccess } from '#contracts/billing.api.ts';
import { type CallFailed, call } from '#web/lib/call.ts';
import { clearMessages, tell } from '#web/lib/messages.ts';
import {
  hasReturn,
  type OfferSearch,
  type PaymentReturn,
  parseOffer,
  returnOf,
  withoutReturn,
} from '#web/lib/offer-search.ts';
import { keyOf, messageOf, tellOf } from '#web/lib/query.ts';
import { stringifySearch } from '#web/lib/return-url.ts';
import { useSession } from '#web/lib/session.ts';
import { features as words } from '#web/words/features.ts';

/** What this page has taken care of already; effects run twice in development, and Back shows old addresses. */
const handled = new Set<string>();

interface Steps {
  /** The session was over: nothing has been done. */
  readonly onSignedOut: () => void;
  readonly onDone: () => void;
}

const finish = async ({ outcome, order }: PaymentReturn, steps: Steps): Promise<void> => {
  const endpoint = outcome === 'success' ? purchaseSuccess : purchaseError;
  clearMessages();
  tell(outcome === 'success' ? words.finishing : words.cancelling);
  try {
    const result = await call(endpoint, { query: { token: order } });
    clearMessages();
    tellOf(result);
  } catch (error) {
    clearMessages();
    const { text, tone } = messageOf(error);
    const { status, reason } = error as CallFailed;
    if (status === 401) return steps.onSignedOut();
    const mayPass = status === 0 || status >= 500 || reason === 'payment_pending';
    const again = { label: words.again, run: () => void finish({ outcome, order }, steps) };
    tell(text, tone, mayPass ? again : undefined);
  }
  steps.onDone();
};

/**
 * Takes care of `token` and `cancel` in the address once, and takes them out of it. Without a session both go along
 * through sign-in to the features list.
 */
export const usePaymentReturn = (search: OfferSearch, here: '/' | '/features'): void => {
  const { token: session } = useSession();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const back = returnOf(search);
  const key = back && `${back.outcome} ${back.order}`;
  const signedIn = session !== null;
  const strayed = back === null && hasReturn(search);

  // The address and the session decide, the rest is how.
  useEffect(() => {
    if (back === null || key === null) {
      if (!strayed) return;
      void navigate({ to: here, search: withoutReturn(search), replace: true, resetScroll: false });
      tell(words.unknownReturn, 'danger');
      return;
    }
    const toSignIn = async (): Promise<void> => {
      handled.delete(key);
      const returnUrl = `/features${stringifySearch({ ...parseOffer({ ...search }), show: undefined })}`;
      await navigate({ to: '/login', search: { returnUrl }, replace: true });
    };
    if (!signedIn) {
      void toSignIn();
      return;
    }
    void navigate({ to: here, search: withoutReturn(search), replace: true, resetScroll: false });
    if (handled.has(key)) return;
    handled.add(key);
    void finish(back, {
      onSignedOut: () => void toSignIn(),
      onDone: () => void queries.invalidateQueries({ queryKey: keyOf(payments) }),
    });
  }, [key, signedIn, strayed]);
};
