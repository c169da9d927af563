import { Button } from '@mantine/core';
import { type KeyboardEvent, type Ref, useEffect, useId, useRef } from 'react';
import { mask } from '#web/ui/cut.ts';
import kit from '#web/ui/kit.module.css';
import { landing } from '#web/words/landing.ts';
import { AnswerPanel } from './AnswerPanel.tsx';
import styles from './Console.module.css';
import { SamplePanel } from './SamplePanel.tsx';
import { partsOf } from './samples.ts';
import type { ConsoleHandle } from './useConsole.ts';

const words = landing.console;

interface Props {
  readonly handle: ConsoleHandle;
  /** The reader's own API token, where there is one. */
  readonly token: string | null;
  /** The first example can be asked for. */
  readonly ready: boolean;
  /** Takes the focus when something outside the console has sent a call. */
  readonly answerRef: Ref<HTMLElement>;
}

/** The first example comes at the latest after this many milliseconds of a page that has no rest. */
const REST_MS = 2_000;

/** Calls back once the page has nothing else to do. Not every browser tells of that. */
const whenIdle = (act: () => void): void => {
  if ('requestIdleCallback' in window) window.requestIdleCallback(act, { timeout: REST_MS });
  else setTimeout(act);
};

/** Calls back once, when the element has been seen, it is `ready` and the page has time. */
const useFirstSight = (ready: boolean, onSeen: () => void) => {
  const box = useRef<HTMLElement>(null);
  const seen = useRef(onSeen);
  seen.current = onSeen;
  const done = useRef(false);
  useEffect(() => {
    if (!ready || done.current || box.current === null) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting || done.current) return;
      done.current = true;
      observer.disconnect();
      whenIdle(() => seen.current());
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [ready]);
  return box;
};

/** The working console: samples, request and answer of one call. */
export const Console = ({ handle, token, ready, answerRef }: Props) => {
  const { typed, wanted, bad, slow, usesToken } = handle;
  const box = useFirstSight(ready, handle.sendFirst);
  const field = useRef<HTMLInputElement>(null);
  const problemId = useId();

  const send = (): void => {
    if (!handle.send()) field.current?.focus();
  };
  const keys = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send();
  };
  return (
    <section
      ref={box}
      data-island="dark"
      className={`${kit.code} ${styles.console}`}
      aria-label={words.name}
      onKeyDown={keys}
    >
      <SamplePanel wanted={wanted} token={token} />
      <form
        className={styles.request}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (slow) handle.stop();
          else send();
        }}
      >
        <span className={styles.verb}>GET</span>
        <span className={styles.path}>/api/v1/{wanted.imdbId.startsWith('nm') ? 'name' : 'movie'}/</span>
        <input
          ref={field}
          className={styles.id}
          value={typed}
          onChange={({ currentTarget: { value } }) => handle.type(value)}
          aria-label={words.id}
          aria-invalid={bad}
          aria-describedby={bad ? problemId : undefined}
          autoCapitalize="none"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={200}
        />
        <Button type="submit" className={styles.send ?? ''} title={words.keys} aria-keyshortcuts="Control+Enter">
          {slow ? words.stop : words.send}
        </Button>
      </form>
      <fieldset className={styles.parts}>
        <legend className={kit.hidden}>{words.parts}</legend>
        {bad ? (
          <p id={problemId} className={styles.problem} role="alert">
            {words.badId}
          </p>
        ) : (
          partsOf(wanted.imdbId).map((part) => (
            <label key={part} className={styles.part}>
              <input type="checkbox" checked={wanted.parts.includes(part)} onChange={() => handle.toggle(part)} />
              {part}
            </label>
          ))
        )}
        {token !== null && !bad && (
          <label className={styles.part}>
            <input
              type="checkbox"
              checked={usesToken}
              onChange={({ currentTarget: { checked } }) => handle.setUsesToken(checked)}
            />
            {words.ownToken} {mask(token)}
          </label>
        )}
      </fieldset>
      <AnswerPanel handle={handle} answerRef={answerRef} />
    </section>
  );
};
