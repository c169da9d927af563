import type { TaskStatus } from '#contracts/task-types.ts';
import { failure } from '#server/kernel/failure.ts';

/** A run that is queued or going. */
export interface OpenRun {
  readonly id: number;
  readonly taskId: number;
  readonly type: string;
  readonly status: TaskStatus;
}

/** Whose turn it is. */
export interface Turn {
  /** Null: not asked for yet. */
  readonly runId: number | null;
  readonly taskId: number;
  readonly type: string;
  readonly parent: { readonly id: number; readonly name: string; readonly lastRun: TaskStatus | null } | null;
  /** An administrator's order, which a parent that has failed does not hold up. */
  readonly ordered: boolean;
}

const isQueuedOrGoing = ({ status }: OpenRun): boolean => status !== 'WAITING';

/** Refuses with `task_busy` what cannot be done while a run of the task is queued or going. */
export const refuseBusy = (open: OpenRun | undefined): void => {
  if (!open || !isQueuedOrGoing(open)) return;
  throw failure(
    'task_busy',
    open.status === 'CANCELLING' ? 'The task is being cancelled already: wait for its end.' : undefined,
  );
};

/**
 * What a run waits for, for people; null: it may begin. A parent that is queued or going, or whose last run has failed; another
 * run of its type that is queued or going. Of runs that wait for the same, the first to have been asked for is next.
 */
export const waitsFor = ({ runId, taskId, type, parent, ordered }: Turn, open: readonly OpenRun[]): string | null => {
  if (parent && open.some((run) => run.taskId === parent.id)) return `${parent.name} is still going`;
  if (parent && !ordered && (parent.lastRun === 'ERROR' || parent.lastRun === 'CANCELLED'))
    return `the last run of ${parent.name} ${parent.lastRun === 'ERROR' ? 'ended in an error' : 'was cancelled'}; this waits until it has run again without an error`;
  const others = open.filter((run) => run.taskId !== taskId && run.type === type && run.id !== runId);
  return others.some(isQueuedOrGoing) ? `another run of ${type} is still going` : null;
};

/** Whether a task would come after itself; `parents` holds each task's parent. */
export const isCycle = (
  id: number | null,
  parentId: number | null,
  parents: ReadonlyMap<number, number | null>,
): boolean => {
  const seen = new Set<number>();
  for (let at = parentId; at !== null && !seen.has(at); at = parents.get(at) ?? null) {
    if (at === id) return true;
    seen.add(at);
  }
  return false;
};

/** A run that has ended. */
export interface EndedRun {
  readonly status: TaskStatus;
  readonly endedAt: Date;
}

/** Ms after which work that has failed is tried again; twice and four times as long after that. */
const AGAIN = 60_000;
export const MOST_RETRIES = 3;

/**
 * When upkeep is due. `runs`: its last ones, the newest first, as many as it may have in a slot. Where one has failed that
 * is soon, and a slot later once it has been tried often enough. Without any, in the first slot after `since`.
 */
export const upkeepDue = (
  runs: readonly EndedRun[],
  since: Date,
  nextAfter: (moment: Date) => Date | null,
): Date | null => {
  const [last] = runs;
  const slot = nextAfter(last?.endedAt ?? since);
  if (last?.status !== 'ERROR') return slot;
  const tries = runs.filter(({ endedAt }) => nextAfter(endedAt)?.getTime() === slot?.getTime()).length;
  if (tries > MOST_RETRIES) return slot;
  const again = new Date(last.endedAt.getTime() + AGAIN * 2 ** (tries - 1));
  return slot && slot < again ? slot : again;
};

/** Slots that are looked at one by one; a schedule that slept for longer is counted up to here. */
const MOST_SLOTS = 10_000;

/** What has become due. */
export interface Due {
  /** The newest slot, where it is not too late to begin it; else null. */
  readonly slot: Date | null;
  readonly missed: number;
  readonly next: Date | null;
}

/**
 * The slots from `due` up to now: the newest begins when it is no older than `grace` ms, the others were missed. A node that
 * comes back after a day thus begins one run and not a thousand.
 */
export const dueSlots = (due: Date, now: Date, grace: number, nextAfter: (moment: Date) => Date | null): Due => {
  let newest = due;
  let slots = 1;
  let next = nextAfter(due);
  while (next && next <= now && slots < MOST_SLOTS) {
    newest = next;
    slots += 1;
    next = nextAfter(next);
  }
  if (next && next <= now) next = nextAfter(now);
  const isInTime = now.getTime() - newest.getTime() <= grace;
  return { slot: isInTime ? newest : null, missed: isInTime ? slots - 1 : slots, next };
};
