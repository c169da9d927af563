import { type Ref, useEffect, useState } from 'react';
import { bytes, waiting } from '#web/lib/numbers.ts';
import { CueDot } from '#web/ui/StatusBadge.tsx';
import { tryIt as words } from '#web/words/try-it.ts';
import { AnswerBody, scrolls, toneOf } from './AnswerBody.tsx';
import styles from './AnswerPanel.module.css';
import type { Answer } from './request.ts';
import { Spark } from './Spark.tsx';
import { Tabs } from './Tabs.tsx';
import { percentile, serverMs, shortMs } from './timing.ts';
import type { Run, RunState } from './useRun.ts';

const VIEWS = [words.body, words.headers] as const;
const SECOND_MS = 1000;

/** Whole seconds that are left of `seconds` from the moment `from` (of `performance.now()`). */
const useSecondsLeft = (seconds: number, from: number): number => {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil(seconds - Math.max(0, now - from) / SECOND_MS));
};

const TooMany = ({ seconds, from }: { readonly seconds: number; readonly from: number }) => {
  const left = useSecondsLeft(seconds, from);
  return <p className={styles.wait}>{left > 0 ? words.wait(waiting(left)) : words.ready}</p>;
};

const Headers = ({ headers }: Pick<Answer, 'headers'>) => (
  <dl className={styles.headers}>
    {headers.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

const Shown = ({ state, view }: { readonly state: RunState; readonly view: (typeof VIEWS)[number] }) => {
  if (state.kind === 'idle') return <p className={styles.idle}>{words.idle}</p>;
  if (state.kind === 'stopped') return <p className={styles.idle}>{words.stopped}</p>;
  if (state.kind === 'problem') return <p className={styles.problem}>{state.text}</p>;
  const { answer, at } = state;
  const wait =
    answer.status === 429 ? Number(answer.headers.find(([name]) => name === 'retry-after')?.[1]) : Number.NaN;
  return (
    <>
      {/* Two siblings with one key are not told apart, and the first would stay for ever. */}
      {Number.isFinite(wait) && <TooMany key={`wait ${at}`} seconds={wait} from={at} />}
      {view === words.headers ? (
        <Headers headers={answer.headers} />
      ) : (
        <AnswerBody key={`body ${at}`} body={answer.body} />
      )}
    </>
  );
};

const Figures = ({ answer }: { readonly answer: Answer }) => {
  const server = serverMs(answer.headers);
  return (
    <>
      <span className={styles.status} data-tone={toneOf(answer.status)}>
        <CueDot /> {answer.status}
      </span>{' '}
      <span className={styles.ms}>{shortMs(answer.ms)} ms</span>{' '}
      <span className={styles.split}>
        {server !== null && words.split(shortMs(server), shortMs(Math.max(0, answer.ms - server)))}
      </span>{' '}
      <span className={styles.bytes}>{bytes(answer.bytes)}</span>
    </>
  );
};

const Recent = ({ recent }: Pick<Run, 'recent'>) => {
  const [half, most] = [percentile(recent, 0.5), percentile(recent, 0.95)];
  if (half === null || most === null) return null;
  return (
    <>
      <span>{words.recent(recent.length, shortMs(half), shortMs(most))}</span>
      <Spark calls={recent} />
    </>
  );
};

interface Props {
  readonly answers: Run;
  readonly answerRef: Ref<HTMLElement> | undefined;
}

/** The last answer, what it took, and what the last calls took. Its height does not depend on what is in it. */
export const AnswerPanel = ({ answers: { state, slow, recent }, answerRef }: Props) => {
  const [view, setView] = useState<(typeof VIEWS)[number]>(words.body);
  return (
    <>
      <Tabs label={words.view} names={VIEWS} chosen={view} onChoose={setView}>
        {({ id, labelledBy }) => (
          <section
            ref={answerRef}
            id={id}
            role="tabpanel"
            aria-labelledby={labelledBy}
            aria-busy={slow}
            className={styles.answer}
            {...scrolls(view === words.body && state.kind === 'answer' && state.answer.body.kind === 'json')}
          >
            <Shown state={state} view={view} />
          </section>
        )}
      </Tabs>
      <div className={styles.foot}>
        <p className={styles.figures} role="status">
          {state.kind === 'answer' && <Figures answer={state.answer} />}
        </p>
        <p className={styles.recent}>
          <Recent recent={recent} />
        </p>
      </div>
    </>
  );
};
