import { TMDB } from '#contracts/tmdb.ts';
import type { Facade } from '#server/facades/facade.ts';
import type { Images } from '#server/modules/catalog/image.service.ts';
import { dialect, tell } from './failures.ts';
import { listRoutes } from './list.routes.ts';
import { createLists, type ListParts } from './lists.service.ts';
import { pictureRoute } from './picture.routes.ts';
import { createReading, type ReadingParts } from './reading.service.ts';
import { recordRoutes } from './record.routes.ts';

export interface TmdbParts extends ReadingParts, Pick<ListParts, 'search'> {
  readonly images: Images;
  readonly publicUrl: string;
}

/** What clients of TMDB's API 3 call. */
export const createTmdb = ({ images, publicUrl, search, ...parts }: TmdbParts): Facade => {
  const reading = createReading(parts);
  return {
    shape: TMDB,
    routes: [
      ...recordRoutes(reading),
      ...listRoutes(createLists({ reading, search }), publicUrl),
      pictureRoute(images),
    ],
    tell,
    dialect,
  };
};
