import type { Notify } from '#server/modules/notifications/notification.service.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Logs } from '#server/platform/log.ts';
import type { Hub } from '#server/platform/realtime/hub.ts';
import type { TaskType } from '#server/platform/tasks/type.ts';
import { createExecutor } from './executor.ts';
import { createHistory } from './history.service.ts';
import { createLive } from './live.ts';
import { createNode, type NodeTimes } from './node.ts';
import { createRuns } from './run.service.ts';
import { createScheduler } from './scheduler.ts';
import { createTasks } from './task.service.ts';
import { createUpkeep } from './upkeep.ts';

export interface EngineParts {
  readonly db: Pick<Database, 'query' | 'transaction' | 'connection'>;
  readonly types: readonly TaskType[];
  readonly notify: Notify;
  readonly callsOf: (accounts: readonly number[]) => Promise<ReadonlyMap<number, string>>;
  readonly timeZone: string;
  readonly now: () => Date;
  readonly logs: Logs;
  readonly times?: NodeTimes;
  readonly onEnded?: (type: string, status: string, ms: number) => void;
}

/** Scheduled tasks: what is kept of them, when they are due, and their execution. */
export const createEngine = ({ db, types: all, notify, callsOf, timeZone, now, logs, times, onEnded }: EngineParts) => {
  const types = new Map(all.map((type) => [type.name as string, type]));
  const log = logs({ module: 'tasks', category: 'cron' });
  // Asked for now, so that their packages are known before they run.
  const logOf = new Map(
    all.map(({ name, category }) => [name, logs({ module: `tasks.${name.toLowerCase()}`, category })] as const),
  );
  const runs = createRuns({ db, notify, now });
  const scheduler = createScheduler({ runs, timeZone, now });
  const upkeep = createUpkeep({ runs, types: all, timeZone, now });
  const tasks = createTasks({ db, runs, scheduler, types, timeZone, now });
  const execute = createExecutor({
    runs,
    types,
    logs: ({ name }) => logOf.get(name) ?? log,
    now,
    onEnded,
  });
  const prepare = async (): Promise<void> => {
    await tasks.ensureFirst();
    await runs.change(scheduler.replan);
  };
  const node = (scheduled: boolean, only?: number) =>
    createNode({
      ...{ db, runs, upkeep, execute, now, log },
      scheduler: scheduled ? scheduler : null,
      prepare: scheduled ? prepare : async () => {},
      ...(only !== undefined && { only }),
      ...(times && { times }),
    });
  return {
    tasks,
    types,
    history: createHistory({ db, callsOf, now }),
    /** A node that asks for runs when they are due, and executes what is READY. */
    createNode: () => node(true),
    /** A node that executes one run and no other. */
    createNodeFor: (runId: number) => node(false, runId),
    /** Tells live what changes, at this node. */
    createLive: (hub: Hub) => createLive({ db, hub, now, log }),
  };
};

export type Engine = ReturnType<typeof createEngine>;
