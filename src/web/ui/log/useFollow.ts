import { useLayoutEffect, useRef, useState } from 'react';

/** So near to its end, in pixels, a box counts as scrolled to it. */
const NEAR = 8;

/** Keeps the end of a box that scrolls in sight while it grows, until somebody scrolls up. */
export const useFollow = (grown: unknown, begins: boolean) => {
  const box = useRef<HTMLElement>(null);
  const [follows, setFollows] = useState(begins);
  const toEnd = (): void => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  };
  useLayoutEffect(() => {
    if (follows) toEnd();
  }, [grown, follows]);
  return {
    box,
    follows,
    follow: (): void => {
      setFollows(true);
      box.current?.focus({ preventScroll: true });
    },
    onScroll: (): void => {
      const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = box.current ?? {};
      setFollows(scrollHeight - scrollTop - clientHeight <= NEAR);
    },
  };
};
