import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { OfferSearch } from '#web/lib/offer-search.ts';

/** The id of the heading that the public link `Features` moves to: the hash is the router's, so it cannot name a place. */
export const FEATURES_HEADING = 'features';

/** Moves to the features list when the address asks for that, and takes the wish out of it. */
export const useShow = ({ show, ...rest }: OfferSearch): void => {
  const navigate = useNavigate();
  // Only a new wish moves the page.
  useEffect(() => {
    if (show === undefined) return;
    void navigate({ to: '/', search: rest, replace: true, resetScroll: false });
    const heading = document.getElementById(FEATURES_HEADING);
    heading?.scrollIntoView();
    heading?.focus({ preventScroll: true });
  }, [show]);
};
