import { imdbFetch, imdbUpdate } from '#contracts/fetch.api.ts';
import { idOfRecord } from '#server/kernel/ids.ts';
import { data } from '#server/platform/http/answer.ts';
import { personOf, type Route, route } from '#server/platform/http/route.ts';
import type { Fetching } from './fetch.service.ts';

/** Records from the sources, over HTTP. */
export const fetchRoutes = (fetching: Pick<Fetching, 'store' | 'preview' | 'update' | 'shown'>): readonly Route[] => [
  route(imdbFetch)(async ({ params, query: { preview = false, origin } }, call) => {
    const id = idOfRecord(params.imdbId);
    const ask = { origin, accountId: personOf(call).accountId };
    return data(await fetching.shown(id, await (preview ? fetching.preview(id, ask) : fetching.store(id, ask))));
  }),
  route(imdbUpdate)(async ({ params, query: { origin } }, call) => {
    const id = idOfRecord(params.imdbId);
    return data(await fetching.shown(id, await fetching.update(id, { origin, accountId: personOf(call).accountId })));
  }),
];
