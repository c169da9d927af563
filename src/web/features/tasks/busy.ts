import type { Task } from '#contracts/task.ts';
import { stamp } from '#web/lib/dates.ts';
import { tasks } from '#web/words/tasks.ts';

const words = tasks.off;

type Standing = Pick<Task, 'status' | 'since'>;

const OPEN: readonly Task['status'][] = ['READY', 'WAITING', 'EXECUTING', 'CANCELLING'];

/** The time of day; with its day where that is another one. */
const sinceWhen = (iso: string, now: number): string => {
  const [day, hour] = stamp(iso).split(' ');
  return day === stamp(new Date(now).toISOString()).split(' ')[0] ? (hour ?? '') : stamp(iso);
};

/** Why a task can be neither executed, deleted nor saved now; undefined where it can. */
export const busyWith = ({ status, since }: Standing, now: number = Date.now()): string | undefined => {
  if (status === 'EXECUTING') return since === null ? words.runs : words.running(sinceWhen(since, now));
  if (status === 'READY') return since === null ? words.queue : words.queued(sinceWhen(since, now));
  return status === 'CANCELLING' ? words.cancelling : undefined;
};

/** Why it can be made neither active nor inactive. */
export const activeOff = ({ status }: Standing): string | undefined =>
  status === 'CANCELLING' ? words.cancelling : undefined;

/** Why there is nothing to cancel. */
export const cancelOff = ({ status }: Standing): string | undefined => {
  if (status === 'CANCELLING') return words.cancelling;
  return OPEN.includes(status) ? undefined : words.idle;
};

/** Something of it is queued or running. */
export const isOpen = ({ status }: Pick<Task, 'status'>): boolean => OPEN.includes(status);
