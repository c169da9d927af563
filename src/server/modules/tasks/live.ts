import type { Task } from '#contracts/task.ts';
import { taskInProgress, taskProgress, taskUpdate } from '#contracts/topics.ts';
import type { Executor } from '#server/platform/db/database.ts';
import type { Log } from '#server/platform/log.ts';
import type { Hub } from '#server/platform/realtime/hub.ts';
import { createRepeated } from '#server/platform/repeated.ts';
import { showNews } from './task.store.ts';
import { showChangedRuns, showLive } from './view.store.ts';

interface LiveParts {
  readonly db: Executor;
  readonly hub: Hub;
  readonly now: () => Date;
  readonly log: Log;
}

/**
 * Tells those who listen at this node what has changed. The table is the truth: after each event whatever is newer than what was
 * told last is read, so that nothing is lost when events come together, and a node hears of the others' runs.
 */
export const createLive = ({ db, hub, now, log }: LiveParts) => {
  const failures = createRepeated(log, {
    failing: 'what tasks do could not be told live',
    again: 'what tasks do is told live again',
  });
  let told: { readonly change: number; readonly tasks: ReadonlyMap<number, Task> } | undefined;
  let telling: Promise<void> | undefined;
  let again = false;

  const tell = async (): Promise<void> => {
    const after = told;
    // Also while nobody hears it: of a task that is gone nothing can be read any more.
    const { change, ids, changed } = await showNews(db, after?.change ?? 0);
    const left = new Set(ids);
    const known = [...(after?.tasks.values() ?? []), ...changed];
    if (after && (hub.isHeard(taskUpdate) || hub.isHeard(taskProgress))) {
      const runs = hub.isHeard(taskProgress) ? await showChangedRuns(db, after.change) : [];
      for (const task of changed) hub.publish(taskUpdate, task);
      for (const run of runs) hub.publish(taskProgress, run);
      for (const [id, task] of after.tasks) if (!left.has(id)) hub.publish(taskUpdate, { ...task, removed: true });
    }
    told = { change, tasks: new Map(known.flatMap((task) => (left.has(task.idTask) ? [[task.idTask, task]] : []))) };
  };

  const round = async (): Promise<void> => {
    do {
      again = false;
      try {
        await tell();
        failures.done();
      } catch (err) {
        failures.failed({ err });
      }
    } while (again);
  };

  hub.onRequest(taskInProgress, () => showLive(db, now()));

  return {
    /** Something has changed. */
    changed: (): void => {
      again = true;
      telling ??= round().finally(() => {
        telling = undefined;
      });
    },
    idle: async (): Promise<void> => telling,
  };
};
