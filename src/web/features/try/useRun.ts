import { startTransition, useEffect, useRef, useState } from 'react';
import { problemOf } from './AnswerBody.tsx';
import { type Answer, request } from './request.ts';
import { REMEMBERED } from './timing.ts';

export type RunState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'problem'; readonly text: string }
  /** `at`: when it came, in ms of `performance.now()`. */
  | { readonly kind: 'answer'; readonly answer: Answer; readonly at: number };

/** A call that takes longer than this, in ms, can be stopped; a quicker one would only make the button flicker. */
const SLOW_MS = 150;

/** One call at a time, what came of the last one, and how long the last ones took. */
export const useRun = (onAnswered?: () => void) => {
  const [state, setState] = useState<RunState>({ kind: 'idle' });
  const [slow, setSlow] = useState(false);
  const [recent, setRecent] = useState<readonly number[]>([]);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  /** Calls the address, in place of what is still under way. */
  const run = async (address: string, token: string | null): Promise<void> => {
    running.current?.abort();
    const mine = new AbortController();
    running.current = mine;
    const timer = window.setTimeout(() => setSlow(true), SLOW_MS);
    const next = await request(address, token, mine.signal).then(
      (answer): RunState => ({ kind: 'answer', answer, at: performance.now() }),
      (error: unknown): RunState => ({ kind: 'problem', text: problemOf(error) }),
    );
    window.clearTimeout(timer);
    if (running.current !== mine || mine.signal.aborted) return;
    setSlow(false);
    // A tree of many lines is drawn in pieces.
    startTransition(() => {
      setState(next);
      if (next.kind === 'answer') setRecent((before) => [...before, next.answer.ms].slice(-REMEMBERED));
    });
    onAnswered?.();
  };
  const stop = (): void => {
    running.current?.abort();
    setSlow(false);
    setState({ kind: 'stopped' });
  };
  return { state, slow, recent, run, stop };
};

export type Run = ReturnType<typeof useRun>;
