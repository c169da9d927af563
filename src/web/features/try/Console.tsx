import { type Ref, useEffect, useRef } from 'react';
import { mask } from '#web/ui/cut.ts';
import kit from '#web/ui/kit.module.css';
import { tryIt as words } from '#web/words/try-it.ts';
import { CallFrame } from './CallFrame.tsx';
import styles from './Console.module.css';
import { SamplePanel } from './SamplePanel.tsx';
import { partsOf, readyCall } from './samples.ts';
import type { ConsoleHandle } from './useConsole.ts';
import type { Suggestions } from './useSuggested.ts';

interface Props {
  readonly handle: ConsoleHandle;
  /** The reader's own API token, where there is one. */
  readonly token: string | null;
  /** What the field suggests; nothing where the page is only being built. */
  readonly suggestions?: Suggestions;
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

/** The origin of this page; none where the page is only being built. */
const origin = typeof window === 'undefined' ? '' : window.location.origin;

/** The first page's console: a record by its id, with the parts that are chosen. */
export const Console = ({ handle, token, suggestions, ready, answerRef }: Props) => {
  const { typed, wanted, bad, usesToken } = handle;
  const box = useFirstSight(ready, handle.sendFirst);
  return (
    <CallFrame
      label={words.name}
      boxRef={box}
      answerRef={answerRef}
      sample={<SamplePanel call={readyCall(wanted, origin)} token={token} />}
      prefix={`/api/v1/${wanted.imdbId.startsWith('nm') ? 'name' : 'movie'}/`}
      field={{ label: words.id, value: typed, maxLength: 200 }}
      onType={handle.type}
      suggesting={suggestions && { suggestions, onChoose: handle.sendFor }}
      problem={bad ? words.badId : null}
      onSend={handle.send}
      answers={handle.answers}
      choices={
        <fieldset className={styles.parts}>
          <legend className={kit.hidden}>{words.parts}</legend>
          {partsOf(wanted.imdbId).map((part) => (
            <label key={part} className={styles.part}>
              <input type="checkbox" checked={wanted.parts.includes(part)} onChange={() => handle.toggle(part)} />
              {part}
            </label>
          ))}
          {token !== null && (
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
      }
    />
  );
};
