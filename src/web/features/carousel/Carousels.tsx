import { useDeferredValue } from 'react';
import { movieCarousel, nameCarousel } from '#contracts/public.api.ts';
import { useCall } from '#web/lib/query.ts';
import { EmptyState, Failed } from '#web/ui/EmptyState.tsx';
import kit from '#web/ui/kit.module.css';
import { PosterRail, PosterRailWaiting } from '#web/ui/PosterRail.tsx';
import { landing } from '#web/words/landing.ts';

const words = landing.rails;

const KINDS = {
  movies: { endpoint: movieCarousel, title: words.movies, none: words.noMovies, shape: 'poster' },
  names: { endpoint: nameCarousel, title: words.names, none: words.noNames, shape: 'portrait' },
} as const;

interface Props {
  readonly kind: keyof typeof KINDS;
  readonly onPress: (imdbId: string) => void;
}

/** The titles, or the people, of the first page; pressing one tries it. */
export const Carousel = ({ kind, onPress }: Props) => {
  const { endpoint, title, none, shape } = KINDS[kind];
  const { data: now, error, refetch } = useCall(endpoint, undefined);
  // A dozen drawn cards are drawn in pieces.
  const data = useDeferredValue(now);
  if (data && data.data.length > 0) {
    const slides = data.data.map(({ imdbId, description, year }) => ({ imdbId, title: description, year }));
    return (
      <PosterRail
        title={title}
        slides={slides}
        shape={shape}
        eager={kind === 'movies'}
        pressLabel={words.try}
        onPress={onPress}
      />
    );
  }
  if (!data && !error) return <PosterRailWaiting title={title} shape={shape} />;
  return (
    <section aria-label={title}>
      <h2 className={kit.reel}>{title}</h2>
      {data ? (
        <EmptyState title={none}>{words.next}</EmptyState>
      ) : (
        <Failed error={error} onRetry={() => void refetch()} />
      )}
    </section>
  );
};
