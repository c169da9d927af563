import { useEffect, useState } from 'react';

/** Milliseconds after which days and minutes are counted anew. */
const LOOK_MS = 30_000;

/** The time in ms, every now and then. */
export const useNow = (): number => {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
};
