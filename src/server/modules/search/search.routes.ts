import { discover, genres, popular, search as searchAll, suggest, top } from '#contracts/discover.api.ts';
import { recordSuggest } from '#contracts/lookup.api.ts';
import { movieComingSoon, movieSearch } from '#contracts/movie.api.ts';
import { nameSearch } from '#contracts/name.api.ts';
import { type Answer, dataText, paged } from '#server/platform/http/answer.ts';
import { type Call, type Route, route } from '#server/platform/http/route.ts';
import type { Records } from '../catalog/record.service.ts';
import type { ListPage } from './chart.store.ts';
import type { Search, Slice } from './search.service.ts';

const cached = { cached: true } as const;
const SUGGESTIONS = 10;
const CAPPED = { 'X-Total-Relation': 'gte' } as const;

interface Paging {
  readonly page?: number;
  readonly regs?: number;
}

const listedBy =
  (told: Records['told']) =>
  async ({ page = 1, regs }: Paging, { caller }: Call, read: (slice: Slice) => Promise<ListPage>): Promise<Answer> => {
    const limit = regs ?? caller.maxRegs;
    const { json, total } = await read({ offset: (page - 1) * limit, limit });
    return paged({ json: await told(json, caller), total, page, regs: limit });
  };

/** Search, completion, filters and charts over HTTP. */
export const searchRoutes = (search: Search, told: Records['told']): readonly Route[] => {
  const listed = listedBy(told);
  return [
    route(searchAll, cached)(async ({ query }, call) => listed(query, call, (slice) => search.all(query.q, slice))),
    route(
      movieSearch,
      cached,
    )(async ({ query: { type, ...query } }, call) =>
      listed(query, call, (slice) => search.titles({ ...query, ...(type && { types: [type] }) }, slice)),
    ),
    route(
      nameSearch,
      cached,
    )(async ({ query }, call) => listed(query, call, (slice) => search.names(query.name, query.exact, slice))),
    route(
      suggest,
      cached,
    )(async ({ query }, { caller }) =>
      dataText(await told(await search.suggest(query.q, query.regs ?? SUGGESTIONS), caller)),
    ),
    route(recordSuggest)(async ({ query }) => dataText(await search.suggestAny(query.q, SUGGESTIONS, query.kind))),
    route(
      discover,
      cached,
    )(async ({ query: { titleLanguage: _, ...query } }, call) => {
      const { json, capped } = await search.discover(query, query.regs ?? call.caller.maxRegs);
      return dataText(await told(json, call.caller), capped ? CAPPED : undefined);
    }),
    route(top, cached)(async ({ query }, call) => listed(query, call, (slice) => search.top(query.type, slice))),
    route(
      popular,
      cached,
    )(async ({ query }, call) => listed(query, call, (slice) => search.popular(query.type, slice))),
    route(
      movieComingSoon,
      cached,
    )(async ({ params, query }, call) => listed(query, call, (slice) => search.comingSoon(params.date, slice))),
    route(genres, cached)(async () => dataText(await search.genres())),
  ];
};
