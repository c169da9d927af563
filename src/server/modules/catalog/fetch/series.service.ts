import { Failure } from '#server/kernel/failure.ts';
import { imdbId, type ParsedId, requireId } from '#server/kernel/ids.ts';
import { Problem } from '#server/kernel/problem.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { RunContext } from '#server/platform/tasks/type.ts';
import type { Fetching } from './fetch.service.ts';
import { countDueSeries, putOffSeries, readDueSeries } from './fetch.store.ts';

interface Parts {
  readonly db: Database;
  readonly fetching: Pick<Fetching, 'store'>;
  /** Leaves a series that could not be fetched to whoever looks after such records. */
  readonly onFailed: (id: ParsedId, failure: Failure) => Promise<void>;
}

/** Days after which a series is looked at again that no source could be asked for just now, and one that none tells of. */
const AWAY_DAYS = 1;
const SILENT_DAYS = 30;
/** Series in a row that no source could be asked for, after which the rest are left. */
const MOST_AWAY = 5;
/** Series of a run that are told of one by one. */
const TOLD = 50;

const ASKED: ReadonlySet<string> = new Set(['told', 'unknown', 'failed']);

/** The series that are due to be looked at again. */
export const createSeriesUpdates = ({ db, fetching, onFailed }: Parts) => {
  /** Fetches one; what was wrong, in words, or null. A series that was told of is planned by the fetch itself. */
  const update = async (
    key: number,
    signal: AbortSignal,
  ): Promise<{ readonly failed: string; readonly isAway: boolean } | null> => {
    const id = requireId('movie', imdbId('movie', key));
    try {
      const { sources } = await fetching.store(id, { accountId: null, signal });
      if (!sources.some(({ outcome }) => ASKED.has(outcome)))
        throw new Problem(`No source can be asked for series: ${sources.map(({ message }) => message).join('; ')}.`);
      await putOffSeries(db, key, SILENT_DAYS);
      return null;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof Failure) || error.reason === 'import_running') throw error;
      const isAway = error.reason === 'sources_away';
      await putOffSeries(db, key, isAway ? AWAY_DAYS : SILENT_DAYS);
      await onFailed(id, error);
      return { failed: error.message, isAway };
    }
  };

  /** Fetches the series that are due, one after the other, those first whose turn is longest ago; at most `limit`. */
  const work = async (limit: number, { signal, progress, log }: RunContext): Promise<void> => {
    const total = Math.min(limit, await countDueSeries(db));
    let [done, failed, away] = [0, 0, 0];
    progress(0, total);
    while (done < limit) {
      signal.throwIfAborted();
      const key = await readDueSeries(db);
      if (key === null) break;
      const trouble = await update(key, signal);
      done += 1;
      progress(done, Math.max(done, total));
      away = trouble?.isAway ? away + 1 : 0;
      if (trouble === null) continue;
      failed += 1;
      if (failed <= TOLD) log(trouble.failed, 'WARN');
      if (away === MOST_AWAY)
        throw new Problem(
          `No source could be asked ${MOST_AWAY} times in a row; the series that are left keep their turn.`,
        );
    }
    log(`${done - failed} of ${done} series updated.`);
  };

  return { work };
};

export type SeriesUpdates = ReturnType<typeof createSeriesUpdates>;
