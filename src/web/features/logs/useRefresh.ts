import { useEffect, useEffectEvent, useState } from 'react';

const TICK_MS = 1_000;

export interface Refresh {
  readonly on: boolean;
  readonly turn: (on: boolean) => void;
  /** Seconds until it searches again. */
  readonly left: number;
}

/**
 * Searches every so many seconds while it is on: at once, and whenever the countdown is through. Another interval begins it
 * anew. A tab that nobody sees counts and does not ask.
 */
export const useRefresh = (seconds: number, search: () => void): Refresh => {
  const [on, turn] = useState(false);
  const [left, setLeft] = useState(seconds);
  const ask = useEffectEvent(() => {
    if (!document.hidden) search();
  });
  useEffect(() => {
    setLeft(seconds);
    if (!on) return;
    ask();
    let rest = seconds;
    const timer = setInterval(() => {
      rest = rest > 1 ? rest - 1 : seconds;
      setLeft(rest);
      if (rest === seconds) ask();
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [on, seconds]);
  return { on, turn, left };
};
