import type { AddressInfo } from 'node:net';
import type { Database } from '#server/platform/db/database.ts';
import { type ProductInMemory, productOn } from './product-in-memory.ts';

const CUT_EVERY_MS = 50;

export interface Listening extends ProductInMemory {
  /** Where it answers on this machine. */
  readonly origin: string;
}

/** The whole product on a database, listening on a port of loopback: for programs of their own that call it. */
export const productListening = async (db: Database): Promise<Listening> => {
  const product = await productOn(db);
  await product.app.listen({ port: 0, host: '127.0.0.1' });
  const close = async (): Promise<void> => {
    // A caller's pool opens a connection in place of one that was cut, and asks nothing on it: no server ends that.
    const cutting = setInterval(() => product.app.server.closeAllConnections(), CUT_EVERY_MS);
    await product.close().finally(() => clearInterval(cutting));
  };
  return { ...product, close, origin: `http://127.0.0.1:${(product.app.server.address() as AddressInfo).port}` };
};
