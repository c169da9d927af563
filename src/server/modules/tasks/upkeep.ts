import { readCron } from '#server/kernel/cron/cron.ts';
import type { Executor } from '#server/platform/db/database.ts';
import type { TaskType, Upkeep } from '#server/platform/tasks/type.ts';
import type { Runs } from './run.service.ts';
import { readOpen } from './run.store.ts';
import { MOST_RETRIES, upkeepDue } from './task.rules.ts';
import { readTasks } from './task.store.ts';
import { readSince, readUpkeep } from './upkeep.store.ts';

interface UpkeepParts {
  readonly runs: Pick<Runs, 'order'>;
  readonly types: Iterable<TaskType>;
  readonly timeZone: string;
  readonly now: () => Date;
}

interface Kept extends Upkeep {
  readonly type: string;
  readonly next: (after: Date) => Date | null;
}

/** Asks for what the product has done by itself: see `upkeep` of a type. What is due follows from the runs there are. */
export const createUpkeep = ({ runs, types, timeZone, now }: UpkeepParts) => {
  const kept: Kept[] = [];
  for (const { name, upkeep } of types) {
    if (!upkeep) continue;
    const cron = readCron(upkeep.cron, timeZone);
    if (!('next' in cron)) throw new Error(`the upkeep of ${name} has no cron: ${cron.problem.reason}`);
    kept.push({ ...upkeep, type: name, next: cron.next });
  }

  const isDue = async (tx: Executor, taskIds: readonly number[], { arguments: args, next }: Kept): Promise<boolean> => {
    const since = await readSince(tx, taskIds);
    if (since === null) return false;
    const due = upkeepDue(await readUpkeep(tx, taskIds, { args, most: MOST_RETRIES + 1 }), since, next);
    return due !== null && due <= now();
  };

  /** Part of a change. Answers whether it has asked for any run. */
  const tick = async (tx: Executor): Promise<boolean> => {
    let asked = false;
    for (const one of kept) {
      const tasks = (await readTasks(tx)).filter(({ type }) => type === one.type);
      const open = (await readOpen(tx)).filter(({ type }) => type === one.type);
      // Whoever goes or is about to goes first; one that waits for its parent may do so for long.
      if (open.some(({ status }) => status !== 'WAITING')) continue;
      const task = tasks.find(({ id }) => !open.some(({ taskId }) => taskId === id));
      const ids = tasks.map(({ id }) => id);
      if (!task || !(await isDue(tx, ids, one))) continue;
      await runs.order(tx, task, { reason: 'PRODUCT', arguments: one.arguments });
      asked = true;
    }
    return asked;
  };

  return { tick };
};

export type UpkeepKeeper = ReturnType<typeof createUpkeep>;
