import type { Executor } from '#server/platform/db/database.ts';

/** What plans ask of billing, which stands above them. */
export interface Sold {
  /** How many payments for each product run now; a product without any is left out. */
  readonly activePayments: (db: Executor) => Promise<ReadonlyMap<number, number>>;
  /** Whether an order that is not settled would grant a plan role. */
  readonly isOrdered: (tx: Executor, roleId: number) => Promise<boolean>;
}
