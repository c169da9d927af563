import { startTransition, useEffect, useRef, useState } from 'react';
import { problemOf } from './AnswerBody.tsx';
import { type Answer, request } from './request.ts';
import { apiPath, idIn, tryPath, type Wanted } from './samples.ts';
import { REMEMBERED } from './timing.ts';

export type ConsoleState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'problem'; readonly text: string }
  /** `at`: when it came, in ms of `performance.now()`. */
  | { readonly kind: 'answer'; readonly answer: Answer; readonly at: number };

/** A call that takes longer than this, in ms, can be stopped; a quicker one would only make the button flicker. */
const SLOW_MS = 150;
/** What the console begins with when the catalogue has it among its best. */
export const FAVOURITE = 'tt0068646';
const FIRST_PARTS = ['genres'];

/** One state from which the console's samples, its request and its answer come. */
export const useConsole = (firstId: string, token: string | null) => {
  const [text, setText] = useState<string | null>(null);
  const [parts, setParts] = useState<readonly string[]>(FIRST_PARTS);
  const [usesToken, setUsesToken] = useState(true);
  const [bad, setBad] = useState(false);
  const [state, setState] = useState<ConsoleState>({ kind: 'idle' });
  const [slow, setSlow] = useState(false);
  const [recent, setRecent] = useState<readonly number[]>([]);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const typed = text ?? firstId;
  const wanted: Wanted = { imdbId: idIn(typed) ?? firstId, parts };

  const run = async (what: Wanted, own: boolean): Promise<void> => {
    running.current?.abort();
    const mine = new AbortController();
    running.current = mine;
    const timer = window.setTimeout(() => setSlow(true), SLOW_MS);
    const path = own && token !== null ? apiPath(what) : tryPath(what);
    const next = await request(window.location.origin + path, own ? token : null, mine.signal).then(
      (answer): ConsoleState => ({ kind: 'answer', answer, at: performance.now() }),
      (error: unknown): ConsoleState => ({ kind: 'problem', text: problemOf(error) }),
    );
    window.clearTimeout(timer);
    if (running.current !== mine || mine.signal.aborted) return;
    setSlow(false);
    // A tree of many lines is drawn in pieces.
    startTransition(() => {
      setState(next);
      if (next.kind === 'answer') setRecent((before) => [...before, next.answer.ms].slice(-REMEMBERED));
    });
  };

  return {
    typed,
    wanted,
    bad,
    state,
    slow,
    recent,
    usesToken,
    setUsesToken,
    type: (value: string): void => {
      setText(value);
      setBad(false);
    },
    toggle: (part: string): void =>
      setParts(parts.includes(part) ? parts.filter((one) => one !== part) : [...parts, part]),
    /** Sends what is set. False when no id is. */
    send: (): boolean => {
      const imdbId = idIn(typed);
      setBad(imdbId === null);
      if (imdbId === null) return false;
      void run({ imdbId, parts }, usesToken);
      return true;
    },
    /** Sends for another record. */
    sendFor: (imdbId: string): void => {
      setText(imdbId);
      setBad(false);
      void run({ imdbId, parts }, usesToken);
    },
    /** The example that the page begins with; it costs the reader's token nothing. */
    sendFirst: (): void => {
      if (text === null) void run({ imdbId: firstId, parts }, false);
    },
    stop: (): void => {
      running.current?.abort();
      setSlow(false);
      setState({ kind: 'stopped' });
    },
  };
};

export type ConsoleHandle = ReturnType<typeof useConsole>;
