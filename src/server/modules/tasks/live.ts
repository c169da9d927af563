import { taskInProgress, taskProgress, taskUpdate } from '#contracts/topics.ts';
import type { Executor } from '#server/platform/db/database.ts';
import type { Log } from '#server/platform/log.ts';
import type { Hub } from '#server/platform/realtime/hub.ts';
import { createRepeated } from '#server/platform/repeated.ts';
import { readChange, showChanged } from './task.store.ts';
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
  let told: { readonly change: number; readonly ids: readonly number[] } | undefined;
  let telling: Promise<void> | undefined;
  let again = false;

  const tell = async (): Promise<void> => {
    const after = told;
    // Read first: what changes from here on is told with the next event.
    const present = await readChange(db);
    if (after && (hub.isHeard(taskUpdate) || hub.isHeard(taskProgress))) {
      const tasks = hub.isHeard(taskUpdate) ? await showChanged(db, after.change) : [];
      const runs = hub.isHeard(taskProgress) ? await showChangedRuns(db, after.change) : [];
      for (const task of tasks) hub.publish(taskUpdate, task);
      for (const run of runs) hub.publish(taskProgress, run);
      const left = new Set(present.ids);
      for (const idTask of after.ids) if (!left.has(idTask)) hub.publish(taskUpdate, { idTask, removed: true });
    }
    told = present;
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
