import { type Failure, failure } from '#server/kernel/failure.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Asking } from './asking.ts';
import { judge, type Verdict } from './billing.rules.ts';
import type { PaymentProvider, Providers } from './provider.ts';
import type { Buyer } from './purchase.service.ts';
import type { Settling } from './settle.service.ts';
import { beginCapture, endCapture, findOwn, type Ordered, setTold } from './settle.store.ts';

export interface ConfirmParts {
  readonly db: Pick<Database, 'query'>;
  readonly providers: Providers;
  readonly settling: Settling;
  readonly asking: Asking;
  readonly now: () => Date;
}

const WHY_NOT: Readonly<Partial<Record<Verdict['is'], string>>> = {
  declined: 'The payment was declined.',
  refused: 'The payment was declined; another means of payment may work.',
  void: 'The order was cancelled at the payment provider.',
  refunded: 'The payment was refunded.',
};
const BEING_PROCESSED = 'The payment is being processed and cannot be cancelled any more.';
const WAITING = new Set<Verdict['is']>(['unpaid', 'pending', 'gone']);
/** Verdicts after a capture by which the order is as it was before. */
const NOT_TAKEN = new Set<Verdict['is']>(['unpaid', 'refused', 'gone']);

/** What is done about orders once there is one: how they stand, and what the buyer says. */
export const createConfirming = ({ db, providers, settling, asking, now }: ConfirmParts) => {
  const going = new Map<number, Promise<Verdict>>();

  const providerOf = ({ provider }: Pick<Ordered, 'provider'>): PaymentProvider => {
    const found = providers[provider];
    if (!found) throw failure('provider_away', 'This payment was begun at a provider that is not set up any more.');
    return found;
  };

  /** How an order stands. Where the buyer has agreed and the purchase is open, the money is taken first. */
  const examine = async (purchase: Ordered, capturing = purchase.status === 'CREATED'): Promise<Verdict> => {
    const provider = providerOf(purchase);
    const found = judge(purchase, await asking(() => provider.read(purchase.orderId)));
    // Before the money is taken that has to be known, or the buyer could be told meanwhile that nothing was.
    const began = now();
    if (found.is !== 'approved' || !capturing || !(await beginCapture(db, purchase.id, began))) return found;
    const taken = judge(purchase, await asking(() => provider.capture(purchase.orderId, purchase.requestId)));
    if (NOT_TAKEN.has(taken.is)) await endCapture(db, purchase.id, began);
    // Right after the provider was asked, an order that is merely approved is one that it is still at.
    return taken.is === 'approved' ? { is: 'pending' } : taken;
  };

  /** For buyers who load the page again and again: of those who ask at the same time the provider hears once. */
  const examineOnce = (purchase: Ordered): Promise<Verdict> => {
    const found = going.get(purchase.id);
    if (found) return found;
    const begun = examine(purchase).finally(() => going.delete(purchase.id));
    going.set(purchase.id, begun);
    return begun;
  };

  const ownOf = async ({ accountId }: Buyer, orderId: string): Promise<Ordered> => {
    const purchase = await findOwn(db, accountId, orderId);
    if (!purchase) throw failure('payment_unknown');
    return purchase;
  };

  const wasRefunded = (): Failure => failure('payment_refused', WHY_NOT.refunded);

  const whyNot = (status: Ordered['status'], verdict: Verdict): Failure => {
    if (status === 'REFUNDED') return wasRefunded();
    if (WHY_NOT[verdict.is]) return failure('payment_refused', WHY_NOT[verdict.is]);
    if (status === 'CANCELLED') return failure('payment_refused', 'The payment was cancelled; no money was taken.');
    return failure(WAITING.has(verdict.is) ? 'payment_pending' : 'payment_refused');
  };

  /**
   * The buyer is back. Throws `payment_unknown` for an order that is not the buyer's, `payment_pending`,
   * `payment_refused` and `provider_away`.
   */
  const confirm = async (buyer: Buyer, orderId: string): Promise<string> => {
    const purchase = await ownOf(buyer, orderId);
    if (purchase.status === 'COMPLETED') return 'Payment completed';
    if (purchase.status === 'REFUNDED') throw wasRefunded();
    await setTold(db, purchase.id, now());
    const verdict = await examineOnce(purchase);
    const status = await settling.apply(purchase, verdict, { source: 'buyer' });
    if (status !== 'COMPLETED') throw whyNot(status, verdict);
    return 'Payment completed';
  };

  /**
   * The buyer gives up. Nothing is captured; what the provider has captured meanwhile is given. Throws
   * `payment_unknown`, `payment_completed` and `provider_away`.
   */
  const cancel = async (buyer: Buyer, orderId: string): Promise<string> => {
    const purchase = await ownOf(buyer, orderId);
    if (purchase.status === 'CANCELLED') return 'Payment cancelled';
    if (purchase.status !== 'CREATED')
      throw failure('payment_completed', purchase.status === 'REFUNDED' ? 'The payment was refunded.' : undefined);
    const verdict = await examine(purchase, false);
    if (verdict.is === 'pending' || (verdict.is === 'wrong' && verdict.moneyTaken))
      throw failure('payment_completed', BEING_PROCESSED);
    const settled = verdict.is === 'paid' || verdict.is === 'refunded';
    const status = settled
      ? await settling.apply(purchase, verdict, { source: 'buyer' })
      : await settling.cancel(purchase, { source: 'buyer' }, verdict.is === 'approved' ? null : purchase.captureAt);
    if (status !== 'CANCELLED') throw failure('payment_completed', status === 'CREATED' ? BEING_PROCESSED : undefined);
    return 'Payment cancelled';
  };

  return { confirm, cancel, examine };
};

export type Confirming = ReturnType<typeof createConfirming>;
