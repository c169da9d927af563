import type { Asked } from '#server/modules/catalog/fetch/ask.service.ts';
import { notifyOnce, passed } from '#server/modules/notifications/notification.service.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Log } from '#server/platform/log.ts';

interface Parts {
  readonly db: Pick<Database, 'transaction'>;
  readonly log: Log;
}

/** A source that fails now and then is told of once in so many minutes. */
const LEAST_MINUTES = 60;

/** Tells administrators of a source that fails, once until it answers again. */
export const tellSources = ({ db, log }: Parts) => {
  const failing = new Map<string, boolean>();
  return async ({ source, outcome, message }: Asked): Promise<void> => {
    if (outcome === 'not_set_up' || outcome === 'not_asked') return;
    const fails = outcome === 'failed';
    if (failing.get(source) === fails) return;
    failing.set(source, fails);
    const cause = `source ${source}`;
    const notice = { message: `The source ${source} fails`, detail: `${message}.`, level: 'WARN' } as const;
    try {
      await db.transaction((tx) => (fails ? notifyOnce(tx, cause, notice) : passed(tx, cause, LEAST_MINUTES)));
    } catch (err) {
      failing.delete(source);
      log.debug({ err, source }, 'nobody could be told how a source is');
    }
  };
};
