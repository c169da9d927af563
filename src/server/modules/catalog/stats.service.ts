import type { Executor } from '#server/platform/db/database.ts';
import type { Log } from '#server/platform/log.ts';
import { createRepeated } from '#server/platform/repeated.ts';
import type { SourceName } from '#server/sources/source.ts';
import { type Counts, type LastUpdate, readCounts, readLastUpdate, readSources } from './stats.store.ts';
import type { Visibility } from './visibility.ts';

const MINUTE_MS = 60_000;
/** From a change of records to the count that it asks for; what follows within it is counted with it. */
const AFTER_CHANGE_MS = 300;
/** Of the time between two counts that changes ask for, at most one part in so many is counting. */
const REST = 10;
/** Tables up to this many rows are counted. */
const EXACT_ROWS = 1_000_000;

export interface StatsParts {
  readonly db: Executor;
  readonly visibility: () => Visibility;
  readonly now: () => Date;
  readonly log: Log;
  readonly exactRows?: number;
}

export interface Counted extends Counts {
  readonly lastUpdate: LastUpdate | null;
  /** Those that any of it comes from and that may be shown. */
  readonly sources: readonly SourceName[];
}

/** What the catalogue holds, counted once a minute and when it changes: nobody but the very first waits for it. */
export const createStats = ({ db, visibility, now, log, exactRows = EXACT_ROWS }: StatsParts) => {
  let kept: { readonly counted: Counted; readonly at: number } | null = null;
  let counting: Promise<Counted> | null = null;
  /** Whether a change has asked for a count that has not begun, the timer of it, and when the next one may begin. */
  let isDue = false;
  let timer: NodeJS.Timeout | undefined;
  let notBefore = 0;
  const counts = createRepeated(log, {
    failing: 'the catalogue cannot be counted for now; it is told when it can again',
    again: 'the catalogue is counted again',
  });

  const count = (): Promise<Counted> => {
    if (counting) return counting;
    const work = async (): Promise<Counted> => {
      const at = now().getTime();
      const seen = visibility();
      const [held, lastUpdate, sources] = await Promise.all([
        readCounts(db, exactRows, seen),
        readLastUpdate(db, seen),
        readSources(db, exactRows, seen),
      ]);
      const counted = { ...held, lastUpdate, sources };
      if (counting === mine) kept = { counted, at };
      return counted;
    };
    const mine: Promise<Counted> = work().finally(() => {
      if (counting === mine) counting = null;
    });
    counting = mine;
    return mine;
  };

  const countBeside = (): Promise<void> => count().then(counts.done, (error: unknown) => counts.failed({ err: error }));

  const countSoon = async (): Promise<void> => {
    // What is being counted may be of before the change.
    await counting?.catch(() => undefined);
    if (!isDue) return;
    const begin = (): void => {
      isDue = false;
      const at = now().getTime();
      void countBeside().then(() => {
        const end = now().getTime();
        notBefore = end + (end - at) * REST;
      });
    };
    timer = setTimeout(begin, Math.max(AFTER_CHANGE_MS, Math.min(notBefore - now().getTime(), MINUTE_MS))).unref();
  };

  const isOld = (at: number): boolean => Math.abs(now().getTime() - at) >= MINUTE_MS;

  return {
    read: async (): Promise<Counted> => {
      if (!kept) return count();
      if (isOld(kept.at)) void countBeside();
      return kept.counted;
    },
    /** Drops what is kept; to be called when what may be shown has changed. */
    invalidate: (): void => {
      kept = null;
      counting = null;
    },
    /** Counts anew soon; to be called when records have changed. */
    changed: (): void => {
      const isKnown = kept !== null || counting !== null;
      if (!isKnown || isDue) return;
      isDue = true;
      void countSoon();
    },
    /** Resolves when nothing is being counted any more, and nothing will be because of a change. */
    idle: async (): Promise<void> => {
      clearTimeout(timer);
      isDue = false;
      await counting?.catch(() => undefined);
    },
  };
};

export type CatalogueStats = ReturnType<typeof createStats>;
