import { useRef } from 'react';
import { taskCancel, taskChange, taskDelete, taskExecute, taskFavorite } from '#contracts/task.api.ts';
import type { Task } from '#contracts/task.ts';
import { CallFailed, call } from '#web/lib/call.ts';
import { clearTrouble, tell } from '#web/lib/messages.ts';
import { tellOf } from '#web/lib/query.ts';
import { tasks as words } from '#web/words/tasks.ts';
import { changeOf, draftOf } from './task-draft.ts';
import type { TasksNow } from './useTasks.ts';

/** What is done to a task from its row. What becomes of it is told live; a refusal is said in the alert bar. */
export const useTaskDoing = ({ put, ownChange }: Pick<TasksNow, 'put' | 'ownChange'>) => {
  const underWay = useRef(new Set<number>());

  /** One thing after the other for each task, however fast somebody clicks. */
  const once = async (task: Task, change: () => Promise<void>): Promise<void> => {
    const { idTask } = task;
    if (underWay.current.has(idTask)) return;
    underWay.current.add(idTask);
    clearTrouble();
    await ownChange(task, change).catch(tellOf);
    underWay.current.delete(idTask);
  };

  /** Shows at once what is saved, and takes it back when it is refused. */
  const save = (task: Task, changes: Partial<Task>, send: () => Promise<{ readonly data: Task }>): Promise<void> =>
    once(task, async () => {
      put(task.idTask, { ...task, ...changes });
      try {
        put(task.idTask, (await send()).data);
      } catch (error) {
        const isMeanwhile = error instanceof CallFailed && error.reason === 'changed_meanwhile';
        put(task.idTask, isMeanwhile && error.present !== null ? (error.present as Task) : task);
        if (!isMeanwhile) throw error;
        tell(words.meanwhile(task.name), 'warning');
      }
    });

  return {
    execute: (task: Task) =>
      void once(task, async () => tellOf(await call(taskExecute, { params: { id: task.idTask }, body: {} }))),
    cancel: (task: Task) =>
      void once(task, async () => tellOf(await call(taskCancel, { params: { id: task.idTask } }))),
    toggleActive: (task: Task) => {
      const active = task.active === 1 ? 0 : 1;
      void save(task, { active }, () =>
        call(taskChange, { body: changeOf(task, { ...draftOf(task), active: active === 1 }) }),
      );
    },
    toggleFavorite: (task: Task) => {
      const favorite = task.favorite === 1 ? 0 : 1;
      void save(task, { favorite }, () => call(taskFavorite, { body: { idTask: task.idTask, favorite } }));
    },
    remove: (task: Task): Promise<void> =>
      once(task, async () => {
        tellOf(await call(taskDelete, { params: { id: task.idTask } }));
        put(task.idTask, null);
      }),
  };
};

export type TaskDoing = ReturnType<typeof useTaskDoing>;
