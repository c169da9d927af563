import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { stored } from '#web/lib/stored.ts';

interface Watched {
  readonly isDirty: boolean;
  readonly busy: boolean;
}

/** Asks before what was typed is lost: `leave` is Cancel, other pages and the closing of the tab are watched. */
export const useLeaving = ({ isDirty, busy }: Watched, onLeave?: () => void) => {
  const [asking, setAsking] = useState(false);
  // A session that has ended leads to the login page, and the draft is kept.
  const mustAsk = (): boolean => isDirty && stored().token !== null;
  const blocker = useBlocker({ shouldBlockFn: mustAsk, enableBeforeUnload: mustAsk, withResolver: true });
  return {
    isAsking: asking || blocker.status === 'blocked',
    leave: (): void => {
      if (busy) return;
      // Later: the Escape that asks would answer as well.
      if (mustAsk()) window.setTimeout(() => setAsking(true));
      else onLeave?.();
    },
    discard: (): void => {
      setAsking(false);
      if (blocker.status === 'blocked') blocker.proceed();
      else onLeave?.();
    },
    stay: (): void => {
      setAsking(false);
      if (blocker.status === 'blocked') blocker.reset();
    },
  };
};

export type Leaving = ReturnType<typeof useLeaving>;
