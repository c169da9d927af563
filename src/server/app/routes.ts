import { changeRoutes } from '#server/modules/catalog/change.routes.ts';
import type { Changes } from '#server/modules/catalog/change.service.ts';
import { imageRoutes } from '#server/modules/catalog/image.routes.ts';
import type { Images } from '#server/modules/catalog/image.service.ts';
import { recordRoutes } from '#server/modules/catalog/record.routes.ts';
import type { Records } from '#server/modules/catalog/record.service.ts';
import { searchRoutes } from '#server/modules/search/search.routes.ts';
import type { Search } from '#server/modules/search/search.service.ts';
import type { Route } from '#server/platform/http/route.ts';
import { healthRoutes } from './health.routes.ts';

export interface Services {
  readonly records: Records;
  readonly images: Images;
  readonly changes: Changes;
  readonly search: Search;
  readonly health: () => Promise<boolean>;
}

/** Everything that is served, module by module. */
export const createRoutes = ({ records, images, changes, search, health }: Services): readonly Route[] => [
  ...recordRoutes(records),
  ...searchRoutes(search),
  ...changeRoutes(changes),
  ...imageRoutes(images),
  ...healthRoutes(health),
];
