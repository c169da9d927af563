import type { Product } from '#contracts/plans.api.ts';
import { failure, refusedAt, unchangedSince } from '#server/kernel/failure.ts';
import { publish } from '#server/platform/bus/event.ts';
import type { Database, Executor } from '#server/platform/db/database.ts';
import { centsOf } from './offer.rules.ts';
import {
  findOffers,
  findOffersById,
  holdOffer,
  holdRoles,
  insertOffer,
  type OfferValues,
  removeOffer,
  setOfferRoles,
  updateOffer,
} from './offer.store.ts';
import { OFFERS_CHANGED } from './plan.events.ts';
import type { Sold } from './sold.ts';

export type { Offer } from './offer.store.ts';

export interface OfferOptions {
  readonly db: Pick<Database, 'query' | 'transaction'>;
  readonly sold: Pick<Sold, 'activePayments'>;
}

export interface OfferAsked extends Omit<OfferValues, 'cents' | 'notice' | 'priority'> {
  readonly idProduct?: number | null;
  readonly version?: number;
  readonly notice?: string;
  readonly priority?: number;
  /** Euros a month. */
  readonly price: number;
  readonly active?: number;
  readonly role: readonly { readonly idRol: number }[];
}

const priceOf = (euros: number): number => {
  const cents = centsOf(euros);
  if (cents !== null) return cents;
  throw wrong('price', 'Price must be euros with two decimals at most');
};

const NO_PRODUCT = 'There is no such product.';

const wrong = (field: string, message: string) => failure('invalid_body', message, { details: [{ field, message }] });

const nameOf = (text: string): string => {
  const name = text.trim();
  if (name === '') throw wrong('name', 'Name is required');
  return name;
};

/** What is sold, as administrators keep it and as buyers are charged for it. */
export const createOffers = ({ db, sold }: OfferOptions) => {
  const read = async (executor: Executor, id: number | null = null): Promise<Product[]> => {
    const offers = await findOffers(executor, id);
    const active = await sold.activePayments(executor);
    return offers.map((offer) => ({ ...offer, activePayments: active.get(offer.idProduct) ?? 0 }));
  };

  const holdUnchanged = async (tx: Executor, id: number, version: number | undefined): Promise<void> => {
    await holdOffer(tx, id);
    const [present] = await read(tx, id);
    if (!present) throw failure('product_unknown', NO_PRODUCT);
    unchangedSince(version, present);
  };

  const sellableRoles = async (tx: Executor, role: OfferAsked['role']): Promise<number[]> => {
    const asked = [...new Set(role.map(({ idRol }) => idRol))];
    const found = await holdRoles(tx, asked);
    if (found.length < asked.length) throw refusedAt('role', 'role_unknown');
    if (found.some(({ fixed }) => fixed)) throw refusedAt('role', 'role_fixed');
    return found.map(({ id }) => id);
  };

  /**
   * Makes a product, inactive, or changes the one with the id. Payments that were made keep what was sold.
   * Throws `invalid_body` for a price that is no cents, a blank name and something on sale that grants nothing, `product_unknown`, `changed_meanwhile`, `role_unknown` and `role_fixed`.
   */
  const save = async ({ idProduct = null, price, role, active, version, ...asked }: OfferAsked): Promise<Product> => {
    const { description, period } = asked;
    const values = { name: nameOf(asked.name), description, period, cents: priceOf(price) };
    return db.transaction(async (tx) => {
      if (idProduct !== null) await holdUnchanged(tx, idProduct, version);
      const roleIds = await sellableRoles(tx, role);
      const id =
        idProduct ?? (await insertOffer(tx, { ...values, notice: asked.notice ?? '', priority: asked.priority ?? 0 }));
      const changed =
        idProduct === null ||
        (await updateOffer(tx, id, {
          ...values,
          notice: asked.notice ?? null,
          priority: asked.priority ?? null,
          active: active === undefined ? null : active === 1,
        }));
      if (!changed) throw failure('product_unknown', NO_PRODUCT);
      await setOfferRoles(tx, id, roleIds);
      await publish(tx, OFFERS_CHANGED);
      const [product] = await read(tx, id);
      if (!product) throw new Error('a product vanished while it was saved');
      if (product.active === 1 && product.price > 0 && roleIds.length === 0)
        throw wrong('role', 'A product on sale needs a role, or it grants nothing');
      return product;
    });
  };

  /** Deletes a product; its payments and what they grant stay. Throws `product_unknown`. */
  const remove = (id: number): Promise<string> =>
    db.transaction(async (tx) => {
      if (!(await removeOffer(tx, id))) throw failure('product_unknown', NO_PRODUCT);
      await publish(tx, OFFERS_CHANGED);
      return 'Product removed';
    });

  return { list: (): Promise<Product[]> => read(db), save, remove, byId: findOffersById };
};

export type Offers = ReturnType<typeof createOffers>;
