import type { Executor } from '#server/platform/db/database.ts';

export interface OnSale {
  readonly idProduct: number;
  readonly name: string;
  /** Cents. */
  readonly price: number;
  readonly description: string;
  readonly notice: string;
  readonly requests: number;
}

/** The active products by priority; a product allows as much as the largest of its roles. */
export const findOnSale = async (db: Executor): Promise<OnSale[]> => {
  const { rows } = await db.query<OnSale & Record<string, unknown>>({
    name: 'products_on_sale',
    text: `select p.id as "idProduct", p.name, p.price_cents as price, p.description, p.notice,
        coalesce((select max(r.requests) from product_role g join plan_role r on r.id = g.role_id
          where g.product_id = p.id), 0)::int as requests
      from product p where p.active order by p.priority, p.id`,
    values: [],
  });
  return rows;
};
