import type { Static, TObject } from 'typebox';
import type { LogCategory } from '#contracts/logs.ts';
import type { TaskTypeName } from '#contracts/task-types.ts';

export type LineLevel = 'INFO' | 'WARN' | 'ERROR';

/** What a run of a task has. */
export interface RunContext {
  /** Aborts when the run is to end: it was cancelled, its node stops, or it is no longer this node's. Its reason is thrown. */
  readonly signal: AbortSignal;
  /** How far it is. May be called as often as one likes: what is told is at most four a second. */
  readonly progress: (processed: number, total?: number | null) => void;
  /** Leaves a line with the run, for people. */
  readonly log: (text: string, level?: LineLevel) => void;
}

/** Work that is done once for each slot of a cron: late where nobody served then, and again soon where it has failed. */
export interface Upkeep {
  /** In the time zone of tasks. */
  readonly cron: string;
  readonly arguments: string;
}

/** A kind of work. A module declares it, in `x.tasks.ts`; `app/tasks.ts` lists all of them. */
export interface TaskType<Arguments extends TObject = TObject> {
  readonly name: TaskTypeName;
  /** One sentence for people. */
  readonly summary: string;
  /** What its lines in the log are about. */
  readonly category: LogCategory;
  /** Optional properties, each `--name=value` of the arguments; texts, whole numbers, truths and enumerations. */
  readonly arguments: Arguments;
  /** The schedule of the task that the first start makes; without one that task is inactive. */
  readonly firstCron?: string;
  /** A part of it that the product has done by itself, whether a task of the type is active or not. */
  readonly upkeep?: Upkeep;
  /**
   * Does it, outside any transaction. What it throws ends the run in ERROR with the error's message; once the signal has
   * aborted, in CANCELLED.
   */
  run(given: Static<Arguments>, context: RunContext): Promise<void>;
}

export const taskType = <Arguments extends TObject>(type: TaskType<Arguments>): TaskType<Arguments> => type;
