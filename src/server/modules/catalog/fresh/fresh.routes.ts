import { freshness, recordRefresh } from '#contracts/fresh.api.ts';
import { dataText, movedTo } from '#server/platform/http/answer.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import type { Fresh } from './fresh.service.ts';

export const freshRoutes = (fresh: Fresh): readonly Route[] => [
  route(freshness)(async ({ params: { imdbId } }, { url }) => {
    const looked = await fresh.read(imdbId);
    return 'movedTo' in looked ? movedTo(url.replace(imdbId, looked.movedTo)) : dataText(looked.found);
  }),
  route(recordRefresh)(async ({ params: { imdbId } }, { url, caller }) => {
    const looked = await fresh.ask(imdbId, caller.accountId);
    return 'movedTo' in looked ? movedTo(url.replace(imdbId, looked.movedTo)) : dataText(looked.found);
  }),
];
