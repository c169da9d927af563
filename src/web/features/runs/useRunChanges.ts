import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { taskRuns } from '#contracts/task-run.api.ts';
import { taskProgress } from '#contracts/topics.ts';
import { useTopic } from '#web/lib/live.ts';
import { askUnasked } from '#web/lib/query.ts';

/** Between two readings while a run only counts on. */
const PAUSE_MS = 5_000;

/** Reads the runs of a task anew when one of them begins, ends or has gone on for a while. True once it has. */
export const useRunChanges = (idTask: number): boolean => {
  const queries = useQueryClient();
  const last = useRef({ state: '', at: 0 });
  const read = (): void => {
    last.current = { ...last.current, at: Date.now() };
    void askUnasked(queries, taskRuns);
  };
  useTopic(
    taskProgress,
    (run) => {
      if (run.idTask !== idTask) return;
      const state = `${run.idRun} ${run.status}`;
      if (state === last.current.state && Date.now() - last.current.at < PAUSE_MS) return;
      last.current.state = state;
      read();
    },
    read,
  );
  return last.current.at > 0;
};
