import { TITLE_PARTS, type TitlePart } from '#contracts/catalog.ts';
import { type CrewType, crewRole } from '#contracts/crew.ts';
import { batch } from '#contracts/feed.api.ts';
import {
  movie,
  movieAllInOne,
  movieEpisode,
  movieEpisodeOfYear,
  moviePartEndpoints,
  movieSeason,
  movieSeasonYear,
  tmdbEpisode,
} from '#contracts/movie.api.ts';
import { name, nameAllInOne, namePartEndpoints } from '#contracts/name.api.ts';
import { NAME_PARTS, type NamePart } from '#contracts/people.ts';
import type { JsonText } from '#server/kernel/json.ts';
import { type Answer, dataText, movedTo, paged } from '#server/platform/http/answer.ts';
import { type Call, type Route, route } from '#server/platform/http/route.ts';
import type { Lookup, Records } from './record.service.ts';
import type { ListPage, PartFilter } from './title.store.ts';
import { flaggedView, NAME_SHAPE, readView, TITLE_SHAPE } from './view.rules.ts';

const cached = { cached: true } as const;

/** The answer, or the way to where the record stands now. */
const answered = <T>(result: Lookup<T>, call: Call, asked: string, show: (found: T) => Answer): Answer =>
  'movedTo' in result ? movedTo(call.url.replace(asked, result.movedTo)) : show(result.found);

const one = (result: Lookup<JsonText>, call: Call, asked: string): Answer => answered(result, call, asked, dataText);

interface ViewAsk {
  readonly include?: string;
  readonly fields?: string;
}

/** A title as `v1/movie/{imdbId}` answers it. */
export const titleAnswer = async (records: Records, imdbId: string, asked: ViewAsk, call: Call): Promise<Answer> =>
  one(await records.title(imdbId, readView(TITLE_SHAPE, asked), call.caller), call, imdbId);

/** A person as `v1/name/{imdbId}` answers it. */
export const nameAnswer = async (records: Records, imdbId: string, asked: ViewAsk, call: Call): Promise<Answer> =>
  one(await records.name(imdbId, readView(NAME_SHAPE, asked), call.caller), call, imdbId);

interface Paging {
  readonly page?: number;
  readonly regs?: number;
}

const slice = ({ page = 1, regs }: Paging, call: Call) => {
  const limit = regs ?? call.caller.maxRegs;
  return { page, limit, offset: (page - 1) * limit };
};

const listPage = (
  result: Lookup<ListPage>,
  call: Call,
  asked: string,
  { page, limit }: { page: number; limit: number },
): Answer => answered(result, call, asked, ({ json, total }) => paged({ json, total, page, regs: limit }));

const titlePartRoute = (records: Records, part: TitlePart): Route =>
  route(
    moviePartEndpoints[part],
    cached,
  )(async ({ params, query }, call) => {
    const at = slice(query as Paging, call);
    const { main, type } = query as { main?: boolean; type?: CrewType };
    const filter: PartFilter = { ...(main !== undefined && { main }), ...(type && { role: crewRole(type) }) };
    return listPage(await records.titlePart(params.imdbId, part, at, filter, call.caller), call, params.imdbId, at);
  });

const namePartRoute = (records: Records, part: NamePart): Route =>
  route(
    namePartEndpoints[part],
    cached,
  )(async ({ params, query }, call) => {
    const at = slice(query as Paging, call);
    return listPage(await records.namePart(params.imdbId, part, at, call.caller), call, params.imdbId, at);
  });

const seasonOf = (text: string) => ({ season: text === 'unknown' ? null : Number(text) });

/** The records of the catalogue over HTTP: titles, people, their parts, seasons, episodes and batches. */
export const recordRoutes = (records: Records): readonly Route[] => [
  route(movie, cached)(async ({ params, query }, call) => titleAnswer(records, params.imdbId, query, call)),
  route(
    movieAllInOne,
    cached,
  )(async ({ query }, call) =>
    one(await records.title(query.imdbId, flaggedView(TITLE_SHAPE, query), call.caller), call, query.imdbId),
  ),
  ...(Object.keys(TITLE_PARTS) as TitlePart[]).map((part) => titlePartRoute(records, part)),
  route(
    movieSeason,
    cached,
  )(async ({ params: { imdbId, season } }, call) =>
    one(await records.season(imdbId, seasonOf(season), call.caller), call, imdbId),
  ),
  route(
    movieSeasonYear,
    cached,
  )(async ({ params: { imdbId, year } }, call) =>
    one(await records.season(imdbId, { year: Number(year) }, call.caller), call, imdbId),
  ),
  route(
    movieEpisode,
    cached,
  )(async ({ params: { imdbId, season, episode } }, call) =>
    one(await records.episode(imdbId, seasonOf(season), Number(episode), call.caller), call, imdbId),
  ),
  route(
    movieEpisodeOfYear,
    cached,
  )(async ({ params: { imdbId, year, episode } }, call) =>
    one(await records.episode(imdbId, { year: Number(year) }, Number(episode), call.caller), call, imdbId),
  ),
  route(
    tmdbEpisode,
    cached,
  )(async ({ params: { id, season, episode } }, call) =>
    id.startsWith('tt')
      ? one(await records.episode(id, seasonOf(season), Number(episode), call.caller), call, id)
      : dataText(await records.tmdbEpisode(id, Number(season), Number(episode), call.caller)),
  ),
  route(name, cached)(async ({ params, query }, call) => nameAnswer(records, params.imdbId, query, call)),
  route(
    nameAllInOne,
    cached,
  )(async ({ query }, call) =>
    one(await records.name(query.imdbId, flaggedView(NAME_SHAPE, query), call.caller), call, query.imdbId),
  ),
  ...(Object.keys(NAME_PARTS) as NamePart[]).map((part) => namePartRoute(records, part)),
  route(batch)(async ({ body }, call) => dataText(await records.batch(body, call.caller))),
];
