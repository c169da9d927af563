import { Link, useSearch } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';
import { userToken } from '#contracts/account.api.ts';
import { movieCarousel } from '#contracts/public.api.ts';
import { Carousel } from '#web/features/carousel/Carousels.tsx';
import { FeaturesList } from '#web/features/features/FeaturesList.tsx';
import { usePaymentReturn } from '#web/features/features/usePaymentReturn.ts';
import { BuildYourOwn } from '#web/features/landing/BuildYourOwn.tsx';
import { Claims } from '#web/features/landing/Claims.tsx';
import { Hero } from '#web/features/landing/Hero.tsx';
import styles from '#web/features/landing/Landing.module.css';
import { FEATURES_HEADING, useShow } from '#web/features/landing/useShow.ts';
import { Console } from '#web/features/try/Console.tsx';
import { FAVOURITE, useConsole } from '#web/features/try/useConsole.ts';
import { useSuggested } from '#web/features/try/useSuggested.ts';
import { isExpired } from '#web/lib/expiry.ts';
import { leaveFirstView } from '#web/lib/first-view.ts';
import { useCall } from '#web/lib/query.ts';
import { useSession } from '#web/lib/session.ts';
import kit from '#web/ui/kit.module.css';
import { features } from '#web/words/features.ts';

/** The record that the console begins with, once it is known which of them can be tried. */
const useFirstId = () => {
  const { data } = useCall(movieCarousel, undefined);
  const ids = (data?.data ?? []).map(({ imdbId }) => imdbId);
  const imdbId = ids.includes(FAVOURITE) ? FAVOURITE : (ids[0] ?? FAVOURITE);
  return { imdbId, ready: ids.length > 0 };
};

/** The API token of who is signed in, while it works. */
const useOwnToken = (): string | null => {
  const { token } = useSession();
  const { data } = useCall(userToken, undefined, { enabled: !isExpired(token) });
  return token !== null && data?.data.status === 'VALID' ? data.data.token : null;
};

/** The first page: what the product is, a console to try it, what is in it and what it costs. */
export const LandingPage = () => {
  const search = useSearch({ from: '/public/' });
  const { user } = useSession();
  const ownToken = useOwnToken();
  const { imdbId, ready } = useFirstId();
  const handle = useConsole(imdbId, ownToken);
  const suggestions = useSuggested(handle.typed);
  const answer = useRef<HTMLElement>(null);
  useLayoutEffect(leaveFirstView, []);
  usePaymentReturn(search, '/');
  useShow(search);

  const tryOut = (id: string): void => {
    handle.sendFor(id);
    answer.current?.focus({ preventScroll: true });
    answer.current?.closest('section[aria-label]')?.scrollIntoView({ block: 'center' });
  };
  return (
    <>
      <Hero signedIn={user !== null} link={(props) => <Link to={user === null ? '/register' : '/token'} {...props} />}>
        <Console handle={handle} token={ownToken} suggestions={suggestions} ready={ready} answerRef={answer} />
      </Hero>
      <Claims />
      <div className={styles.section}>
        <Carousel kind="movies" onPress={tryOut} />
      </div>
      <div className={styles.section}>
        <Carousel kind="names" onPress={tryOut} />
      </div>
      <section className={styles.section} aria-labelledby={FEATURES_HEADING}>
        <h2 id={FEATURES_HEADING} className={kit.reel} tabIndex={-1}>
          {features.title}
        </h2>
        <FeaturesList search={search} here="/" heading="h3" />
      </section>
      <BuildYourOwn />
    </>
  );
};
