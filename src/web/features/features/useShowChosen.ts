import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { features } from '#contracts/public.api.ts';
import { useCall } from '#web/lib/query.ts';

/** Brings the plan of the address into view and its months into focus, once, when the list around it has come. */
export const useShowChosen = () => {
  const box = useRef<HTMLDivElement>(null);
  const router = useRouter();
  const { data } = useCall(features, undefined);
  const isThere = data !== undefined;

  useEffect(() => {
    if (!isThere) return;
    const show = (): void => {
      const chosen = box.current?.querySelector('[data-chosen=true]');
      if (!chosen) return;
      const months = chosen.querySelector('select');
      const { top, bottom } = chosen.getBoundingClientRect();
      // In the middle, for rows still grow when it is known what has been paid for.
      if (top < 0 || bottom > window.innerHeight) (months ?? chosen).scrollIntoView({ block: 'center' });
      months?.focus({ preventScroll: true });
    };
    if (router.state.status === 'idle') return show();
    // A page that has just come begins at its top, with the focus on the whole of it.
    const stop = router.subscribe('onRendered', () => {
      stop();
      show();
    });
    return stop;
  }, [isThere]);
  return box;
};
