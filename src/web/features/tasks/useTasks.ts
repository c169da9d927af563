import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { tasks as taskList } from '#contracts/task.api.ts';
import type { Task } from '#contracts/task.ts';
import { taskUpdate } from '#contracts/topics.ts';
import { useLiveState, useTopic } from '#web/lib/live.ts';
import { askUnasked, useCall } from '#web/lib/query.ts';
import { overlaid, type Told } from './told.ts';

/** Milliseconds between two looks at the list while nothing is heard. */
const LOOK_MS = 10_000;
const NOTHING: Told = new Map();
const NO_CHANGES: ReadonlyMap<number, number> = new Map();

/** All tasks as they are at this moment. */
export const useTasks = () => {
  const queries = useQueryClient();
  const live = useLiveState();
  const look = live.state === 'Live' ? {} : { refetchInterval: LOOK_MS };
  const answer = useCall(taskList, { query: {} }, { staleTime: 0, ...look });
  const [told, setTold] = useState(NOTHING);
  const [changes, setChanges] = useState(NO_CHANGES);
  /** What was told since the connection was made. */
  const since = useRef(new Map<number, Task | null>());
  /** Tasks that this page is changing itself. */
  const own = useRef(new Set<number>());
  const tasks = overlaid(answer.data?.data, told);

  const put = (id: number, task: Task | null): void => {
    since.current.set(id, task);
    setTold((before) => new Map(before).set(id, task));
  };
  const hear = (id: number, task: Task | null): void => {
    const known = tasks.find(({ idTask }) => idTask === id);
    const isOther = task !== null && known !== undefined && task.version > known.version;
    if (isOther && !own.current.has(id)) setChanges((before) => new Map(before).set(id, (before.get(id) ?? 0) + 1));
    put(id, task);
  };
  useTopic(
    taskUpdate,
    (message) => ('removed' in message ? hear(message.idTask, null) : hear(message.idTask, message)),
    () => {
      // What was told before may be older than what is read now; what comes meanwhile is not.
      since.current = new Map();
      void askUnasked(queries, taskList).then(() => setTold(new Map(since.current)));
    },
  );

  return {
    answer,
    tasks,
    live,
    /** How often others have changed a task while it was looked at. */
    changesOf: ({ idTask }: Task): number => changes.get(idTask) ?? 0,
    /** What was told of a task: what it is, null where it is gone, undefined where nothing was. */
    told: (id: number): Task | null | undefined => told.get(id),
    /** Shows a task as it is now; null: it is gone. */
    put,
    /** Changes a task for whoever looks here; what is told of it meanwhile is nobody else's doing. */
    ownChange: async <T>({ idTask }: Task, change: () => Promise<T>): Promise<T> => {
      own.current.add(idTask);
      try {
        return await change();
      } finally {
        own.current.delete(idTask);
      }
    },
  };
};

export type TasksNow = ReturnType<typeof useTasks>;
