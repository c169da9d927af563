import { isServedOf } from '#server/facades/facade.config.ts';
import type { Facade } from '#server/facades/facade.ts';
import { createOmdb } from '#server/facades/omdb/omdb.facade.ts';
import { createTmdb } from '#server/facades/tmdb/tmdb.facade.ts';
import { failure } from '#server/kernel/failure.ts';
import type { Ids } from '#server/modules/catalog/ids/ids.service.ts';
import type { Images } from '#server/modules/catalog/image.service.ts';
import type { Records } from '#server/modules/catalog/record.service.ts';
import type { Configuration } from '#server/modules/configuration/configuration.service.ts';
import type { Search } from '#server/modules/search/search.service.ts';
import type { Facades } from '#server/platform/http/failing.ts';
import { placeOf } from '#server/platform/http/place.ts';
import type { Admission, Authenticate } from '#server/platform/http/route.ts';

export interface FacadeParts {
  readonly configuration: Pick<Configuration, 'text'>;
  readonly records: Records;
  readonly search: Search;
  readonly ids: Ids;
  readonly images: Images;
  readonly publicUrl: string;
}

/** The clients of other services: what is served to them, and whether. */
export const createFacades = ({ configuration, ...parts }: FacadeParts) => {
  const isServed = isServedOf(configuration);
  const all: readonly Facade[] = [createOmdb(parts), createTmdb(parts)];
  const gate =
    (guard: Authenticate): Authenticate =>
    (request) => {
      const facade = placeOf(request).area?.facade;
      if (facade !== undefined && !isServed(facade)) throw failure('address_unknown');
      return guard(request);
    };
  return {
    all,
    isServed,
    routes: all.flatMap(({ routes }) => routes),
    tell: Object.fromEntries(all.map(({ shape, tell }) => [shape.name, tell])) as Facades,
    /** Lets nobody in where a façade is switched off, whoever they are. */
    gated: (guards: Admission['authenticate']): Admission['authenticate'] =>
      Object.fromEntries(Object.entries(guards).map(([access, guard]) => [access, gate(guard)])),
  };
};

export type ServedFacades = ReturnType<typeof createFacades>;
