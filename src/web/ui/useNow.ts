import { useEffect, useState } from 'react';

/** Milliseconds after which days and minutes are counted anew. */
const LOOK_MS = 30_000;

/** The time in ms, looked at every so often. */
export const useNow = (every: number = LOOK_MS): number => {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, [every]);
  return now;
};
