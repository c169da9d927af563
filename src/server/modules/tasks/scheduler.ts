import { type CronBounds, readCron } from '#server/kernel/cron/cron.ts';
import type { Executor } from '#server/platform/db/database.ts';
import type { Runs } from './run.service.ts';
import { dueSlots } from './task.rules.ts';
import { type Definition, readDue, readTasks, updateNext } from './task.store.ts';

/** Ms for which a slot may be late and still begins: a restart takes less. */
export const GRACE = 30_000;

export const boundsOf = (
  task: Pick<Definition, 'startupDate' | 'shutdownDate' | 'startupTime' | 'shutdownTime'>,
): CronBounds => ({
  startupDate: task.startupDate,
  shutdownDate: task.shutdownDate,
  startupTime: task.startupTime,
  shutdownTime: task.shutdownTime,
});

interface SchedulerParts {
  readonly runs: Pick<Runs, 'askInTurn'>;
  readonly timeZone: string;
  readonly now: () => Date;
}

/** When tasks are due. Everything here is part of a change. */
export const createScheduler = ({ runs, timeZone, now }: SchedulerParts) => {
  const nextOf =
    (task: Definition) =>
    (after: Date): Date | null => {
      const cron = task.cron === '' ? null : readCron(task.cron, timeZone, boundsOf(task));
      return cron && 'next' in cron ? cron.next(after) : null;
    };

  /** When a task is due next; null while it is not active. */
  const planned = (task: Definition, at = now()): Date | null => (task.active ? nextOf(task)(at) : null);

  /** Whether it is due at the slot after those that a node whose clock is a little ahead of this one's may have had already. */
  const isInTurn = (task: Definition, nextAt: Date, at: Date): boolean => {
    const next = nextOf(task);
    const beyond = next(new Date(at.getTime() + GRACE));
    return next(new Date(nextAt.getTime() - 1))?.getTime() === nextAt.getTime() && beyond !== null && nextAt <= beyond;
  };

  return {
    planned,
    /** Asks for the runs of all slots that have come. Answers how many slots have passed without one; null: none has come. */
    tick: async (tx: Executor): Promise<number | null> => {
      let passed = 0;
      const at = now();
      const due = await readDue(tx, at);
      if (due.length === 0) return null;
      for (const task of due) {
        const { slot, missed, next } = dueSlots(task.nextAt, at, GRACE, nextOf(task));
        await updateNext(tx, task.id, next, missed);
        if (slot) await runs.askInTurn(tx, { ...task, nextAt: next }, { reason: 'CRON', slot });
        passed += missed;
      }
      return passed;
    },
    /** Plans anew what lies ahead, since the time zone may be another than before. Answers whether anything is. */
    replan: async (tx: Executor): Promise<boolean> => {
      const at = now();
      let replanned = false;
      for (const task of await readTasks(tx)) {
        const isAhead = task.nextAt === null || task.nextAt > at;
        // Of one moment: a slot that comes in between would be passed over.
        const next = planned(task, at);
        if (!isAhead || next?.getTime() === task.nextAt?.getTime()) continue;
        if (next && task.nextAt && next < task.nextAt && isInTurn(task, task.nextAt, at)) continue;
        await updateNext(tx, task.id, next, 0);
        replanned = true;
      }
      return replanned;
    },
  };
};

export type Scheduler = ReturnType<typeof createScheduler>;
