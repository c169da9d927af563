import type { PaymentStatus } from '#contracts/billing.api.ts';
import { PEOPLE_CHANGED } from '#server/modules/accounts/account.events.ts';
import type { Notify } from '#server/modules/notifications/notification.service.ts';
import type { Grants } from '#server/modules/plans/role.grants.ts';
import { publish } from '#server/platform/bus/event.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { AccountStep } from './account-step.ts';
import { euroText, monthsText, STEPS, type Step, type Verdict } from './billing.rules.ts';
import { closeGaps, periodOf } from './period.rules.ts';
import { insertEvent, type Source } from './purchase.store.ts';
import type { Receipts } from './receipt.service.ts';
import {
  type Bought,
  endPayments,
  findAhead,
  findBought,
  holdOrdered,
  insertWebhookEvent,
  isRefusedAlready,
  moveTo,
  type Ordered,
  setChecked,
  setPeriod,
} from './settle.store.ts';

export interface SettleParts {
  readonly accountStep: AccountStep;
  readonly grants: Grants;
  readonly notify: Notify;
  readonly receipts: Pick<Receipts, 'issue'>;
  readonly now: () => Date;
}

export interface Cause {
  readonly source: Source;
  /** The message that it follows from, which has its effect once. */
  readonly eventId?: string;
  readonly detail?: string;
}

/** Verdicts after which an open purchase is looked after before others. */
const MAY_BE_PAID = new Set<Verdict['is']>(['approved', 'pending']);

const textOf = (held: Ordered, bought: readonly Bought[]): string => {
  const items = bought.map(({ feature, quantity, cents }) => `${feature}, ${monthsText(quantity)}, ${euroText(cents)}`);
  return `${held.test ? 'Test payment. ' : ''}Order ${held.orderId} of account ${held.accountId}: ${items.join('; ')}.`;
};

/** What follows from a verdict: one transaction, in which money and rights agree again. */
export const createSettling = ({ accountStep, grants, notify, receipts, now }: SettleParts) => {
  const step = async (
    tx: Transaction,
    held: Ordered,
    taken: Step,
    { source, detail }: Cause,
    captureId: string | null = null,
  ): Promise<Date | null> => {
    const { from, to } = STEPS[taken];
    const at = now();
    if (!(await moveTo(tx, held.id, { status: to, from, captureId, now: at }))) return null;
    await insertEvent(tx, { purchaseId: held.id, what: to, source, at, ...(detail && { detail }) });
    return at;
  };

  /** Gives what was bought: each item from now, or from the end of the same product's time. */
  const complete = async (tx: Transaction, held: Ordered, cause: Cause, captureId: string): Promise<void> => {
    const at = await step(tx, held, 'complete', cause, captureId);
    if (at === null) return;
    const { accountId } = held;
    const bought = await findBought(tx, held.id);
    for (const item of bought) {
      const period = periodOf(item, at, await findAhead(tx, accountId, item, at));
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
    await receipts.issue(tx, held);
    await notify(tx, { message: 'Payment completed', detail: textOf(held, bought), level: 'INFO' });
    await publish(tx, PEOPLE_CHANGED);
  };

  /** Lets what was bought to follow a period of a product begin when what is left of that product's time ends. */
  const moveForward = async (tx: Transaction, held: Ordered, item: Bought, at: Date, { source }: Cause) => {
    for (const { id, purchaseId, ...period } of closeGaps(await findAhead(tx, held.accountId, item, at), at)) {
      await setPeriod(tx, id, period);
      await grants.move(tx, id, period);
      const detail = `${item.feature} begins ${period.startsAt.toISOString()}`;
      await insertEvent(tx, { purchaseId, what: 'MOVED', source, at, detail });
    }
  };

  /** Ends what was given; what was bought to follow it moves forward. */
  const refund = async (tx: Transaction, held: Ordered, cause: Cause): Promise<void> => {
    const at = await step(tx, held, 'refund', cause);
    if (at === null) return;
    const bought = await findBought(tx, held.id);
    await grants.end(tx, await endPayments(tx, held.id, at), at);
    for (const item of bought) await moveForward(tx, held, item, at, cause);
    await notify(tx, { message: 'Payment refunded', detail: textOf(held, bought), level: 'WARN' });
    await publish(tx, PEOPLE_CHANGED);
  };

  /** The provider has not got the money. */
  const decline = async (tx: Transaction, held: Ordered, cause: Cause): Promise<void> => {
    if ((await step(tx, held, 'cancel', { ...cause, detail: 'declined' })) === null) return;
    const detail = `${textOf(held, await findBought(tx, held.id))} The provider has declined it.`;
    await notify(tx, { message: 'Payment failed', detail, level: 'WARN' });
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
    else if (verdict.is === 'declined') await decline(tx, held, cause);
    else if (verdict.is === 'refunded' || verdict.is === 'void')
      await step(tx, held, 'cancel', { ...cause, detail: verdict.is });
    else if (verdict.is === 'wrong') await refuse(tx, held, verdict.why, verdict.moneyTaken, cause);
  };

  /** Takes a message as it comes in; false when it has come before. */
  const first = async (tx: Transaction, held: Ordered, { eventId }: Cause): Promise<boolean> =>
    eventId === undefined || (await insertWebhookEvent(tx, held.provider, eventId, now()));

  /** Takes a step of one purchase, held as it stands then; answers the status that it has in the end. */
  const stepOf = (
    { id, accountId }: Pick<Ordered, 'id' | 'accountId'>,
    work: (tx: Transaction, held: Ordered) => Promise<unknown>,
  ): Promise<PaymentStatus> =>
    accountStep(accountId, async (tx) => {
      await work(tx, await holdOrdered(tx, id));
      return (await holdOrdered(tx, id)).status;
    });

  /** Does what a verdict asks for and answers the status that the purchase has then. */
  const apply = (purchase: Pick<Ordered, 'id' | 'accountId'>, verdict: Verdict, cause: Cause): Promise<PaymentStatus> =>
    stepOf(purchase, async (tx, held) => {
      if (!(await first(tx, held, cause))) return;
      await setChecked(tx, held.id, now(), MAY_BE_PAID.has(verdict.is));
      await act(tx, held, verdict, cause);
    });

  /**
   * Gives a purchase up, if it is not paid by now and its money is not being taken: `untaken` is a capture after which its
   * provider said that it was not. Answers the status that it has then.
   */
  const cancel = (
    purchase: Pick<Ordered, 'id' | 'accountId'>,
    cause: Cause,
    untaken: Date | null,
  ): Promise<PaymentStatus> =>
    stepOf(purchase, async (tx, held) => {
      if (held.captureAt?.getTime() === untaken?.getTime()) await step(tx, held, 'cancel', cause);
    });

  /** All of the money was taken back, whatever the order still says. */
  const reverse = (purchase: Pick<Ordered, 'id' | 'accountId'>, cause: Cause): Promise<PaymentStatus> =>
    stepOf(purchase, async (tx, held) => {
      if (await first(tx, held, cause)) await refund(tx, held, cause);
    });

  return { apply, cancel, reverse };
};

export type Settling = ReturnType<typeof createSettling>;
