import { PEOPLE_CHANNEL } from '#server/modules/accounts/account.service.ts';
import type { Notify } from '#server/modules/notifications/notification.service.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Log } from '#server/platform/log.ts';
import type { Confirming } from './confirm.service.ts';
import type { ProviderName, Providers } from './provider.ts';
import { insertEvent } from './purchase.store.ts';
import type { Settling } from './settle.service.ts';
import type { Ordered } from './settle.store.ts';
import { cancelOrderless, claimDue, dropOldEvents, endDue, forgetCheck, lockUpkeep } from './upkeep.store.ts';

export interface UpkeepParts {
  readonly db: Pick<Database, 'query' | 'transaction'>;
  readonly providers: Providers;
  readonly confirming: Pick<Confirming, 'examine'>;
  readonly settling: Settling;
  readonly notify: Notify;
  readonly now: () => Date;
  readonly log: Pick<Log, 'warn'>;
}

/** Calls work again and again; what it answers ends that. */
export type Schedule = (work: () => void, ms: number) => () => void;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Older open orders that hold no money of ours are given up, in ms. */
const GIVEN_UP = 3 * DAY;
/** Messages are sent again for three days, so their ids are kept well beyond that, in ms. */
const EVENTS_KEPT = 90 * DAY;
const AT_ONCE = 50;

export const everyInterval: Schedule = (work, ms) => {
  const timer = setInterval(work, ms).unref();
  return () => clearInterval(timer);
};

/** What looks after payments that nobody comes back to. */
export const createUpkeep = ({ db, providers, confirming, settling, notify, now, log }: UpkeepParts) => {
  /** Answers whether there is nothing more to wait for at the provider now. */
  const settle = async (purchase: Ordered): Promise<boolean> => {
    const verdict = await confirming.examine(purchase);
    const cause = { source: 'reconcile' } as const;
    const status = await settling.apply(purchase, verdict, cause);
    const old = purchase.insertedAt.getTime() < now().getTime() - GIVEN_UP;
    const none = verdict.is !== 'pending' && !(verdict.is === 'wrong' && verdict.moneyTaken);
    if (status === 'CREATED' && old && none) await settling.cancel(purchase, { ...cause, detail: 'too old' });
    return verdict.is !== 'pending';
  };

  /** Asks the providers about purchases that are not settled, each by one node at a time; answers how many. */
  const reconcile = async (): Promise<number> => {
    const at = now();
    await db.transaction(async (tx) => {
      for (const purchaseId of await cancelOrderless(tx, at, new Date(at.getTime() - HOUR)))
        await insertEvent(tx, { purchaseId, what: 'CANCELLED', source: 'reconcile', at, detail: 'no order' });
    });
    const due = await claimDue(db, Object.keys(providers) as ProviderName[], at, AT_ONCE);
    for (const purchase of due) {
      const known = await settle(purchase).catch((error: unknown) => {
        log.warn({ err: error, purchase: purchase.id }, 'a purchase could not be looked after; it will be again');
        return false;
      });
      // A cancelled one is looked at once more: once in vain does not count.
      if (!known && purchase.status === 'CANCELLED') await forgetCheck(db, purchase.id).catch(() => {});
    }
    return due.length;
  };

  /** Ends payments whose time is over; answers how many. */
  const expire = (): Promise<number> =>
    db.transaction(async (tx) => {
      if (!(await lockUpkeep(tx))) return 0;
      const at = now();
      const ended = await endDue(tx, at);
      for (const { purchaseId, accountId, feature, test } of ended) {
        await insertEvent(tx, { purchaseId, what: 'EXPIRED', source: 'reconcile', at, detail: feature });
        await notify(tx, {
          message: 'A paid period has ended',
          detail: `${test ? 'Test payment. ' : ''}${feature} of account ${accountId}.`,
          level: 'INFO',
        });
      }
      await dropOldEvents(tx, new Date(at.getTime() - EVENTS_KEPT));
      if (ended.length > 0) await tx.query(`select pg_notify($1, '')`, [PEOPLE_CHANNEL]);
      return ended.length;
    });

  /** Looks after payments now and every minute, until what it answers is called and the last round has ended. */
  const start = (schedule: Schedule = everyInterval): (() => Promise<void>) => {
    let going: Promise<unknown> | undefined;
    const round = async (): Promise<void> => {
      for (const work of [expire, reconcile])
        await work().catch((error: unknown) => log.warn({ err: error }, 'payments could not be looked after'));
    };
    const begin = (): void => {
      going ??= round().finally(() => {
        going = undefined;
      });
    };
    begin();
    const stop = schedule(begin, MINUTE);
    return async () => {
      stop();
      await going;
    };
  };

  return { reconcile, expire, start };
};
