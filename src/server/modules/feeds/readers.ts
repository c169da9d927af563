import { setTimeout as pause } from 'node:timers/promises';
import { Failure, failure } from '#server/kernel/failure.ts';
import type { StreamLimits } from './stream.limits.ts';

/** Somebody who follows the feed. */
export interface Reader {
  readonly isEnded: () => boolean;
  /** Resolves after so many ms with false, or earlier with true when there may be something to do. */
  readonly wait: (ms: number) => Promise<boolean>;
  /** What cuts its connection. */
  readonly onCut: (cut: () => void) => void;
  /** It has gone. */
  readonly leave: () => void;
}

interface Held extends Reader {
  readonly wake: () => void;
  readonly end: () => void;
  readonly cut: () => void;
  readonly stillAllowed: () => Promise<unknown>;
}

const RETRY_AFTER = '10';

const createHeld = (stillAllowed: () => Promise<unknown>, onLeave: (held: Held) => void): Held => {
  let ended = false;
  let wake = (): void => {};
  let cut = (): void => {};
  const held: Held = {
    stillAllowed,
    isEnded: () => ended,
    wait: (ms) =>
      new Promise((resolve) => {
        if (ended) return resolve(true);
        const timer = setTimeout(() => resolve(false), ms).unref();
        wake = () => {
          clearTimeout(timer);
          resolve(true);
        };
      }),
    onCut: (how) => {
      cut = how;
    },
    leave: () => {
      held.end();
      onLeave(held);
    },
    wake: () => wake(),
    end: () => {
      ended = true;
      wake();
    },
    cut: () => cut(),
  };
  return held;
};

/** Only a refusal says that somebody may not stay; whoever cannot be asked may know nothing new. */
const isRefusal = (error: unknown): boolean => error instanceof Failure && [401, 403].includes(error.status);

/** Who follows the feed at this node, by the token. */
export const createReaders = (most: () => number, { failedMs }: Pick<StreamLimits, 'failedMs'>) => {
  const byToken = new Map<number, Set<Held>>();
  const each = (work: (reader: Held) => void): void => {
    for (const readers of [...byToken.values()]) for (const reader of [...readers]) work(reader);
  };

  /** All streams of a token stand and fall with it, so one of them is asked for. */
  const check = async (readers: ReadonlySet<Held>): Promise<void> => {
    const [first] = readers;
    await first?.stillAllowed().catch((error: unknown) => {
      if (isRefusal(error)) for (const reader of [...readers]) reader.end();
      // Too many requests at once are no reason to look again.
      else if (!(error instanceof Failure && error.status === 429)) throw error;
    });
  };

  let isDue = false;
  let isChecking = false;
  const checkAll = async (): Promise<void> => {
    while (isDue) {
      isDue = false;
      const results = await Promise.allSettled([...byToken.values()].map(check));
      if (!results.some(({ status }) => status === 'rejected')) continue;
      isDue = true;
      await pause(failedMs, undefined, { ref: false });
    }
  };

  return {
    /** Throws `too_many_streams`. */
    add: (tokenId: number, stillAllowed: () => Promise<unknown>): Reader => {
      const readers = byToken.get(tokenId) ?? new Set<Held>();
      if (readers.size >= most())
        throw failure('too_many_streams', undefined, { headers: { 'Retry-After': RETRY_AFTER } });
      const reader: Held = createHeld(stillAllowed, (held) => {
        // It may say so twice.
        if (readers.delete(held) && readers.size === 0) byToken.delete(tokenId);
      });
      byToken.set(tokenId, readers.add(reader));
      return reader;
    },
    count: (): number => [...byToken.values()].reduce((sum, { size }) => sum + size, 0),
    wake: (): void => each((reader) => reader.wake()),
    end: (): void => each((reader) => reader.end()),
    cut: (): void => each((reader) => reader.cut()),
    recheck: (): void => {
      isDue = true;
      if (isChecking) return;
      isChecking = true;
      checkAll().finally(() => {
        isChecking = false;
      });
    },
  };
};
