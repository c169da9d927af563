import type { Database } from '#server/platform/db/database.ts';
import { productOn } from '#test/support/product-in-memory.ts';

/** The product with some ids of other sites, and calls as clients of TMDB make them. */
export const tmdbOn = async (db: Database) => {
  const product = await productOn(db);
  await db.query(`insert into external_id (site, space, kind, value, record_id) values
    ('tmdb', 'film', 'movie', '238', 68646), ('wikidata', 'item', 'movie', 'Q47703', 68646),
    ('tmdb', 'person', 'name', '1158', 199), ('tvdb', 'series', 'movie', '81189', 903747)
    on conflict do nothing`);
  const call = (path: string) => {
    const url = `/tmdb/3/${path}${path.includes('?') ? '&' : '?'}api_key=${product.token}`;
    return product.app.inject({ url });
  };
  return { product, call, ask: async (path: string) => (await call(path)).json(), close: product.close };
};
