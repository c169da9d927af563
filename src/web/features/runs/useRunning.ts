import { useRef, useState } from 'react';
import { taskInProgress, taskUpdate } from '#contracts/topics.ts';
import { useTopic } from '#web/lib/live.ts';
import { afterAll, afterOne, NONE_RUNNING, type Running } from './running.ts';

/** How many tasks are running, as it is told. */
export const useRunning = (): number => {
  const latest = useRef(NONE_RUNNING);
  const [running, setRunning] = useState(0);
  const put = (next: Running): void => {
    latest.current = next;
    setRunning(next.tasks.size);
  };
  useTopic(taskInProgress, (all) => put(afterAll(latest.current, all)));
  useTopic(taskUpdate, (news) => put(afterOne(latest.current, news)));
  return running;
};
