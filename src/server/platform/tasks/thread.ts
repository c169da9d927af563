import { parentPort, Worker, workerData } from 'node:worker_threads';
import { Problem } from '#server/kernel/problem.ts';
import { counted, figuresOf } from '../thread-figures.ts';
import type { LineLevel, RunContext } from './type.ts';

type Said =
  | { readonly progress: Parameters<RunContext['progress']> }
  | { readonly line: readonly [text: string, level: LineLevel] }
  | { readonly done: true }
  /** `stack`: of what nobody thought of. */
  | { readonly failed: string; readonly stack: string | null };

/** Ms that a thread which was told to end may take before it is ended. */
const PATIENCE = 15_000;
const MEMORY = { maxOldGenerationSizeMb: 512 } as const;

/** In the file of a thread: does what `runInThread` has asked for. */
export const workOffRun = <Input>(work: (input: Input, context: RunContext) => Promise<void>): void => {
  const port = parentPort;
  if (port === null) return;
  const say = (said: Said): void => port.postMessage(said);
  const stop = new AbortController();
  port.once('message', () => stop.abort(new Problem('It was told to end.')));
  const context: RunContext = {
    signal: stop.signal,
    progress: (...told) => say({ progress: told }),
    log: (text, level = 'INFO') => say({ line: [text, level] }),
  };
  work(workerData as Input, context)
    .then(
      () => say({ done: true }),
      (error: unknown) => {
        const { message, stack = null } = error instanceof Error ? error : new Error(String(error));
        say({ failed: message, stack: error instanceof Problem ? null : stack });
      },
    )
    // Else it would wait for being told to end.
    .finally(() => port.close());
};

/**
 * Does a run's work in a thread of its own, where its computing holds no request up. `file` calls `workOffRun`; `input` is
 * copied to it. Told to end, it has a while to do so.
 */
export const runInThread = async <Input>(file: URL, input: Input, context: RunContext): Promise<void> => {
  const { signal, progress, log } = context;
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // A parent's own flags are none of a thread's.
  const figures = figuresOf(file);
  const worker = counted(figures, new Worker(file, { workerData: input, execArgv: [], resourceLimits: MEMORY }));
  figures.asked += 1;
  let patience: NodeJS.Timeout | undefined;
  const end = (): void => {
    worker.postMessage('end');
    patience = setTimeout(() => void worker.terminate(), PATIENCE);
  };
  signal.addEventListener('abort', end, { once: true });
  worker.on('message', (said: Said) => {
    if ('progress' in said) progress(...said.progress);
    else if ('line' in said) log(...said.line);
    else if ('done' in said) resolve();
    else if (said.stack === null) reject(new Problem(said.failed));
    else reject(Object.assign(new Error(said.failed), { stack: said.stack }));
  });
  worker.on('error', reject);
  worker.on('exit', () => reject(new Error('the thread of a run has ended before its work')));
  try {
    await promise;
  } catch (error) {
    signal.throwIfAborted();
    figures.failed += 1;
    throw error;
  } finally {
    figures.asked -= 1;
    signal.removeEventListener('abort', end);
    clearTimeout(patience);
    await worker.terminate();
  }
};
