import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '#server/platform/log.ts';
import { argumentsOf } from '#server/platform/tasks/arguments.ts';
import type { LineLevel, TaskType } from '#server/platform/tasks/type.ts';
import type { Runs } from './run.service.ts';
import { type Claimed, requeue, type Step, saveStep } from './run.store.ts';

/** Ms between two notes of how far a run is. */
const STEP_MS = 250;
const AGAIN_MS = 1_000;
const LONGEST_LINE = 4_000;
/** Lines that wait to be written; a run that says more in a quarter of a second says too much. */
const MOST_LINES = 200;

/** Why a run is told to end. */
export type Stop = 'cancelled' | 'stopping' | 'lost';

export class RunStopped extends Error {
  override readonly name = 'RunStopped';
  readonly why: Stop;
  constructor(why: Stop) {
    super(`the run was ${why === 'stopping' ? 'stopped with its node' : why}`);
    this.why = why;
  }
}

interface ExecutorParts {
  readonly runs: Pick<Runs, 'change' | 'end'>;
  readonly types: ReadonlyMap<string, TaskType>;
  readonly logs: (type: TaskType) => Log;
  readonly now: () => Date;
  /** Hears of each run when it has ended here. */
  readonly onEnded?: ((type: string, status: string, ms: number) => void) | undefined;
}

/** What people are told of what a run has thrown. */
const wordsOf = (error: unknown): string =>
  error instanceof Error && error.message !== '' ? error.message : String(error);

/** Tries again while the database is away; a run that was lost to others, and a node that stops, try once. */
const untilNoted = async (signal: AbortSignal, note: () => Promise<boolean>): Promise<void> => {
  for (;;) {
    try {
      await note();
      return;
    } catch (error) {
      const why = signal.reason instanceof RunStopped ? signal.reason.why : null;
      if (why === 'lost' || why === 'stopping') throw error;
      await pause(AGAIN_MS, undefined, { signal }).catch(() => {});
    }
  }
};

/** Executes runs that this node has claimed. */
export const createExecutor = ({ runs, types, logs, now, onEnded }: ExecutorParts) => {
  const execute = async (run: Claimed, node: number, controller: AbortController): Promise<void> => {
    const type = types.get(run.type);
    const began = performance.now();
    const log = type && logs(type);
    let step: { processed: number; total: number | null } = { processed: 0, total: null };
    let lines: { at: Date; level: LineLevel; text: string }[] = [];
    let left = 0;
    let saving = Promise.resolve();
    let timer: NodeJS.Timeout | undefined;

    const take = (): Step => {
      if (left > 0) lines.push({ at: now(), level: 'WARN', text: `${left} lines more were left out` });
      const taken = { ...step, lines };
      lines = [];
      left = 0;
      return taken;
    };
    const save = async (): Promise<void> => {
      timer = undefined;
      const taken = take();
      try {
        const isMine = await runs.change((tx) => saveStep(tx, run.id, node, taken, now()));
        if (!isMine) controller.abort(new RunStopped('lost'));
      } catch (err) {
        // What it has said is said with the next step.
        lines = [...taken.lines, ...lines];
        log?.debug({ err }, 'how far a task is could not be noted');
      }
    };
    const soon = (): void => {
      timer ??= setTimeout(() => {
        saving = saving.then(save);
      }, STEP_MS).unref();
    };

    const work = async (): Promise<void> => {
      if (!type || !log) throw new Error(`There is no type ${run.type} here.`);
      const read = argumentsOf(type)(run.arguments);
      if ('problem' in read) throw new Error(`The arguments are wrong: ${read.problem}`);
      await type.run(read.given, {
        signal: controller.signal,
        progress: (processed, total = step.total) => {
          step = { processed, total };
          soon();
        },
        log: (text, level = 'INFO') => {
          log[level === 'INFO' ? 'info' : level === 'WARN' ? 'warn' : 'error']({ run: run.id }, text);
          if (lines.length >= MOST_LINES) left += 1;
          else lines.push({ at: now(), level, text: text.slice(0, LONGEST_LINE) });
          soon();
        },
      });
    };

    log?.debug({ run: run.id }, 'a run begins');
    let failed: { readonly error: unknown } | null = null;
    try {
      await work();
    } catch (error) {
      failed = { error };
    }
    clearTimeout(timer);
    await saving;
    const stop = controller.signal.reason instanceof RunStopped ? controller.signal.reason.why : null;
    const status = failed === null ? 'FINISHED' : stop === 'cancelled' ? 'CANCELLED' : 'ERROR';
    if (failed && stop === null)
      log?.error({ err: failed.error, run: run.id }, `the task of the type ${run.type} has failed`);
    onEnded?.(run.type, status, performance.now() - began);
    const last = take();
    await untilNoted(controller.signal, () =>
      runs.change(async (tx) => {
        // One that is not this node's any more was ended by whoever has given it up.
        if (!(await saveStep(tx, run.id, node, last, now()))) return false;
        if (failed && stop === 'stopping' && (await requeue(tx, run.id, node, now()))) return true;
        return runs.end(tx, run, { status, error: status === 'ERROR' ? wordsOf(failed?.error) : null });
      }),
    );
  };

  return execute;
};
