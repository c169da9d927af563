import { type RouterHistory, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { onBack } from '#web/lib/back.ts';
import { stored } from '#web/lib/stored.ts';

interface Watched {
  readonly isDirty: boolean;
  readonly busy: boolean;
}

type Navigation = Parameters<Parameters<RouterHistory['block']>[0]['blockerFn']>[0];

const UNASKED = { ignoreBlocker: true };

/** How far the browser is from where the site is; the router has not been told yet. */
const stepsAway = (history: RouterHistory): number =>
  window.history.state.__TSR_index - history.location.state.__TSR_index;

/** Asks before what was typed is lost: `leave` is Cancel, other pages and the closing of the tab are watched. */
export const useLeaving = ({ isDirty, busy }: Watched, onLeave?: () => void) => {
  const { history } = useRouter();
  const [asking, setAsking] = useState(false);
  /** Where somebody wants to go. */
  const [heldUp, setHeldUp] = useState<{ readonly goOn: () => void } | null>(null);
  const isFree = useRef(false);
  // A session that has ended leads to the login page, and the draft is kept.
  const isLoss = (): boolean => isDirty && stored().token !== null;
  const mustAsk = useEffectEvent(isLoss);

  useEffect(() => {
    /**
     * Back and Forward have happened already: the browser is sent here again before anybody answers. The router would take
     * the next one for its own way back, so it hears of none of them.
     */
    const hold = (): boolean => {
      const goes = isFree.current || !mustAsk();
      isFree.current = false;
      if (goes) return false;
      const steps = stepsAway(history);
      if (steps === 0) return true;
      window.history.go(-steps);
      setHeldUp({
        goOn: () => {
          isFree.current = true;
          history.go(steps, UNASKED);
        },
      });
      return true;
    };
    const blockerFn = ({ action, nextLocation: { href, state } }: Navigation): boolean => {
      const isOwn = action === 'PUSH' || action === 'REPLACE';
      if (!isOwn || !mustAsk()) return false;
      setHeldUp({ goOn: () => history[action === 'PUSH' ? 'push' : 'replace'](href, state, UNASKED) });
      return true;
    };
    const unblock = history.block({ blockerFn, enableBeforeUnload: () => mustAsk() });
    const letGo = onBack(hold);
    return () => {
      unblock();
      letGo();
    };
  }, [history]);

  const stay = (): void => {
    setAsking(false);
    setHeldUp(null);
  };
  return {
    isAsking: asking || heldUp !== null,
    leave: (): void => {
      if (busy) return;
      // Later: the Escape that asks would answer as well.
      if (isLoss()) window.setTimeout(() => setAsking(true));
      else onLeave?.();
    },
    discard: (): void => {
      stay();
      onLeave?.();
      heldUp?.goOn();
    },
    stay,
  };
};

export type Leaving = ReturnType<typeof useLeaving>;
