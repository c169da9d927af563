import { parentPort, Worker } from 'node:worker_threads';
import type { Detail } from '#contracts/envelope.ts';
import type { Reason } from '#contracts/errors.ts';
import { Failure, failure } from '#server/kernel/failure.ts';
import { counted, figuresOf } from './thread-figures.ts';

interface Refused {
  readonly reason: Reason;
  readonly text: string;
  readonly details: readonly Detail[];
}
type Said = { readonly done: unknown } | { readonly refused: Refused } | { readonly failed: string };

const said = (work: () => unknown): Said => {
  try {
    return { done: work() };
  } catch (error) {
    if (!(error instanceof Failure))
      return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    return { refused: { reason: error.reason, text: error.message, details: error.details } };
  }
};

/** In the file of a thread: does its work, one call after the other. */
export const workOffThread = <Input, Output>(work: (input: Input) => Output): void => {
  parentPort?.on('message', (input: Input) => parentPort?.postMessage(said(() => work(input))));
};

interface Turn<Input> {
  readonly input: Input;
  readonly given: readonly ArrayBuffer[];
  readonly done: PromiseWithResolvers<never>;
}

export interface ThreadOptions {
  /** The file of the thread, which calls `workOffThread`. */
  readonly file: URL;
  /** Calls that may wait for their turn; more are refused. */
  readonly waiting: number;
  /** Ms after which a call is given up, and the thread with it. */
  readonly patience: number;
}

const MEMORY = { maxOldGenerationSizeMb: 512 } as const;

/**
 * Work that would hold this thread up, in one of its own: it begins with the first call, and does one after the other. What
 * goes in and comes out is copied, but for what is given away. It keeps no process alive.
 */
export const createThread = <Input, Output>({ file, waiting, patience }: ThreadOptions) => {
  const turns: Turn<Input>[] = [];
  const figures = figuresOf(file);
  let worker: Worker | null = null;
  let timer: NodeJS.Timeout | undefined;

  const end = (answer: (turn: Turn<Input>) => void): void => {
    clearTimeout(timer);
    const turn = turns.shift();
    if (turn) {
      figures.asked -= 1;
      answer(turn);
    }
    next();
  };

  const giveUp = (cause: Error): void => {
    const gone = worker;
    worker = null;
    void gone?.terminate();
    figures.failed += 1;
    end(({ done }) => done.reject(cause));
  };

  const begin = (): Worker => {
    // A parent's own flags are none of a thread's.
    const begun = counted(figures, new Worker(file, { execArgv: [], resourceLimits: MEMORY }));
    begun.unref();
    const isOurs = (): boolean => worker === begun;
    begun.on('message', (answer: Said) => {
      if (!isOurs()) return;
      end(({ done }) => {
        if ('done' in answer) done.resolve(answer.done as never);
        else if ('failed' in answer) {
          figures.failed += 1;
          done.reject(new Error(answer.failed));
        } else done.reject(failure(answer.refused.reason, answer.refused.text, { details: answer.refused.details }));
      });
    });
    begun.on('error', (error) => isOurs() && giveUp(error as Error));
    begun.on('exit', () => isOurs() && giveUp(new Error('a thread has ended before its work')));
    return begun;
  };

  const next = (): void => {
    const [turn] = turns;
    if (!turn) return;
    worker ??= begin();
    timer = setTimeout(() => giveUp(new Error(`a thread has not answered within ${patience} ms`)), patience);
    worker.postMessage(turn.input, turn.given);
  };

  return {
    /** Does one piece of work. `given`: buffers of the input, which are empty here afterwards. Throws what the work throws, and `busy` when too many wait. */
    run: (input: Input, given: readonly ArrayBuffer[] = []): Promise<Output> => {
      if (turns.length > waiting)
        return Promise.reject(failure('busy', 'Too many of these at once; try again in a moment.'));
      const done = Promise.withResolvers<never>();
      turns.push({ input, given, done });
      figures.asked += 1;
      if (turns.length === 1) next();
      return done.promise;
    },
    close: async (): Promise<void> => {
      clearTimeout(timer);
      figures.asked -= turns.length;
      for (const { done } of turns.splice(0)) done.reject(failure('stopping'));
      const gone = worker;
      worker = null;
      await gone?.terminate();
    },
  };
};
