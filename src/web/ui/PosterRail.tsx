import { IconArrowLeft, IconArrowRight, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import kit from './kit.module.css';
import { Poster, PosterPlace } from './Poster.tsx';
import styles from './PosterRail.module.css';
import { useRotation } from './useRotation.ts';

export interface Slide {
  readonly imdbId: string;
  readonly title: string;
  readonly year: number | null;
}

interface Props {
  readonly title: string;
  readonly slides: readonly Slide[];
  readonly shape?: 'poster' | 'portrait';
  /** Loads the first pictures at once. */
  readonly eager?: boolean;
  /** What pressing a slide does, in its button: `Try Metropolis in the console`. */
  readonly pressLabel: (title: string) => string;
  readonly onPress: (imdbId: string) => void;
}

/** A slide is a group of its own, but no set of fields. */
const slideOf = (at: number, slides: number) => ({
  role: 'group',
  'aria-roledescription': 'slide',
  'aria-label': `${at + 1} of ${slides}`,
});
const EAGER = 6;
/** As the styles have it. */
const SIZES = '(max-width: 719.98px) 142px, 190px';
/** A slide counts as reached from this many px before it. */
const NEAR = 4;

const leaves = ({ currentTarget, relatedTarget }: FocusEvent): boolean => !currentTarget.contains(relatedTarget);

/** A row of posters that moves on by itself, can be paused, swiped, stepped by buttons and by arrow keys. */
export const PosterRail = ({ title, slides, shape = 'poster', eager = false, pressLabel, onPress }: Props) => {
  const region = useRef<HTMLElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const [current, setCurrent] = useState(0);

  const items = (): HTMLElement[] => [...(list.current?.querySelectorAll<HTMLElement>(':scope > div') ?? [])];
  const offsetOf = (item: HTMLElement | undefined): number =>
    item ? item.offsetLeft - (items()[0]?.offsetLeft ?? 0) : 0;
  const moveTo = (at: number): void =>
    list.current?.scrollTo({ left: offsetOf(items()[at]), behavior: reduced ? 'auto' : 'smooth' });

  /** The first slide that is wholly there. */
  const first = (): number =>
    Math.max(
      0,
      items().findIndex((item) => offsetOf(item) >= (list.current?.scrollLeft ?? 0) - NEAR),
    );
  const step = (by: 1 | -1): void => {
    const box = list.current;
    if (box === null) return;
    const furthest = box.scrollWidth - box.clientWidth;
    if (by === 1) moveTo(box.scrollLeft >= furthest - NEAR ? 0 : first() + 1);
    else moveTo(box.scrollLeft <= NEAR ? slides.length - 1 : Math.max(0, first() - 1));
  };
  const { playing, rotating, reduced, toggle, hold } = useRotation(region, () => step(1));

  const focus = (at: number): void => {
    const to = (at + slides.length) % slides.length;
    setCurrent(to);
    items()[to]?.querySelector('button')?.focus({ preventScroll: true });
    moveTo(Math.max(0, to - 1));
  };
  const keys = (event: KeyboardEvent): void => {
    const last = slides.length - 1;
    const to = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    focus(to);
  };

  return (
    <section
      ref={region}
      aria-labelledby={titleId}
      aria-roledescription="carousel"
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && hold('pointer', true)}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && hold('pointer', false)}
      onTouchStart={() => hold('touch', true)}
      onTouchEnd={() => hold('touch', false)}
      onTouchCancel={() => hold('touch', false)}
      onFocus={() => hold('focus', true)}
      onBlur={(event) => leaves(event) && hold('focus', false)}
    >
      <div className={styles.head}>
        <h2 id={titleId} className={kit.reel}>
          {title}
        </h2>
        <div className={styles.controls}>
          <button
            type="button"
            className={styles.round}
            aria-label={`${playing ? 'Pause' : 'Play'} ${title}`}
            onClick={toggle}
          >
            {playing ? <IconPlayerPause size={18} aria-hidden /> : <IconPlayerPlay size={18} aria-hidden />}
          </button>
          <button type="button" className={styles.round} aria-label={`Previous ${title}`} onClick={() => step(-1)}>
            <IconArrowLeft size={18} aria-hidden />
          </button>
          <button type="button" className={styles.round} aria-label={`Next ${title}`} onClick={() => step(1)}>
            <IconArrowRight size={18} aria-hidden />
          </button>
        </div>
      </div>
      <div ref={list} className={styles.slides} data-shape={shape} aria-live={rotating ? 'off' : 'polite'}>
        {slides.map(({ imdbId, title: name, year }, at) => (
          <div key={imdbId} className={styles.slide} {...slideOf(at, slides.length)}>
            <button
              type="button"
              tabIndex={at === current ? 0 : -1}
              onFocus={() => setCurrent(at)}
              onKeyDown={keys}
              onClick={() => onPress(imdbId)}
            >
              <span className={kit.hidden}>{pressLabel(name)}</span>
              <Poster
                imdbId={imdbId}
                title={name}
                year={year}
                shape={shape}
                width={190}
                sizes={SIZES}
                eager={eager && at < EAGER}
              />
            </button>
            <p className={styles.name}>
              <b>{name}</b> {year !== null && <span>{year}</span>}
            </p>
          </div>
        ))}
      </div>
    </section>
  );
};

/** The rail's place while its slides are on their way. */
export const PosterRailWaiting = ({ title, shape = 'poster' }: Pick<Props, 'title' | 'shape'>) => (
  <section aria-busy="true">
    <div className={styles.head}>
      <h2 className={kit.reel}>{title}</h2>
    </div>
    <div className={styles.slides} data-shape={shape} aria-hidden="true">
      {Array.from({ length: EAGER }, (_, at) => `slide ${at}`).map((key) => (
        <div key={key} className={styles.slide}>
          <PosterPlace shape={shape} />
          <p className={styles.name}>&nbsp;</p>
        </div>
      ))}
    </div>
  </section>
);
