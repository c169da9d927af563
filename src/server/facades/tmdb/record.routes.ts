import {
  tmdbEpisode,
  tmdbEpisodePart,
  tmdbFilm,
  tmdbFilmPart,
  tmdbFilmProviders,
  tmdbPerson,
  tmdbPersonPart,
  tmdbSeason,
  tmdbSeasonPart,
  tmdbSeasonProviders,
  tmdbTv,
  tmdbTvPart,
  tmdbTvProviders,
} from '#contracts/tmdb.api.ts';
import { failure } from '#server/kernel/failure.ts';
import type { Answer } from '#server/platform/http/answer.ts';
import { type Call, type Route, route } from '#server/platform/http/route.ts';
import { answered, cached, dayIn } from './answers.ts';
import { readPage, readParts } from './ask.rules.ts';
import { EPISODE, episodeBody, SEASON } from './episode.map.ts';
import type { Screen } from './genres.map.ts';
import { type Around, FILM, made, SERIES } from './parts.map.ts';
import { PERSON, personOf } from './person.map.ts';
import type { Reading } from './reading.service.ts';
import { filmOf, seasonBody, seasonsOf, seriesOf } from './title.map.ts';

const SEASON_NAME = /^season\/(\d{1,6})$/;
/** The part whose name has a slash, which is more than one step of an address. */
const PROVIDERS = 'watch/providers';

/** Seasons that are appended to their series by their numbers. */
const seasonsIn = ({ title, numbers }: Around, names: readonly string[]): Record<string, object> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const number = Number(SEASON_NAME.exec(name)?.[1]);
      const season = seasonsOf(title).find((one) => one.number === number);
      return season ? [[name, seasonBody(title.imdbId, number, season.episodes, numbers)] as const] : [];
    }),
  );

/** One part as a call of its own: its body with the id of what it is of. All that is alike fits on the first page. */
const partOf = (id: number, parts: Readonly<Record<string, object>>, name: string, page: number): object => {
  const part = Object.hasOwn(parts, name) ? parts[name] : undefined;
  if (part === undefined) throw failure('address_unknown');
  const isLater = page > 1 && 'total_pages' in part;
  return { id, ...part, ...(isLater && { page, results: [] }) };
};

/** Films, series, seasons, episodes and people, whole and part by part. */
export const recordRoutes = (reading: Reading): readonly Route[] => {
  const titled = async (id: string, screen: Screen, names: readonly string[], { caller, now }: Call) => {
    const around = await reading.title(id, screen, names, caller);
    const { title, numbers } = around;
    const today = dayIn(now());
    return screen === 'film'
      ? { body: filmOf(title, numbers, today), parts: made(FILM, names, around) }
      : {
          body: seriesOf(title, numbers, today),
          parts: { ...made(SERIES, names, around), ...seasonsIn(around, names) },
        };
  };
  const seasoned = async (id: string, number: string, names: readonly string[], { caller }: Call) => {
    const { season, within } = await reading.season(id, number, names, caller);
    const body = seasonBody(within.title.imdbId, Number(number), season.episodes, within.numbers);
    return { body, parts: made(SEASON, names, within) };
  };
  const placed = async (id: string, season: string, at: string, names: readonly string[], { caller }: Call) => {
    const { number, place, within } = await reading.episode(id, season, at, caller);
    return { body: episodeBody(within, number, place), parts: made(EPISODE, names, within) };
  };
  const person = async (id: string, names: readonly string[], { caller }: Call) => {
    const who = await reading.person(id, names, caller);
    return { body: personOf(who), parts: made(PERSON, names, who) };
  };

  interface Read {
    readonly body: { readonly id: number };
    readonly parts: Readonly<Record<string, object>>;
  }
  const whole = async (read: Promise<Read>): Promise<Answer> => {
    const { body, parts } = await read;
    return answered({ ...body, ...parts });
  };
  const alone = async (read: Promise<Read>, name: string, page: string | undefined): Promise<Answer> => {
    const { body, parts } = await read;
    return answered(partOf(body.id, parts, name, readPage(page)));
  };
  const providers = (screen: Screen) => (id: string, call: Call) =>
    alone(titled(id, screen, [PROVIDERS], call), PROVIDERS, undefined);

  return [
    route(
      tmdbFilm,
      cached,
    )(async ({ params: { id }, query }, call) => whole(titled(id, 'film', readParts(query.append_to_response), call))),
    route(
      tmdbFilmPart,
      cached,
    )(async ({ params: { id, part }, query }, call) => alone(titled(id, 'film', [part], call), part, query.page)),
    route(tmdbFilmProviders, cached)(async ({ params: { id } }, call) => providers('film')(id, call)),
    route(
      tmdbTv,
      cached,
    )(async ({ params: { id }, query }, call) =>
      whole(titled(id, 'series', readParts(query.append_to_response), call)),
    ),
    route(
      tmdbTvPart,
      cached,
    )(async ({ params: { id, part }, query }, call) => alone(titled(id, 'series', [part], call), part, query.page)),
    route(tmdbTvProviders, cached)(async ({ params: { id } }, call) => providers('series')(id, call)),
    route(
      tmdbSeason,
      cached,
    )(async ({ params: { id, season }, query }, call) =>
      whole(seasoned(id, season, readParts(query.append_to_response), call)),
    ),
    route(
      tmdbSeasonPart,
      cached,
    )(async ({ params: { id, season, part }, query }, call) =>
      alone(seasoned(id, season, [part], call), part, query.page),
    ),
    route(
      tmdbSeasonProviders,
      cached,
    )(async ({ params: { id, season } }, call) => alone(seasoned(id, season, [PROVIDERS], call), PROVIDERS, undefined)),
    route(
      tmdbEpisode,
      cached,
    )(async ({ params: { id, season, episode }, query }, call) =>
      whole(placed(id, season, episode, readParts(query.append_to_response), call)),
    ),
    route(
      tmdbEpisodePart,
      cached,
    )(async ({ params: { id, season, episode, part }, query }, call) =>
      alone(placed(id, season, episode, [part], call), part, query.page),
    ),
    route(
      tmdbPerson,
      cached,
    )(async ({ params: { id }, query }, call) => whole(person(id, readParts(query.append_to_response), call))),
    route(
      tmdbPersonPart,
      cached,
    )(async ({ params: { id, part }, query }, call) => alone(person(id, [part], call), part, query.page)),
  ];
};
