import { utcDay } from '#server/kernel/utc-day.ts';
import { notifyOnce } from '#server/modules/notifications/notification.service.ts';
import { watched } from '#server/modules/quota/watched.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Caller, Quota } from '#server/platform/http/route.ts';
import type { Log } from '#server/platform/log.ts';

interface Parts {
  readonly db: Pick<Database, 'transaction'>;
  readonly now: () => Date;
  readonly log: Log;
}

/** Until a notice that could not be written is tried again, in ms. */
const AGAIN_MS = 60_000;

/** The same quota; administrators are told, once a day for each token, that its requests are used up. */
export const tellingSpent = (quota: Quota, { db, now, log }: Parts): Quota => {
  const told = new Set<number>();
  let day = '';

  const tell = ({ tokenId, accountId, limit }: Caller): void => {
    if (tokenId === null) return;
    const today = utcDay(now());
    if (today !== day) told.clear();
    day = today;
    if (told.has(tokenId)) return;
    told.add(tokenId);
    const detail = `Token ${tokenId} of account ${accountId}: ${limit} requests on ${today}.`;
    db.transaction((tx) =>
      notifyOnce(tx, `quota ${tokenId} ${today}`, {
        message: 'The requests of a token are used up',
        detail,
        level: 'WARN',
      }),
    ).catch((err: unknown) => {
      log.debug({ err }, 'nobody could be told that the requests of a token are used up');
      setTimeout(() => told.delete(tokenId), AGAIN_MS).unref();
    });
  };
  /** A batch that is dearer than what is left has not used it up, and the limit of a key is its user's own affair. */
  return watched(quota, (caller, spent) => {
    if (!spent.granted && !spent.byKey && spent.headers['X-RateLimit-Remaining'] === '0') tell(caller);
  });
};
