import { useEffect, useRef, useState } from 'react';
import type { TaskProgress } from '#contracts/task.ts';
import { taskRuns, tasksInProgress } from '#contracts/task-run.api.ts';
import { taskInProgress, taskProgress } from '#contracts/topics.ts';
import { CallFailed, call } from '#web/lib/call.ts';
import { useLiveState, useTopic } from '#web/lib/live.ts';
import { useCall } from '#web/lib/query.ts';
import { store, stored } from '#web/lib/stored.ts';
import { clear, heard, isEnded, type LiveList, liveList, missing, ordered, without } from './live-list.ts';

/** Messages of so many milliseconds are drawn together. */
const DRAW_MS = 100;
/** While there is no connection the list is read instead. */
const READ_MS = 5_000;

/** What became of a run of which nobody tells any more; null: it is no longer there. Undefined: nobody can say. */
const outcomeOf = async (run: TaskProgress): Promise<TaskProgress | null | undefined> => {
  const input = { params: { id: run.idTask }, query: { regs: 50 } };
  try {
    const { data } = await call(taskRuns, input, { background: true });
    const row = data.find(({ idRun }) => idRun === run.idRun);
    if (row === undefined) return null;
    const { status, processed, total, ended } = row;
    const percentage = total ? Math.min(100, Math.floor((processed / total) * 100)) : run.percentage;
    return { ...run, status, processed, total, percentage, updated: ended ?? run.updated, waitsFor: null };
  } catch (error) {
    return error instanceof CallFailed && error.reason === 'task_unknown' ? null : undefined;
  }
};

/** The tasks in progress as they are told, and what was cleared of them. The topic says how things stand after each cut. */
export const useLiveList = () => {
  const [list, setList] = useState(() => liveList(stored().clearedRuns));
  const latest = useRef(list);
  const waiting = useRef(new Map<number, TaskProgress>());
  const timer = useRef<number>(undefined);
  const { state } = useLiveState();

  const put = (next: LiveList): void => {
    latest.current = next;
    setList(next);
  };
  const take = (runs: readonly TaskProgress[]): void => put(heard(latest.current, runs, Date.now()));
  const flush = (): void => {
    window.clearTimeout(timer.current);
    timer.current = undefined;
    const runs = [...waiting.current.values()];
    waiting.current.clear();
    if (runs.length > 0) take(runs);
  };
  useEffect(() => () => window.clearTimeout(timer.current), []);

  /** How everything stands. What was going and is not told of has ended while nobody listened. */
  const stand = (all: readonly TaskProgress[]): void => {
    flush();
    take(all);
    for (const run of missing(latest.current, all))
      void outcomeOf(run).then((outcome) => {
        if (outcome === null) put(without(latest.current, run.idTask));
        else if (outcome && isEnded(outcome)) take([outcome]);
      });
  };

  const answer = useCall(tasksInProgress, undefined, {
    staleTime: 0,
    gcTime: 0,
    refetchInterval: state !== 'Live' && READ_MS,
  });
  useEffect(() => {
    if (answer.data) stand(answer.data.data);
  }, [answer.dataUpdatedAt]);
  useTopic(taskInProgress, stand);
  useTopic(taskProgress, (run) => {
    waiting.current.set(run.idTask, run);
    timer.current ??= window.setTimeout(flush, DRAW_MS);
  });

  return {
    items: ordered(list),
    /** What is known before anything has been heard. */
    answer,
    /** Takes away all that has ended. */
    clear: (): void => {
      flush();
      const next = clear(latest.current);
      put(next);
      store({ clearedRuns: JSON.stringify(next.cleared) });
    },
  };
};
