import { Button } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { ms } from '#web/lib/numbers.ts';
import kit from '#web/ui/kit.module.css';
import { CueDot } from '#web/ui/StatusBadge.tsx';
import { account } from '#web/words/account.ts';
import { AnswerBody, problemOf, scrolls, toneOf } from './AnswerBody.tsx';
import { type Answer, addressOf, request, tellingOf } from './request.ts';
import styles from './TryIt.module.css';

const words = account.tryIt;

interface Props {
  /** What the field holds at first, such as `/api/v1/movie/tt0068646`. */
  readonly path: string;
  /** The API token that goes along; null calls without one. */
  readonly token: string | null;
  /** Nothing can be sent yet. */
  readonly waiting?: boolean;
  /** After every answer, whatever it was. */
  readonly onAnswered?: () => void;
  /** Above the request: a sample of the call that is set; where the path is none, of the last one that was. */
  readonly sample: (address: string) => ReactNode;
}

type Shown = { readonly answer: Answer } | { readonly problem: string } | null;

/** A console: one GET call of the API, and its answer with what it took. */
export const TryIt = ({ path: first, token, waiting = false, onAnswered, sample }: Props) => {
  const [path, setPath] = useState(first);
  const [called, setCalled] = useState(window.location.origin + first);
  const [bad, setBad] = useState(false);
  const [busy, setBusy] = useState(false);
  const [shown, setShown] = useState<Shown>(null);
  const stop = useRef<AbortController>(null);
  const field = useRef<HTMLInputElement>(null);
  const problemId = useId();
  useEffect(() => () => stop.current?.abort(), []);

  const type = (value: string): void => {
    setPath(value);
    const address = addressOf(value, window.location.origin);
    if (address !== null) setCalled(address);
  };
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy || waiting) return;
    const address = addressOf(path, window.location.origin);
    setBad(address === null);
    if (address === null) {
      field.current?.focus();
      return;
    }
    const mine = new AbortController();
    stop.current = mine;
    setBusy(true);
    const next = await request(address, token, mine.signal).then(
      (answer): Shown => ({ answer }),
      (error: unknown): Shown => ({ problem: problemOf(error) }),
    );
    if (mine.signal.aborted) return;
    setShown(next);
    setBusy(false);
    onAnswered?.();
  };

  const answer = shown !== null && 'answer' in shown ? shown.answer : null;
  const telling = tellingOf(answer?.headers ?? []);
  return (
    <section data-island="dark" className={`${kit.code} ${styles.console}`} aria-label={words.console}>
      {sample(called)}
      <form className={styles.request} onSubmit={send} noValidate>
        <span className={styles.verb}>GET</span>
        <input
          ref={field}
          className={styles.path}
          value={path}
          onChange={({ currentTarget: { value } }) => type(value)}
          aria-label={words.path}
          aria-invalid={bad}
          aria-describedby={bad ? problemId : undefined}
          autoCapitalize="none"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={2000}
        />
        <Button type="submit" disabled={waiting} aria-busy={busy}>
          {words.send}
        </Button>
      </form>
      {bad && (
        <p id={problemId} className={styles.problem} role="alert">
          {words.badPath}
        </p>
      )}
      <p className={styles.figures} role="status" aria-busy={busy}>
        {answer && (
          <>
            <span className={styles.status} data-tone={toneOf(answer.status)}>
              <CueDot /> {answer.status}
            </span>
            <span>{ms(answer.ms)}</span>
          </>
        )}
        {shown === null && <span className={styles.idle}>{words.idle}</span>}
        {shown !== null && 'problem' in shown && <span className={styles.problemText}>{shown.problem}</span>}
      </p>
      {telling.length > 0 && (
        <dl className={styles.headers} aria-label={words.headers}>
          {telling.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {answer && (
        <section
          className={styles.body}
          data-busy={busy}
          aria-label={words.answer}
          {...scrolls(answer.body.kind === 'json')}
        >
          <AnswerBody body={answer.body} />
        </section>
      )}
    </section>
  );
};
