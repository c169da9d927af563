import { basename } from 'node:path';
import type { Worker } from 'node:worker_threads';

/** What the threads of one kind do. */
export interface ThreadFigures {
  /** Threads that are there. */
  running: number;
  /** Calls that are done or wait for their turn. */
  asked: number;
  /** Threads that were begun since the start, and calls that were not done as they were asked. */
  begun: number;
  failed: number;
}

/** By the name of their file: a process has a few of them. */
const all = new Map<string, ThreadFigures>();

/** The figures of threads that have this file. */
export const figuresOf = (file: URL): ThreadFigures => {
  const name = basename(file.pathname).replace(/\..*$/, '');
  const kept = all.get(name) ?? { running: 0, asked: 0, begun: 0, failed: 0 };
  all.set(name, kept);
  return kept;
};

/** Counts a thread from its beginning to its end. */
export const counted = (figures: ThreadFigures, thread: Worker): Worker => {
  figures.begun += 1;
  figures.running += 1;
  return thread.once('exit', () => {
    figures.running -= 1;
  });
};

/** The threads of this process, by their kind. */
export const threadFigures = (): ReadonlyMap<string, Readonly<ThreadFigures>> => all;
