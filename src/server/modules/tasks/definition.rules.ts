import type { Detail } from '#contracts/envelope.ts';
import { CRON_MAX } from '#contracts/task.api.ts';
import { CLEARED_STATUSES, type TaskStatus } from '#contracts/task-types.ts';
import type { CronBounds } from '#server/kernel/cron/cron.ts';
import type { Definition } from './task.store.ts';

/** A task as a client sends it. */
export interface Sent {
  readonly name: string;
  readonly task: string;
  readonly cron?: string | null;
  readonly arguments?: string | null;
  readonly cronStartupDate?: string | null;
  readonly cronShutdownDate?: string | null;
  readonly cronStartupTime?: string | null;
  readonly cronShutdownTime?: string | null;
  readonly active?: number;
  readonly favorite?: number;
}

/** Null and the empty text are the same. */
const orNull = (text: string | null | undefined): string | null => (text ? text : null);
/** HH:mm:ss. */
const timeOf = (text: string | null | undefined): string | null => {
  const time = orNull(text);
  return time?.length === 5 ? `${time}:00` : time;
};

/** Days and times within which a cron fires, as a client sends them. */
type SentBounds = Pick<Sent, 'cronStartupDate' | 'cronShutdownDate' | 'cronStartupTime' | 'cronShutdownTime'>;

export const boundsSent = (sent: SentBounds): CronBounds => ({
  startupDate: orNull(sent.cronStartupDate),
  shutdownDate: orNull(sent.cronShutdownDate),
  startupTime: timeOf(sent.cronStartupTime),
  shutdownTime: timeOf(sent.cronShutdownTime),
});

/** What a client has sent, in the form in which it is kept. */
export const definitionOf = (sent: Sent, parentId: number | null): Definition => ({
  name: sent.name.trim(),
  type: sent.task,
  parentId,
  cron: (sent.cron ?? '').trim().replaceAll(/\s+/g, ' '),
  arguments: (sent.arguments ?? '').trim(),
  ...boundsSent(sent),
  active: sent.active === 1,
  favorite: sent.favorite === 1,
});

const isDay = (text: string): boolean => {
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
};

/** What is no day of the calendar. */
export const dayProblems = ({ startupDate, shutdownDate }: CronBounds): readonly Detail[] =>
  (
    [
      ['cronStartupDate', startupDate],
      ['cronShutdownDate', shutdownDate],
    ] as const
  )
    .filter(([, day]) => day !== null && !isDay(day))
    .map(([field]) => ({ field, message: 'is a day, such as 2026-05-17' }));

/** What is wrong with a task on the face of it. */
export const problemsOf = (task: Definition): readonly Detail[] => {
  const problems: Detail[] = [];
  if (task.name === '') problems.push({ field: 'name', message: 'is required' });
  if (task.cron.length > CRON_MAX)
    problems.push({ field: 'cron', message: `must have at most ${CRON_MAX} characters` });
  problems.push(...dayProblems(task));
  if (
    problems.length === 0 &&
    task.startupDate !== null &&
    task.shutdownDate !== null &&
    task.shutdownDate < task.startupDate
  )
    problems.push({ field: 'cronShutdownDate', message: 'is before the first day' });
  return problems;
};

/** What says when a task runs, and what it then does. */
const SCHEDULE = ['cron', 'startupDate', 'shutdownDate', 'startupTime', 'shutdownTime', 'active'] as const;
const WORK = ['name', 'type', 'parentId', 'arguments'] as const;

const differs = (keys: readonly (keyof Definition)[], a: Definition, b: Definition): boolean =>
  keys.some((key) => a[key] !== b[key]);

/** Whether its schedule is another than before. */
export const isReplanned = (before: Definition, after: Definition): boolean => differs(SCHEDULE, before, after);

/** Whether more is changed than whether it is active and a favorite, which may change at any moment. */
export const isRewritten = (before: Definition, after: Definition): boolean =>
  differs(
    [...SCHEDULE, ...WORK].filter((key) => key !== 'active'),
    before,
    after,
  );

/** Whether a client may set a status, while no run is queued or going. */
export const isClearing = (status: TaskStatus): boolean => (CLEARED_STATUSES as readonly string[]).includes(status);
