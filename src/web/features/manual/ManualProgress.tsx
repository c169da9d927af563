import { useEffect, useRef } from 'react';
import type { Reply } from '#contracts/endpoint.ts';
import { manualProgress } from '#contracts/manual.api.ts';
import { count } from '#web/lib/numbers.ts';
import { useCall } from '#web/lib/query.ts';
import { TaskProgress } from '#web/ui/TaskProgress.tsx';
import { manual as words } from '#web/words/manual.ts';
import styles from './manual.module.css';

type Progress = Reply<typeof manualProgress>;

/** While rows are processed, and while nothing is: somebody else may begin. */
const LIVE_MS = 1_000;
const IDLE_MS = 10_000;

/** How far the rows are that are processed; `onStep` is called when there is something new in the list. */
export const useProgress = (onStep: () => void): Progress | undefined => {
  const { data } = useCall(manualProgress, undefined, {
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.data.running ? LIVE_MS : IDLE_MS),
  });
  const progress = data?.data;
  const text = progress && JSON.stringify(progress);
  const before = useRef(text);
  useEffect(() => {
    if (before.current !== undefined && before.current !== text) onStep();
    before.current = text;
  }, [text]);
  return progress;
};

/** How far the rows are; what came of them stays until the page is left. */
export const ManualProgress = ({ progress }: { readonly progress: Progress | undefined }) => {
  const seen = useRef(false);
  if (progress?.running) seen.current = true;
  if (progress === undefined || !seen.current) return null;
  const { running, processed, total, ok, failed } = progress;
  const names = words.progress;
  return (
    <section className={styles.progress} aria-label={names.label} data-part="progress">
      {running && <TaskProgress label={names.label} status="EXECUTING" processed={processed} total={total} />}
      <p role="status">
        {!running && `${names.done} `}
        {names.of(count(processed), count(total))}, {names.outcome(count(ok), count(failed))}
      </p>
    </section>
  );
};
