import { useEffect, useRef, useState } from 'react';
import { purchase } from '#contracts/billing.api.ts';
import { clearMessages, tell } from '#web/lib/messages.ts';
import type { Choice } from '#web/lib/offer-search.ts';
import { tellOf, useSend } from '#web/lib/query.ts';
import { features as words } from '#web/words/features.ts';
import { keepChoice } from './kept-choice.ts';
import { linkOf } from './link.ts';
import { createStay } from './stay.ts';

/** Buying: the server makes a payment, then the browser goes to the provider's page. */
export const usePurchase = () => {
  const [leaving, setLeaving] = useState(false);
  const [stay] = useState(() => createStay());
  const started = useRef(false);

  const end = (): void => {
    stay.end();
    started.current = false;
    clearMessages();
  };

  // Told to the call itself, not to one use of it: somebody may go to another page of ours before the answer comes.
  const { mutate, isPending } = useSend(purchase, {
    onSuccess: ({ data }) => {
      const link = data?.method === 'GET' ? linkOf(data.link, window.location.origin) : null;
      if (link === null) {
        end();
        tell(words.noLink, 'danger');
        return;
      }
      clearMessages();
      tell(words.redirecting);
      setLeaving(true);
      stay.letGo();
      window.location.assign(link);
    },
    onError: (error) => {
      end();
      tellOf(error);
    },
  });

  useEffect(() => {
    // Somebody came back with the Back button to the page as it was.
    const back = ({ persisted }: PageTransitionEvent): void => {
      if (!persisted) return;
      stay.end();
      started.current = false;
      setLeaving(false);
      clearMessages();
    };
    window.addEventListener('pageshow', back);
    return () => {
      window.removeEventListener('pageshow', back);
      // A payment that is being made goes on, and so does the warning.
      if (!started.current) stay.end();
    };
  }, [stay]);

  const buy = (choice: Choice): void => {
    if (started.current) return;
    started.current = true;
    keepChoice(choice);
    clearMessages();
    tell(words.creating);
    stay.begin();
    mutate({ body: [{ idProduct: choice.plan, period: choice.period }] });
  };

  return { buy, isBusy: isPending || leaving };
};
