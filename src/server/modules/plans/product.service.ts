import type { Feature } from '#contracts/public.api.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { findOnSale } from './product.store.ts';

/** The products that visitors are shown. */
export const createProducts = ({ db }: { readonly db: Executor }) => ({
  /** What is on sale, in the order of the site. */
  onSale: async (): Promise<Feature[]> =>
    (await findOnSale(db)).map((product) => ({ ...product, price: product.price / 100 })),
});

export type Products = ReturnType<typeof createProducts>;
