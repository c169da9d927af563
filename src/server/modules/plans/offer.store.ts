import type { Product } from '#contracts/plans.api.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { FIXED_ROLE, ROLE_FIELDS } from './role.store.ts';

/** Every product by priority, or the one with an id. */
export const findOffers = async (db: Executor, id: number | null): Promise<Omit<Product, 'activePayments'>[]> => {
  const { rows } = await db.query<Omit<Product, 'activePayments'>>(
    `select p.id as "idProduct", p.name, p.description, p.notice, p.price_cents as price, p.period_days as period,
        p.priority, p.active::int as active,
        coalesce((select json_agg(json_build_object(${ROLE_FIELDS}) order by r.id desc)
          from product_role g join plan_role r on r.id = g.role_id where g.product_id = p.id), '[]') as role, p.version
      from product p where $1::bigint is null or p.id = $1 order by p.priority, p.id`,
    [id],
  );
  return rows.map((product) => ({ ...product, price: product.price / 100 }));
};

export interface OfferValues {
  readonly name: string;
  readonly description: string;
  readonly notice: string;
  readonly cents: number;
  readonly period: number;
  readonly priority: number;
}

/** What is not said of an existing product stays as it is. */
export interface OfferChange extends Omit<OfferValues, 'notice' | 'priority'> {
  readonly notice: string | null;
  readonly priority: number | null;
  readonly active: boolean | null;
}

/** Makes a product, inactive. */
export const insertOffer = async (tx: Executor, offer: OfferValues): Promise<number> => {
  const { rows } = await tx.query<{ id: number }>(
    `insert into product (name, description, notice, price_cents, period_days, priority, active)
      values ($1, $2, $3, $4, $5, $6, false) returning id`,
    [offer.name, offer.description, offer.notice, offer.cents, offer.period, offer.priority],
  );
  return rows[0]?.id ?? 0;
};

/** Keeps others from changing a product until the transaction ends. */
export const holdOffer = async (tx: Executor, id: number): Promise<void> => {
  await tx.query('select from product where id = $1 for update', [id]);
};

/** False when there is no such product. */
export const updateOffer = async (tx: Executor, id: number, offer: OfferChange): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `update product set name = $2, description = $3, notice = coalesce($4, notice), price_cents = $5, period_days = $6,
        priority = coalesce($7, priority), active = coalesce($8, active), version = version + 1 where id = $1`,
    [id, offer.name, offer.description, offer.notice, offer.cents, offer.period, offer.priority, offer.active],
  );
  return rowCount === 1;
};

/** False when there was no such product. */
export const removeOffer = async (tx: Executor, id: number): Promise<boolean> => {
  const { rowCount } = await tx.query('delete from product where id = $1', [id]);
  return rowCount === 1;
};

export interface NamedRole {
  readonly id: number;
  readonly fixed: boolean;
}

/** Those of the roles that there are, kept from being deleted until the transaction ends. */
export const holdRoles = async (tx: Executor, ids: readonly number[]): Promise<readonly NamedRole[]> => {
  const { rows } = await tx.query<NamedRole & Record<string, unknown>>(
    'select id, rol = $2 as fixed from plan_role where id = any ($1::bigint[]) order by id for key share',
    [ids, FIXED_ROLE],
  );
  return rows;
};

/** Makes a product grant these roles and no others. */
export const setOfferRoles = async (tx: Executor, id: number, roleIds: readonly number[]): Promise<void> => {
  await tx.query('delete from product_role where product_id = $1 and not role_id = any ($2::bigint[])', [id, roleIds]);
  await tx.query(
    `insert into product_role (product_id, role_id) select $1, unnest($2::bigint[]) on conflict do nothing`,
    [id, roleIds],
  );
};

/** A product as it is sold. */
export interface Offer {
  readonly id: number;
  readonly name: string;
  readonly priceCents: number;
  readonly periodDays: number;
  readonly active: boolean;
  readonly roleIds: readonly number[];
}

/** Those of the products that there are, with the roles they grant. */
export const findOffersById = async (db: Executor, ids: readonly number[]): Promise<readonly Offer[]> => {
  const { rows } = await db.query<Offer & Record<string, unknown>>(
    `select p.id, p.name, p.price_cents as "priceCents", p.period_days as "periodDays", p.active,
        array(select g.role_id from product_role g where g.product_id = p.id order by g.role_id) as "roleIds"
      from product p where p.id = any ($1::bigint[])`,
    [ids],
  );
  return rows;
};
