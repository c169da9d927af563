import { type RefObject, useEffect, useRef, useState } from 'react';
import { useReducedMotion } from './useReducedMotion.ts';

/** How long a slide stands, in ms. */
const INTERVAL_MS = 3000;

type Hold = 'pointer' | 'touch' | 'focus';

/**
 * Whether a carousel moves by itself, and does so: not when somebody has paused it, points at it or has the focus in it,
 * not in a hidden tab or off the screen. Under reduced motion it begins paused.
 */
export const useRotation = (box: RefObject<HTMLElement | null>, next: () => void) => {
  const reduced = useReducedMotion();
  const [asked, setAsked] = useState<boolean | null>(null);
  const [holds, setHolds] = useState<readonly Hold[]>([]);
  const [seen, setSeen] = useState(false);
  const [awake, setAwake] = useState(!document.hidden);
  const playing = asked ?? !reduced;
  const rotating = playing && holds.length === 0 && seen && awake;

  const step = useRef(next);
  step.current = next;
  useEffect(() => {
    if (!rotating) return;
    const timer = setInterval(() => step.current(), INTERVAL_MS);
    return () => clearInterval(timer);
  }, [rotating]);

  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new IntersectionObserver(([entry]) => setSeen(entry?.isIntersecting ?? false));
    observer.observe(element);
    const look = () => setAwake(!document.hidden);
    document.addEventListener('visibilitychange', look);
    return () => {
      observer.disconnect();
      document.removeEventListener('visibilitychange', look);
    };
  }, [box]);

  const hold = (why: Hold, on: boolean): void =>
    setHolds((before) => [...before.filter((one) => one !== why), ...(on ? [why] : [])]);
  return { playing, rotating, reduced, toggle: () => setAsked(!playing), hold };
};
