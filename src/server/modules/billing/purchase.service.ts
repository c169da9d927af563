import { failure } from '#server/kernel/failure.ts';
import type { Offers } from '#server/modules/plans/offer.service.ts';
import type { Tokens } from '#server/modules/tokens/token.service.ts';
import { isDatabaseAway } from '#server/platform/db/away.ts';
import type { Database, Transaction } from '#server/platform/db/database.ts';
import type { AccountStep } from './account-step.ts';
import type { Asking } from './asking.ts';
import { type CartItem, GIVEN_UP, MOST_OPEN, priceCart } from './billing.rules.ts';
import type { PaymentProvider, Providers } from './provider.ts';
import {
  type BegunPurchase,
  claimPurchase,
  findBegun,
  findByKey,
  findItems,
  findOpen,
  freeKeys,
  insertEvent,
  insertPayments,
  insertPurchase,
  releasePurchase,
  setOrder,
} from './purchase.store.ts';

export interface PurchaseParts {
  readonly db: Pick<Database, 'query'>;
  readonly accountStep: AccountStep;
  readonly providers: Providers;
  /** Whom new orders go to; null: payments are off. */
  readonly current: PaymentProvider | null;
  readonly offers: Pick<Offers, 'byId'>;
  readonly tokens: Pick<Tokens, 'waits'>;
  readonly publicUrl: string;
  readonly now: () => Date;
  readonly asking: Asking;
}

export interface Buyer {
  readonly accountId: number;
}

export interface PurchaseAnswer {
  readonly method: 'GET';
  readonly link: string;
}

const CURRENCY = 'EUR';
const LONGEST_KEY = 255;
/** How long a key is kept, in ms. */
const KEY_MS = 86_400_000;
/** After so long whoever was making an order is not at it any more, in ms. */
const ABANDONED_MS = 60_000;
/** Seconds after which who is told of a call that is going on may ask again. */
const AGAIN_S = '5';

const answerOf = (link: string): PurchaseAnswer => ({ method: 'GET', link });

const minuteText = (at: Date): string => at.toISOString().slice(0, 16).replace('T', ' ');

/** Beginning to buy. */
export const createPurchases = ({
  db,
  accountStep,
  providers,
  current,
  offers,
  tokens,
  publicUrl,
  now,
  asking,
}: PurchaseParts) => {
  const refuseTooMany = async (tx: Transaction, accountId: number): Promise<void> => {
    const { count, oldest } = await findOpen(tx, accountId);
    if (count < MOST_OPEN || !oldest) return;
    const until = minuteText(new Date(oldest.getTime() + GIVEN_UP));
    throw failure(
      'orders_open',
      `You have ${count} open payments. Finish or cancel one of them under Payments; the oldest is given up at ${until} UTC.`,
    );
  };

  /**
   * Writes the purchase down as it is sold, before the provider hears of it. Answers its id, or the purchase that its key
   * was used for before.
   */
  const begin = (
    { name, test }: PaymentProvider,
    { accountId }: Buyer,
    items: readonly CartItem[],
    key: string | null,
    asked: string,
  ) =>
    accountStep(accountId, async (tx): Promise<number | BegunPurchase> => {
      const at = now();
      if (key !== null) {
        await freeKeys(tx, accountId, key, new Date(at.getTime() - KEY_MS));
        const before = await findByKey(tx, accountId, key);
        if (before) return before;
      }
      // What is paid for ends with the account.
      if ((await tokens.waits(accountId, tx)) === 'LEAVING') throw failure('account_leaving');
      const ids = items.map(({ idProduct }) => idProduct);
      const { lines, amountCents } = priceCart(items, await offers.byId(tx, ids));
      await refuseTooMany(tx, accountId);
      const made = { accountId, provider: name, test, amountCents, currency: CURRENCY, key, asked, now: at };
      const id = await insertPurchase(tx, made);
      await insertPayments(tx, id, lines);
      await insertEvent(tx, { purchaseId: id, what: 'CREATED', source: 'buyer', at });
      return id;
    });

  /** Has the order made; also after a crash, since the provider knows the request by its id. */
  const order = async (id: number): Promise<PurchaseAnswer> => {
    const begun = await findBegun(db, id);
    const provider = begun && providers[begun.provider];
    if (!begun || !provider) throw failure('payments_off');
    const items = await findItems(db, id);
    try {
      const made = await asking(() =>
        provider.create({
          purchaseId: id,
          requestId: begun.requestId,
          items,
          amountCents: begun.amountCents,
          currency: begun.currency,
          returnUrl: `${publicUrl}/#/features`,
          cancelUrl: `${publicUrl}/?cancel=1#/features`,
        }),
      );
      if (!(await setOrder(db, id, made))) throw failure('provider_away');
      return answerOf(made.link);
    } catch (error) {
      // Whoever asks again under the same key need not wait; if this fails too, only for a minute.
      const released = releasePurchase(db, id).catch(() => {});
      // A database that is away would keep the buyer waiting once more.
      if (!isDatabaseAway(error)) await released;
      throw error;
    }
  };

  /** The same call again: the same answer, or another try when there was none. */
  const repeat = async ({ id, asked: before, link }: BegunPurchase, asked: string): Promise<PurchaseAnswer> => {
    if (before !== asked) throw failure('idempotency_conflict');
    if (link !== null) return answerOf(link);
    const at = now();
    if (!(await claimPurchase(db, id, at, new Date(at.getTime() - ABANDONED_MS))))
      throw failure('idempotency_conflict', 'This purchase is still being begun.', {
        headers: { 'Retry-After': AGAIN_S },
      });
    return order(id);
  };

  /**
   * Prices a cart and has the provider make an order for it. Throws `payments_off`, `provider_away`, `product_unknown`,
   * `invalid_body`, `account_leaving`, `orders_open` while the account has too many that are not settled, and `idempotency_conflict` for a key that stands for something else or for a call that is going on.
   */
  const purchase = async (
    buyer: Buyer,
    items: readonly CartItem[],
    key: string | null = null,
  ): Promise<PurchaseAnswer> => {
    if (!current) throw failure('payments_off');
    if (key !== null && (key === '' || key.length > LONGEST_KEY)) {
      const details = [{ field: 'Idempotency-Key', message: `must have 1 to ${LONGEST_KEY} characters` }];
      throw failure('invalid_body', `Idempotency-Key must have 1 to ${LONGEST_KEY} characters`, { details });
    }
    const asked = JSON.stringify(items.map(({ idProduct, period }) => [idProduct, period]));
    const begun = await begin(current, buyer, items, key, asked);
    return typeof begun === 'number' ? order(begun) : repeat(begun, asked);
  };

  return { purchase };
};
