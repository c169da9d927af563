import type { AddressInfo } from 'node:net';
import type { Database } from '#server/platform/db/database.ts';
import { type ProductInMemory, productOn } from './product-in-memory.ts';

export interface Listening extends ProductInMemory {
  /** Where it answers on this machine. */
  readonly origin: string;
}

/** The whole product on a database, listening on a port of loopback: for programs of their own that call it. */
export const productListening = async (db: Database): Promise<Listening> => {
  const product = await productOn(db);
  await product.app.listen({ port: 0, host: '127.0.0.1' });
  return { ...product, origin: `http://127.0.0.1:${(product.app.server.address() as AddressInfo).port}` };
};
