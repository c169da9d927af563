import { counted } from '#server/kernel/counted.ts';
import { PEOPLE_CHANGED } from '#server/modules/accounts/account.events.ts';
import type { Notify } from '#server/modules/notifications/notification.service.ts';
import { publish } from '#server/platform/bus/event.ts';
import { isDatabaseOutage } from '#server/platform/db/away.ts';
import type { Database, Transaction } from '#server/platform/db/database.ts';
import type { Log } from '#server/platform/log.ts';
import type { AccountStep } from './account-step.ts';
import { GIVEN_UP } from './billing.rules.ts';
import type { Confirming } from './confirm.service.ts';
import type { ProviderName, Providers } from './provider.ts';
import { insertEvent } from './purchase.store.ts';
import {
  cancelOrderless,
  claimDue,
  dropOldEvents,
  endDue,
  findOrderless,
  findOver,
  forgetCheck,
} from './reconciler.store.ts';
import type { Settling } from './settle.service.ts';
import type { Ordered } from './settle.store.ts';

export interface ReconcilerParts {
  readonly db: Pick<Database, 'query'>;
  readonly accountStep: AccountStep;
  readonly providers: Providers;
  readonly confirming: Pick<Confirming, 'examine'>;
  readonly settling: Settling;
  readonly notify: Notify;
  readonly now: () => Date;
  readonly log: Log;
}

/** Who sees what a round does. */
export interface RoundWatch {
  /** Of how many orders the provider was asked. */
  readonly looked: (orders: number, of: number) => void;
  /** Says what has changed, or what could not be done. */
  readonly said: (text: string, isTrouble: boolean) => void;
}

const NOBODY: RoundWatch = { looked: () => {}, said: () => {} };

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Messages are sent again for three days, so their ids are kept well beyond that, in ms. */
const EVENTS_KEPT = 90 * DAY;
const AT_ONCE = 50;

/** What looks after payments that nobody comes back to. */
export const createReconciler = ({
  db,
  accountStep,
  providers,
  confirming,
  settling,
  notify,
  now,
  log,
}: ReconcilerParts) => {
  /** Tells of what concerns one account or purchase; fails where the database does, which concerns them all. */
  const tell = (error: unknown, details: object, text: string, watch: RoundWatch): void => {
    if (isDatabaseOutage(error)) throw error;
    log.warn({ err: error, ...details }, text);
    const about = Object.entries(details).map(([what, id]) => ` (${what} ${id})`);
    watch.said(`${text[0]?.toUpperCase()}${text.slice(1)}${about.join('')}.`, true);
  };

  /** Takes a step of each account, whatever becomes of another's; answers how much was done. */
  const onEach = async (
    accountIds: readonly number[],
    work: (tx: Transaction, accountId: number) => Promise<number>,
    watch: RoundWatch,
  ): Promise<number> => {
    let done = 0;
    for (const accountId of accountIds)
      done += await accountStep(accountId, (tx) => work(tx, accountId)).catch((error: unknown) => {
        tell(error, { account: accountId }, 'the payments of an account could not be looked after', watch);
        return 0;
      });
    return done;
  };

  /** Answers whether there is nothing more to wait for at the provider now. */
  const settle = async (purchase: Ordered, watch: RoundWatch): Promise<boolean> => {
    const verdict = await confirming.examine(purchase);
    const cause = { source: 'reconcile' } as const;
    const status = await settling.apply(purchase, verdict, cause);
    const of = `Order ${purchase.orderId} of account ${purchase.accountId}`;
    if (status !== purchase.status) watch.said(`${of} was ${purchase.status} and is ${status}.`, false);
    const old = purchase.insertedAt.getTime() < now().getTime() - GIVEN_UP;
    const none = verdict.is !== 'pending' && !(verdict.is === 'wrong' && verdict.moneyTaken);
    if (status === 'CREATED' && old && none) {
      await settling.cancel(purchase, { ...cause, detail: 'too old' }, purchase.captureAt);
      watch.said(`${of} was never paid and is given up.`, false);
    }
    return verdict.is !== 'pending';
  };

  /** Asks the providers about purchases that are not settled, each by one node at a time; answers how many there were. */
  const reconcile = async (signal?: AbortSignal, watch = NOBODY): Promise<number> => {
    const at = now();
    const before = new Date(at.getTime() - HOUR);
    const cancelled = async (tx: Transaction, accountId: number): Promise<number> => {
      const given = await cancelOrderless(tx, accountId, at, before);
      for (const purchaseId of given)
        await insertEvent(tx, { purchaseId, what: 'CANCELLED', source: 'reconcile', at, detail: 'no order' });
      return given.length;
    };
    const given = await onEach(await findOrderless(db, before), cancelled, watch);
    if (given > 0) watch.said(`${counted(given, 'purchase', 'purchases')} that never got an order given up.`, false);
    const due = await claimDue(db, Object.keys(providers) as ProviderName[], at, AT_ONCE);
    watch.looked(0, due.length);
    for (const [place, purchase] of due.entries()) {
      if (signal?.aborted) break;
      const known = await settle(purchase, watch).catch((error: unknown) => {
        tell(error, { purchase: purchase.id }, 'a purchase could not be looked after; it will be again', watch);
        return false;
      });
      // A cancelled one is looked at once more: once in vain does not count.
      if (!known && purchase.status === 'CANCELLED') await forgetCheck(db, purchase.id).catch(() => {});
      watch.looked(place + 1, due.length);
    }
    return due.length;
  };

  /** Ends payments whose time is over; answers how many. */
  const expire = async (_?: AbortSignal, watch = NOBODY): Promise<number> => {
    const at = now();
    await dropOldEvents(db, new Date(at.getTime() - EVENTS_KEPT));
    const end = async (tx: Transaction, accountId: number): Promise<number> => {
      const ended = await endDue(tx, accountId, at);
      for (const { purchaseId, feature, test } of ended) {
        await insertEvent(tx, { purchaseId, what: 'EXPIRED', source: 'reconcile', at, detail: feature });
        await notify(tx, {
          message: 'A paid period has ended',
          detail: `${test ? 'Test payment. ' : ''}${feature} of account ${accountId}.`,
          level: 'INFO',
        });
      }
      if (ended.length > 0) await publish(tx, PEOPLE_CHANGED);
      return ended.length;
    };
    const ended = await onEach(await findOver(db, at), end, watch);
    if (ended > 0) watch.said(`${counted(ended, 'paid period has', 'paid periods have')} ended.`, false);
    return ended;
  };

  /** Looks after payments once; what could not be is told and left for the next time. Fails where the database does. */
  const round = async (signal: AbortSignal, watch = NOBODY): Promise<void> => {
    for (const work of [expire, reconcile])
      await work(signal, watch).catch((error: unknown) => tell(error, {}, 'payments could not be looked after', watch));
  };

  return { reconcile, expire, round };
};
