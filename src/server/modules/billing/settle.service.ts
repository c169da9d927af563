import type { PaymentStatus } from '#contracts/billing.api.ts';
import { PEOPLE_CHANNEL } from '#server/modules/accounts/account.service.ts';
import type { Notify } from '#server/modules/notifications/notification.service.ts';
import type { Grants } from '#server/modules/plans/role.grants.ts';
import type { Database, Transaction } from '#server/platform/db/database.ts';
import { after, euroText, monthsText, periodOf, type Step, statusesBefore, type Verdict } from './billing.rules.ts';
import { insertEvent, type Source } from './purchase.store.ts';
import {
  type Bought,
  endPayments,
  findBought,
  findRunsUntil,
  holdOrdered,
  insertWebhookEvent,
  isRefusedAlready,
  moveTo,
  type Ordered,
  setChecked,
  setPeriod,
} from './settle.store.ts';

export interface SettleParts {
  readonly db: Pick<Database, 'query' | 'transaction'>;
  readonly grants: Grants;
  readonly notify: Notify;
  readonly now: () => Date;
}

export interface Cause {
  readonly source: Source;
  /** The message that it follows from, which has its effect once. */
  readonly eventId?: string;
  readonly detail?: string;
}

const textOf = (held: Ordered, bought: readonly Bought[]): string => {
  const items = bought.map(({ feature, quantity, cents }) => `${feature}, ${monthsText(quantity)}, ${euroText(cents)}`);
  return `${held.test ? 'Test payment. ' : ''}Order ${held.orderId} of account ${held.accountId}: ${items.join('; ')}.`;
};

/** What follows from a verdict: one transaction, in which money and rights agree again. */
export const createSettling = ({ db, grants, notify, now }: SettleParts) => {
  const step = async (
    tx: Transaction,
    held: Ordered,
    taken: Step,
    { source, detail }: Cause,
    captureId: string | null = null,
  ): Promise<Date | null> => {
    const status = after(held.status, taken);
    const at = now();
    if (status === null) return null;
    if (!(await moveTo(tx, held.id, { status, from: statusesBefore(taken), captureId, now: at }))) return null;
    await insertEvent(tx, { purchaseId: held.id, what: status, source, at, ...(detail && { detail }) });
    return at;
  };

  const tellPeople = (tx: Transaction) => tx.query(`select pg_notify($1, '')`, [PEOPLE_CHANNEL]);

  /** Gives what was bought: each item from now, or from the end of the same product's time. */
  const complete = async (tx: Transaction, held: Ordered, cause: Cause, captureId: string): Promise<void> => {
    const at = await step(tx, held, 'complete', cause, captureId);
    if (at === null) return;
    const { accountId } = held;
    await grants.hold(tx, accountId);
    const bought = await findBought(tx, held.id);
    for (const item of bought) {
      const period = periodOf(item, at, await findRunsUntil(tx, accountId, item.productId, at));
      await setPeriod(tx, item.id, period);
      const given = await grants.give(tx, { accountId, roleIds: item.roleIds, paymentId: item.id, ...period });
      if (given < item.roleIds.length)
        await notify(tx, {
          message: 'A payment could not be granted in whole',
          detail: `${textOf(held, [item])} A role that was sold is no more.`,
          level: 'ERROR',
        });
    }
    await insertEvent(tx, { purchaseId: held.id, what: 'GRANTED', source: cause.source, at });
    await notify(tx, { message: 'Payment completed', detail: textOf(held, bought), level: 'INFO' });
    await tellPeople(tx);
  };

  /** Ends what was given. */
  const refund = async (tx: Transaction, held: Ordered, cause: Cause): Promise<void> => {
    const at = await step(tx, held, 'refund', cause);
    if (at === null) return;
    const bought = await findBought(tx, held.id);
    await grants.end(tx, await endPayments(tx, held.id, at), at);
    await notify(tx, { message: 'Payment refunded', detail: textOf(held, bought), level: 'WARN' });
    await tellPeople(tx);
  };

  const refuse = async (tx: Transaction, held: Ordered, why: string, moneyTaken: boolean, { source }: Cause) => {
    if (await isRefusedAlready(tx, held.id, why)) return;
    await insertEvent(tx, { purchaseId: held.id, what: 'REFUSED', source, at: now(), detail: why });
    await notify(tx, {
      message: 'A payment does not agree with its order',
      detail: `Order ${held.orderId} differs in: ${why}.${moneyTaken ? ' Money was taken: look at the provider.' : ''}`,
      level: 'ERROR',
    });
  };

  const act = async (tx: Transaction, held: Ordered, verdict: Verdict, cause: Cause): Promise<void> => {
    if (verdict.is === 'paid') await complete(tx, held, cause, verdict.captureId);
    else if (verdict.is === 'refunded' && held.status === 'COMPLETED') await refund(tx, held, cause);
    else if (verdict.is === 'refunded' || verdict.is === 'declined' || verdict.is === 'void')
      await step(tx, held, 'cancel', { ...cause, detail: verdict.is });
    else if (verdict.is === 'wrong') await refuse(tx, held, verdict.why, verdict.moneyTaken, cause);
  };

  /** Takes a message as it comes in; false when it has come before. */
  const first = async (tx: Transaction, held: Ordered, { eventId }: Cause): Promise<boolean> =>
    eventId === undefined || (await insertWebhookEvent(tx, held.provider, eventId, now()));

  /** Does what a verdict asks for and answers the status that the purchase has then. */
  const apply = ({ id }: Pick<Ordered, 'id'>, verdict: Verdict, cause: Cause): Promise<PaymentStatus> =>
    db.transaction(async (tx) => {
      const held = await holdOrdered(tx, id);
      if (!(await first(tx, held, cause))) return held.status;
      await setChecked(tx, id, now());
      await act(tx, held, verdict, cause);
      return (await holdOrdered(tx, id)).status;
    });

  /** Gives a purchase up, if it is not paid by now; answers the status that it has then. */
  const cancel = ({ id }: Pick<Ordered, 'id'>, cause: Cause): Promise<PaymentStatus> =>
    db.transaction(async (tx) => {
      const held = await holdOrdered(tx, id);
      await step(tx, held, 'cancel', cause);
      return (await holdOrdered(tx, id)).status;
    });

  /** All of the money was taken back, whatever the order still says. */
  const reverse = ({ id }: Pick<Ordered, 'id'>, cause: Cause): Promise<PaymentStatus> =>
    db.transaction(async (tx) => {
      const held = await holdOrdered(tx, id);
      if (await first(tx, held, cause)) await refund(tx, held, cause);
      return (await holdOrdered(tx, id)).status;
    });

  return { apply, cancel, reverse };
};

export type Settling = ReturnType<typeof createSettling>;
