import type { TaskProgress } from '#contracts/task.ts';
import { joined, type LogLine } from '#web/ui/log/log-lines.ts';
import { type Sample, sampled } from './pace.ts';

/** A run of the live list, and what was seen of it since it is there. */
export interface Shown {
  readonly run: TaskProgress;
  /** When it was heard of last, by the clock of this machine, in milliseconds. */
  readonly heard: number;
  readonly samples: readonly Sample[];
  readonly lines: readonly LogLine[];
}

export interface LiveList {
  /** By idTask: a task has one run at a time. */
  readonly shown: ReadonlyMap<number, Shown>;
  /** Runs that somebody has cleared, the last ones. */
  readonly cleared: readonly number[];
}

/** Within a minute the server tells of no more runs that have ended. */
const MOST_CLEARED = 200;

const ENDED: readonly string[] = ['FINISHED', 'CANCELLED', 'ERROR'];
export const isEnded = ({ status }: Pick<TaskProgress, 'status'>): boolean => ENDED.includes(status);

export const liveList = (cleared: readonly number[] = []): LiveList => ({ shown: new Map(), cleared });

/**
 * Whether `run` is behind what is known: of an earlier run of its task, or of an earlier moment of the same one. No moment
 * of a run is after its end, whatever the clocks of the nodes that wrote them say.
 */
const isOld = (run: TaskProgress, { run: known }: Shown): boolean => {
  if (run.idRun !== known.idRun) return run.idRun < known.idRun;
  return isEnded(run) === isEnded(known) ? run.updated < known.updated : isEnded(known);
};

const seen = (run: TaskProgress, before: Shown | undefined, now: number): Shown => {
  const known = before?.run.idRun === run.idRun ? before : undefined;
  const started = run.started === null ? [] : [{ at: Date.parse(run.started), processed: 0 }];
  return {
    run,
    heard: now,
    samples: sampled(known?.samples ?? started, { at: Date.parse(run.updated), processed: run.processed }),
    lines: joined(known?.lines ?? [], run.messages),
  };
};

/** The list after what was told. What was cleared stays away until its task runs again. */
export const heard = (list: LiveList, told: readonly TaskProgress[], now: number): LiveList => {
  const shown = new Map(list.shown);
  for (const run of told.toSorted((a, b) => a.idRun - b.idRun)) {
    const before = shown.get(run.idTask);
    if (list.cleared.includes(run.idRun) || (before && isOld(run, before))) continue;
    shown.set(run.idTask, seen(run, before, now));
  }
  return { ...list, shown };
};

/** Runs that went on when they were last heard of, and of which `told`, how everything stands, says nothing. */
export const missing = ({ shown }: LiveList, told: readonly TaskProgress[]): readonly TaskProgress[] => {
  const known = new Set(told.map(({ idTask }) => idTask));
  return [...shown.values()].map(({ run }) => run).filter((run) => !isEnded(run) && !known.has(run.idTask));
};

/** The list without a task that is no longer there. */
export const without = (list: LiveList, idTask: number): LiveList => ({
  ...list,
  shown: new Map([...list.shown].filter(([id]) => id !== idTask)),
});

/** The list without all that has ended. */
export const clear = ({ shown, cleared }: LiveList): LiveList => {
  const ended = [...shown.values()].filter(({ run }) => isEnded(run)).map(({ run }) => run.idRun);
  return {
    shown: new Map([...shown].filter(([, { run }]) => !isEnded(run))),
    cleared: [...cleared, ...ended].slice(-MOST_CLEARED),
  };
};

/**
 * In the order in which the tasks came: each keeps its place as long as it is there, however often it runs, so that no
 * button moves away under a pointer.
 */
export const ordered = ({ shown }: LiveList): readonly Shown[] => [...shown.values()];
